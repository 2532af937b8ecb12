import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { CannotStart } from '../commands/cannot-start.js';
import type { Env } from '../env.js';
import { isClusterAddress } from './cluster/cluster-address.js';

/** Id of the only row of `installations`. */
const ONLY_ROW = 1;

/**
 * The random id of the installation that the database belongs to, which the first process to start makes. A copy of the
 * database keeps it.
 */
export async function installationId(database: DataSource): Promise<string> {
  const read = async () => {
    const [row]: { name: string }[] = await database.query('SELECT name FROM installations WHERE id = $1', [
      ONLY_ROW,
    ]);
    return row?.name;
  };
  const found = await read();
  if (found !== undefined) return found;
  await database.query('INSERT INTO installations (id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    ONLY_ROW,
    randomUUID(),
  ]);
  const made = await read();
  if (made === undefined) throw new Error('the id of the installation was not stored');
  return made;
}

/**
 * Compares the number of shards in the environment with that of the installation, which the first process with a Redis cluster
 * stores: with another number, the accounts of most users would be looked for in another shard than their holds and charges are.
 * @throws CannotStart
 */
export async function requireShards(
  database: DataSource,
  { REDIS_URL, REDIS_CLUSTER_SHARDS }: Pick<Env, 'REDIS_URL' | 'REDIS_CLUSTER_SHARDS'>,
): Promise<void> {
  if (!isClusterAddress(REDIS_URL)) return;
  await installationId(database);
  await database.query('UPDATE installations SET redis_shards = $2 WHERE id = $1 AND redis_shards = 0', [
    ONLY_ROW,
    REDIS_CLUSTER_SHARDS,
  ]);
  const [row]: { shards: number }[] = await database.query(
    'SELECT redis_shards AS shards FROM installations WHERE id = $1',
    [ONLY_ROW],
  );
  if (row && row.shards !== REDIS_CLUSTER_SHARDS)
    throw new CannotStart(
      `REDIS_CLUSTER_SHARDS is ${REDIS_CLUSTER_SHARDS}, but the accounts of this installation are in ${row.shards} shards: set it to ${row.shards}`,
    );
}
