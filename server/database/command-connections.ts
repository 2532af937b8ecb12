// Connections of commands, which are closed at their end.
import type { Redis } from 'ioredis';
import pg from 'pg';
import { DataSource } from 'typeorm';
import type { Env } from '../core/env.js';
import { ledgersOf } from '../core/redis/cluster/cluster-redis.js';
import { connectRedis, ready } from '../core/redis/redis.js';
import { connectToPostgres } from './connect.js';
import { migrations } from './migrations/index.js';
import { migrationOptions } from './options.js';
import { CommandRefused } from '../core/commands/run-command.js';

const REDIS_TIMEOUT_MS = 5000;

/** @param url DATABASE_URL, which was checked before */
export async function connectClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tollgate backup',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  // A statement that fails reports it, too.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** @throws CommandRefused if Redis cannot be used */
export async function connectMemory(env: Env, installation: string): Promise<Redis> {
  const redis = connectRedis(env.REDIS_URL, {
    installation,
    shards: env.REDIS_CLUSTER_SHARDS,
    retryStrategy: () => null,
  });
  let failure: Error | undefined;
  for (const one of new Set([redis, ...ledgersOf(redis)]))
    one.on('error', (error: Error) => (failure = error));
  await ready(redis, REDIS_TIMEOUT_MS).catch((error: unknown) => {
    redis.disconnect();
    throw new CommandRefused(`REDIS_URL: ${failure?.message ?? String(error)}`);
  });
  return redis;
}

/** @param names of migrations; undefined: all of this release */
export function openDatabase({ DATABASE_URL }: Env, names?: readonly string[]): Promise<DataSource> {
  const known = names && migrations.filter(({ name }) => names.includes(name));
  const options = migrationOptions(DATABASE_URL);
  return connectToPostgres(DATABASE_URL, known ? { ...options, migrations: known } : options);
}
