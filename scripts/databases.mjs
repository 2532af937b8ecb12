// Checks of the databases, local or given.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Redis } from 'ioredis';
import pg from 'pg';
import { root, Unusable } from './settings.mjs';

const PATIENCE_MS = 10_000;
const SUPER_ADMIN = 100;

/**
 * Checks that the databases respond. Errors are reported without the address, which contains a password.
 * @param {{ DATABASE_URL?: string, REDIS_URL?: string }} given undefined: not checked
 * @throws {Unusable}
 */
export async function checkDatabases({ DATABASE_URL, REDIS_URL }) {
  const { explainPostgres } = await built('server/core/connections/postgres-messages.js');
  const { explainRedis } = await built('server/core/connections/redis-messages.js');
  const { readClusterAddress } = await built('server/core/redis/cluster/cluster-address.js');
  const lines = [];
  const note = (name, explain, url) => (error) =>
    lines.push(`${name}: ${explain(error, url)?.line ?? describe(error)}`);
  if (DATABASE_URL)
    await query(DATABASE_URL, 'SELECT 1').catch(note('DATABASE_URL', explainPostgres, DATABASE_URL));
  if (REDIS_URL)
    await pingAny(REDIS_URL, readClusterAddress(REDIS_URL)).catch(note('REDIS_URL', explainRedis, REDIS_URL));
  if (lines.length) throw new Unusable(lines);
}

/**
 * @param {string} url of a migrated database
 * @param {string} password
 * @returns {Promise<string | undefined>} name of the first super administrator if this is still its password
 */
export async function firstAccount(url, password) {
  const rows = await query(
    url,
    'SELECT username, password FROM users WHERE role = $1 AND deleted_at IS NULL ORDER BY id LIMIT 1',
    [SUPER_ADMIN],
  );
  const { passwordMatches } = await built('server/users/passwords/passwords.js');
  const [first] = rows;
  return first && (await passwordMatches(first.password, password)) ? first.username : undefined;
}

/** Imports a part of the build. @param {string} file below dist/ */
function built(file) {
  return import(pathToFileURL(path.join(root, 'dist', file)).href);
}

async function query(url, text, values) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  try {
    await client.connect();
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Of a cluster, one node that responds is enough. */
async function pingAny(url, cluster) {
  if (!cluster) return ping(url);
  const { nodes, login } = cluster;
  const pings = nodes.map((node) => ping({ ...node, ...login }));
  return Promise.any(pings).catch(({ errors }) => {
    throw errors[0];
  });
}

/** @param {string | import('ioredis').RedisOptions} address */
async function ping(address) {
  const options = {
    lazyConnect: true,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
  };
  const redis =
    typeof address === 'string' ? new Redis(address, options) : new Redis({ ...address, ...options });
  /** The connection's own error is more precise than that of the failed command. */
  let cause;
  redis.on('error', (error) => (cause ??= error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}

/** Node's AggregateError for several addresses has no message of its own. */
function describe(error) {
  return error.message || error.errors?.map((one) => one.message).join(', ') || error.code;
}
