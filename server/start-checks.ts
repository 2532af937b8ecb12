import type { DataSource } from 'typeorm';
import { CannotStart, exitUnableToStart } from './core/commands/cannot-start.js';
import { vaultOf, type Vault } from './core/crypto.js';
import { checkDataDirectory } from './core/data-directory.js';
import type { Env } from './core/env.js';
import { isLoopback } from './core/http/proxies.js';
import { checkRedisAccess } from './core/redis/check-access.js';
import { ledgersOf } from './core/redis/cluster/cluster-redis.js';
import { installationId, requireShards } from './core/redis/installation.js';
import { connectRedis, ready } from './core/redis/redis.js';
import { RedisRefused } from './core/redis/requirements.js';
import { requireSecrets, SecretChecksRepository } from './core/secret-checks.repository.js';
import { checkReplica } from './database/check-replica.js';
import { connectToPostgres, explainStatement } from './database/connect.js';
import { databaseOptions } from './database/options.js';
import { requireKnownRelease } from './database/release-check.js';
import { StartChecksRepository } from './start-checks.repository.js';
import { DEFAULT_ROOT_PASSWORD } from './users/first-account/first-account.js';
import { passwordMatches } from './users/passwords/passwords.js';

const REDIS_TIMEOUT_MS = 3000;

/**
 * Runs the start checks of an entry point. On failure it prints one line to stderr and exits with code 1.
 * @param listens whether the process accepts client connections on HOST
 */
export async function checkBeforeStart(env: Env, { listens = false } = {}): Promise<void> {
  try {
    checkDataDirectory(env.TOLLGATE_DATA_DIR);
    const installation = await checkDatabase(env, listens);
    if (env.DATABASE_READ_URL !== undefined) await checkReplica(env.DATABASE_READ_URL, installation);
    await checkRedisAccess(env.REDIS_URL);
    await checkRedis(env, installation);
  } catch (error) {
    exitUnableToStart(error);
  }
}

/**
 * Checks that Postgres is reachable, migrated, and was written with secrets that this process has: with another one it would
 * reject every valid key.
 * @returns the id of the installation
 * @throws CannotStart
 */
export async function checkDatabase(env: Env, listens = false): Promise<string> {
  // The checks are plain statements; the metadata of entities is built once, for the application.
  const options = { ...databaseOptions(env.DATABASE_URL), entities: [] };
  const database = await connectToPostgres(env.DATABASE_URL, options);
  try {
    const stored = new StartChecksRepository(database);
    await checkWritable(stored);
    await checkMigrations(database);
    await checkSecret(database, stored, vaultOf(env));
    if (listens) await checkRootPassword(stored, env);
    await requireShards(database, env);
    return await installationId(database);
  } catch (error) {
    throw explainStatement(error, env.DATABASE_URL);
  } finally {
    await database.destroy();
  }
}

async function checkWritable(stored: StartChecksRepository): Promise<void> {
  const refusals = await stored.refusals();
  if (refusals?.standby)
    throw new CannotStart(
      'Postgres (DATABASE_URL) is a standby, which accepts no writes: set DATABASE_URL to the address of the primary',
    );
  if (refusals?.readOnly)
    throw new CannotStart(
      'Postgres (DATABASE_URL) accepts no writes: set default_transaction_read_only to off for this database and user',
    );
}

/** Migrations of the next release are allowed: during an upgrade the previous release keeps running on the migrated database. */
async function checkMigrations(database: DataSource): Promise<void> {
  const { applied } = await requireKnownRelease(database);
  const missing = database.migrations.filter(
    (migration) => !applied.has(migration.name ?? migration.constructor.name),
  );
  if (missing.length > 0)
    throw new CannotStart(
      `the database lacks ${missing.length} of ${database.migrations.length} migrations: run dist/server/database/migrate.js (npm run migrate) first`,
    );
}

/**
 * Checks the secrets of the process against the stored checks and one sealed channel key. The first process with a secret stores its
 * check.
 */
async function checkSecret(database: DataSource, stored: StartChecksRepository, vault: Vault): Promise<void> {
  const checks = new SecretChecksRepository(database);
  requireSecrets(vault, [...(await checks.all()).values(), ...(await stored.sealedKey())]);
  await checks.register(vault);
}

/**
 * The default root password is only acceptable while HOST is a loopback address. With INITIAL_ROOT_PASSWORD set, the
 * start replaces the default password, also on a database that already has accounts. An empty database gets no account with
 * it on another HOST (`FirstAccount`).
 */
async function checkRootPassword(stored: StartChecksRepository, env: Env): Promise<void> {
  if (isLoopback(env.HOST) || env.INITIAL_ROOT_PASSWORD !== undefined) return;
  const passwords = await stored.rootPasswords();
  const checks = await Promise.all(
    passwords.map((password) => passwordMatches(password, DEFAULT_ROOT_PASSWORD)),
  );
  if (checks.includes(true))
    throw new CannotStart(
      `the super administrator has the default password and HOST (${env.HOST}) is open to others: set INITIAL_ROOT_PASSWORD, or HOST=127.0.0.1`,
    );
}

/**
 * Rejects a Redis that cannot be used by this installation: see `checkBeforeReady`. An unreachable Redis passes, because the
 * application reconnects by itself and checks again.
 * @param installation see `installationId`
 * @throws CannotStart
 */
export async function checkRedis(env: Env, installation: string): Promise<void> {
  const redis = connectRedis(env.REDIS_URL, { installation, shards: env.REDIS_CLUSTER_SHARDS });
  const refused = new Promise<never>((_, reject) => {
    for (const one of new Set([redis, ...ledgersOf(redis)]))
      one.on('error', (error: Error) => {
        if (error instanceof RedisRefused) reject(new CannotStart(error.message));
      });
  });
  try {
    await Promise.race([ready(redis, REDIS_TIMEOUT_MS).catch(() => undefined), refused]);
  } finally {
    redis.disconnect();
  }
}
