import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { readEnv } from '../core/env.js';
import { databaseOptions } from './options.js';

/** The Postgres pool of a process. */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      useFactory: () => {
        const { DATABASE_URL, DATABASE_POOL_SIZE } = readEnv();
        return databaseOptions(DATABASE_URL, { poolSize: DATABASE_POOL_SIZE });
      },
    }),
  ],
})
export class DatabaseModule {}
