import type { Redis } from 'ioredis';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { CannotStart } from '../core/cannot-start.js';
import type { Env } from '../core/env.js';
import { connectRedis, ready } from '../core/redis/redis.js';
import { connectToPostgres } from '../database/connect.js';
import { migrations } from '../database/migrations/index.js';
import { migrationOptions } from '../database/options.js';
import { BackupRefused } from './backup-format.js';

const REDIS_TIMEOUT_MS = 5000;

/**
 * Runs a command of backups and sets the exit code: what `run` returns, or 2 with a line on the error output if it fails.
 * @param failure what the line begins with
 */
export async function runCommand(failure: string, usage: string, run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    const isPlain = error instanceof BackupRefused || error instanceof CannotStart;
    const line = isPlain || !(error instanceof Error) ? messageOf(error) : (error.stack ?? error.message);
    console.error(`tollgate: ${failure}: ${line}`);
    if (error instanceof WrongArguments) console.error(usage);
    process.exitCode = 2;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

class WrongArguments extends BackupRefused {}

/**
 * The arguments of the command, by name.
 * @param required has to be there, with a value
 * @throws WrongArguments
 */
export function commandArguments<R extends string, O extends string>(
  required: R,
  optional: O,
): Record<R, string> & Partial<Record<O, string>> {
  let values: Record<string, unknown>;
  try {
    values = parseArgs({
      options: { [required]: { type: 'string' }, [optional]: { type: 'string' } },
    }).values;
  } catch (error) {
    throw new WrongArguments(messageOf(error));
  }
  if (!values[required]) throw new WrongArguments(`--${required} is missing`);
  return values as Record<R, string> & Partial<Record<O, string>>;
}

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

/** @throws BackupRefused if Redis cannot be used */
export async function connectMemory({ REDIS_URL }: Env, installation: string): Promise<Redis> {
  const redis = connectRedis(REDIS_URL, { installation, retryStrategy: () => null });
  let failure: Error | undefined;
  redis.on('error', (error: Error) => (failure = error));
  await ready(redis, REDIS_TIMEOUT_MS).catch((error: unknown) => {
    redis.disconnect();
    throw new BackupRefused(`REDIS_URL: ${failure?.message ?? String(error)}`);
  });
  return redis;
}

/** @param names of migrations; undefined: all of this release */
export function openDatabase({ DATABASE_URL }: Env, names?: readonly string[]): Promise<DataSource> {
  const known = names && migrations.filter(({ name }) => names.includes(name));
  const options = migrationOptions(DATABASE_URL);
  return connectToPostgres(DATABASE_URL, known ? { ...options, migrations: known } : options);
}
