import { DataSource } from 'typeorm';
import { readEnv } from '../core/env.js';
import { databaseOptions } from './options.js';

/** Data source of migrations and of the TypeORM command line, which requires a default export. */
export default new DataSource(databaseOptions(readEnv().DATABASE_URL, { statementTimeoutMs: 0 }));
