import { DataSource } from 'typeorm';
import { requireShards } from '../../server/core/redis/installation.js';
import { databaseOptions } from '../../server/database/options.js';
import { freshDatabase } from '../setup/fresh-databases.js';

const CLUSTER = 'redis+cluster://one,two';
let database: DataSource;

beforeAll(async () => {
  const { url } = await freshDatabase({ migrated: true });
  database = await new DataSource({ ...databaseOptions(url), entities: [] }).initialize();
});
afterAll(() => database?.destroy());

const shards = async () => (await database.query('SELECT redis_shards FROM installations'))[0]?.redis_shards;

test('the first process with a cluster stores the number of shards, and one with another number does not start', async () => {
  await requireShards(database, { REDIS_URL: 'redis://one', REDIS_CLUSTER_SHARDS: 8 });
  expect(await shards()).toBe(0);
  await requireShards(database, { REDIS_URL: CLUSTER, REDIS_CLUSTER_SHARDS: 8 });
  await requireShards(database, { REDIS_URL: CLUSTER, REDIS_CLUSTER_SHARDS: 8 });
  expect(await shards()).toBe(8);
  await expect(requireShards(database, { REDIS_URL: CLUSTER, REDIS_CLUSTER_SHARDS: 16 })).rejects.toThrow(
    'REDIS_CLUSTER_SHARDS is 16, but the accounts of this installation are in 8 shards: set it to 8',
  );
});
