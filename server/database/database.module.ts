import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { readEnv } from '../core/env.js';
import { databaseOptions } from './options.js';

/** The Postgres pool of a process. */
@Module({
  imports: [TypeOrmModule.forRootAsync({ useFactory: () => databaseOptions(readEnv().DATABASE_URL) })],
})
export class DatabaseModule {}
