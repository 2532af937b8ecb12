import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import pg from 'pg';
import { Program } from '../books/program.js';
import { freshDatabase } from '../setup/fresh-databases.js';

/** What a program ended with, and what it printed. */
export type Ended = [code: number | string, output: string];
export type Environment = Readonly<Record<string, string>>;

/** The databases of Redis of which tests use no other one: each thread has the one with its number, from 1 on. */
const FREE = { first: 32, count: 32, perThread: 4 };
let taken = 0;

/** `npm run backup` with its arguments. @param to folder of the backup */
export async function backup(environment: Environment, to: string, ...args: string[]): Promise<Ended> {
  const program = new Program('server/backup/backup.command.js', environment, undefined, [
    '--to',
    to,
    ...args,
  ]);
  return [await program.run(), program.output];
}

/** `npm run restore` with its arguments. @param from folder of the backup */
export async function restore(environment: Environment, from: string, ...args: string[]): Promise<Ended> {
  const all = ['--from', from, ...args];
  const program = new Program('server/backup/restore.command.js', environment, undefined, all);
  return [await program.run(), program.output];
}

/** The environment of an installation with a database without tables and a Redis database without keys. */
export async function elsewhere(environment: Environment): Promise<Environment> {
  const { url } = await freshDatabase({ migrated: false });
  const redis = new URL(environment.REDIS_URL!);
  redis.pathname = `/${FREE.first + ((threadId * FREE.perThread + taken++) % FREE.count)}`;
  return { ...environment, DATABASE_URL: url, REDIS_URL: redis.href };
}

/** The only backup in a folder. */
export function onlyBackupIn(directory: string): string {
  return join(directory, readdirSync(directory)[0]!);
}

export async function query<T>({ DATABASE_URL }: Environment, sql: string): Promise<T[]> {
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}
