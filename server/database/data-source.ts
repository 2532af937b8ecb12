import { DataSource } from 'typeorm';
import { readEnv } from '../core/env.js';
import { databaseOptions } from './options.js';

/** For migrations and the TypeORM command line, which wants a default export. */
export default new DataSource(databaseOptions(readEnv().DATABASE_URL, { statementTimeoutMs: 0 }));
