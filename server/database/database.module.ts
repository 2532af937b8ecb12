import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { readEnv } from '../core/env.js';
import { ReadDatabase } from '../core/postgres/reads/read-database.js';
import { Replica } from '../core/postgres/reads/replica.js';
import { databaseOptions } from './options.js';

/** The Postgres pool of a process, and that of its replica if there is one. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      useFactory: () => {
        const { DATABASE_URL, DATABASE_POOL_SIZE } = readEnv();
        return databaseOptions(DATABASE_URL, { poolSize: DATABASE_POOL_SIZE });
      },
    }),
  ],
  providers: [
    {
      provide: ReadDatabase,
      useFactory: (primary: DataSource) => new ReadDatabase(primary, replicaOf(primary)),
      inject: [DataSource],
    },
  ],
  exports: [ReadDatabase],
})
export class DatabaseModule {}

function replicaOf(primary: DataSource): Replica | undefined {
  const { DATABASE_READ_URL: url, DATABASE_READ_MAX_LAG_SECONDS, DATABASE_POOL_SIZE } = readEnv();
  if (url === undefined) return undefined;
  const pool = new DataSource(databaseOptions(url, { poolSize: DATABASE_POOL_SIZE }));
  return new Replica(primary, pool, { url, maxLagMs: DATABASE_READ_MAX_LAG_SECONDS * 1000 });
}
