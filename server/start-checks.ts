import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { Role } from './contract/enums.js';
import { CannotStart, exitUnableToStart } from './core/cannot-start.js';
import { Vault } from './core/crypto.js';
import { checkDataDirectory } from './core/data-directory.js';
import type { Env } from './core/env.js';
import { isLoopback } from './core/http/proxies.js';
import { checkRedisAccess } from './core/redis/check-access.js';
import { connectRedis, ready } from './core/redis/redis.js';
import { connectToPostgres, explainStatement } from './database/connect.js';
import { databaseOptions } from './database/options.js';
import { DEFAULT_ROOT_PASSWORD } from './users/first-account.js';
import { passwordMatches } from './users/passwords.js';

const REDIS_TIMEOUT_MS = 3000;
/** Id of the only row of `secret_checks`, and the text sealed in it. */
const CHECK_ID = 1;
const CHECK_TEXT = 'tollgate';

/**
 * Runs the start checks of an entry point. On failure it prints one line to stderr and exits with code 1.
 * @param listens whether the process accepts client connections on HOST
 */
export async function checkBeforeStart(env: Env, { listens = false } = {}): Promise<void> {
  try {
    checkDataDirectory(env.TOLLGATE_DATA_DIR);
    await checkDatabase(env, listens);
    await checkRedis(env);
    await checkRedisAccess(env.REDIS_URL);
  } catch (error) {
    exitUnableToStart(error);
  }
}

/**
 * Checks that Postgres is reachable, migrated, and was written with the same TOLLGATE_SECRET: with another secret the
 * process would reject every valid key.
 * @throws CannotStart
 */
export async function checkDatabase(env: Env, listens = false): Promise<void> {
  const database = await connectToPostgres(env.DATABASE_URL, databaseOptions(env.DATABASE_URL));
  try {
    await checkMigrations(database);
    await checkSecret(database, new Vault(env.TOLLGATE_SECRET));
    if (listens) await checkRootPassword(database, env);
  } catch (error) {
    throw explainStatement(error, env.DATABASE_URL);
  } finally {
    await database.destroy();
  }
}

/** Extra migrations are allowed: during an upgrade the previous release keeps running on the migrated database. */
async function checkMigrations(database: DataSource): Promise<void> {
  const table = database.options.migrationsTableName ?? 'migrations';
  const [found]: { name: string | null }[] = await database.query('SELECT to_regclass($1)::text AS name', [
    table,
  ]);
  const applied: { name: string }[] = found?.name ? await database.query(`SELECT name FROM ${table}`) : [];
  const names = new Set(applied.map(({ name }) => name));
  const missing = database.migrations.filter(
    (migration) => !names.has(migration.name ?? migration.constructor.name),
  );
  if (missing.length > 0)
    throw new CannotStart(
      `the database lacks ${missing.length} of ${database.migrations.length} migrations: run dist/server/database/migrate.js (npm run migrate) first`,
    );
}

/**
 * Checks the secret against the stored check value and one sealed channel key. The first process to start stores the
 * check.
 */
async function checkSecret(database: DataSource, vault: Vault): Promise<void> {
  const sealed: { text: string }[] = await database.query(
    `SELECT sealed AS text FROM secret_checks
     UNION ALL (SELECT key FROM channels WHERE key LIKE 'v1:%' LIMIT 1)`,
  );
  for (const { text } of sealed)
    if (!opens(vault, text))
      throw new CannotStart(
        'TOLLGATE_SECRET is not the one this database was written with: keys and passwords in it cannot be read',
      );
  await database.query('INSERT INTO secret_checks (id, sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    CHECK_ID,
    vault.seal(CHECK_TEXT),
  ]);
}

/**
 * The default root password is only acceptable while HOST is a loopback address. With INITIAL_ROOT_PASSWORD set, the
 * start replaces the default password, also on a database that already has accounts.
 */
async function checkRootPassword(database: DataSource, env: Env): Promise<void> {
  if (isLoopback(env.HOST) || env.INITIAL_ROOT_PASSWORD !== undefined) return;
  const [row]: { any: boolean }[] = await database.query('SELECT EXISTS (SELECT 1 FROM users) AS any');
  const roots: { password: string }[] = await database.query(
    'SELECT password FROM users WHERE role = $1 AND deleted_at IS NULL',
    [Role.root],
  );
  const checks = await Promise.all(
    roots.map(({ password }) => passwordMatches(password, DEFAULT_ROOT_PASSWORD)),
  );
  const wouldMakeOne = row?.any === false && !env.SETUP_WIZARD;
  if (wouldMakeOne || checks.includes(true))
    throw new CannotStart(
      `the super administrator has the default password and HOST (${env.HOST}) is open to others: set INITIAL_ROOT_PASSWORD, or HOST=127.0.0.1`,
    );
}

function opens(vault: Vault, sealed: string): boolean {
  try {
    vault.open(sealed);
    return true;
  } catch {
    return false;
  }
}

/**
 * Rejects a Redis that evicts keys: it would lose holds and charges that are not posted yet. An unreachable Redis
 * passes, because the application reconnects by itself.
 * @throws CannotStart
 */
export async function checkRedis({ REDIS_URL }: Env): Promise<void> {
  const redis = connectRedis(REDIS_URL);
  redis.on('error', () => undefined);
  try {
    await ready(redis, REDIS_TIMEOUT_MS);
    const policy = await evictionPolicy(redis);
    if (policy !== undefined && policy !== 'noeviction')
      throw new CannotStart(
        `Redis (REDIS_URL) evicts keys (maxmemory-policy ${policy}): set maxmemory-policy to noeviction`,
      );
  } catch (error) {
    if (error instanceof CannotStart) throw error;
  } finally {
    redis.disconnect();
  }
}

/** @returns undefined if Redis has no memory limit and therefore never evicts */
async function evictionPolicy(redis: Redis): Promise<string | undefined> {
  const memory = await redis.info('memory');
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(memory)?.[1];
  return field('maxmemory') === '0' ? undefined : field('maxmemory_policy');
}
