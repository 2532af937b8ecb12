import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { AbilitiesRepository } from '../../server/channels/abilities.repository.js';
import { ChannelRegistry } from '../../server/channels/channel-registry.js';
import { KeyReferences } from '../../server/channels/key-references/key-references.service.js';
import { ChannelsRepository } from '../../server/channels/channels.repository.js';
import { Vault } from '../../server/core/crypto.js';
import { EgressClient } from '../../server/core/egress/egress-client.js';
import { readEnv } from '../../server/core/env.js';
import { EventBus } from '../../server/core/redis/events.js';
import { connectRedis, ready } from '../../server/core/redis/redis.js';
import { databaseOptions } from '../../server/database/options.js';
import { until } from '../setup/until.js';
import { freshWorld } from '../setup/fresh-databases.js';

const vault = new Vault('a secret of this test');
const env = readEnv();
let source: DataSource;
let events: EventBus;
let redis: ReturnType<typeof connectRedis>[];
let directory: ChannelRegistry;
let away = false;

beforeAll(async () => {
  await freshWorld();
  source = await new DataSource(databaseOptions(process.env.DATABASE_URL!)).initialize();
  redis = [connectRedis(process.env.REDIS_URL!), connectRedis(process.env.REDIS_URL!)];
  await Promise.all(redis.map((one) => ready(one)));
  events = new EventBus(redis[0]!, redis[1]!);
  await events.start();
  const cuttable = new Proxy(source, {
    get(target, name) {
      if (name === 'transaction' && away) return () => Promise.reject(new Error('connect ECONNREFUSED'));
      return Reflect.get(target, name);
    },
  });
  directory = new ChannelRegistry(
    cuttable,
    new ChannelsRepository(cuttable),
    new AbilitiesRepository(),
    vault,
    events,
    new KeyReferences(env, new EgressClient(env)),
  );
});

afterAll(async () => {
  redis.forEach((one) => one.disconnect());
  await source.destroy();
});

async function add(
  id: number,
  fields: Record<string, unknown> = {},
  priority = 0,
  weight = 0,
): Promise<void> {
  const row = { id, name: `channel ${id}`, key: vault.seal(`key ${id}`), models: 'm', ...fields };
  const names = Object.keys(row);
  await source.query(
    `INSERT INTO channels (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map((_, i) => `$${i + 1}`).join()})`,
    Object.values(row),
  );
  await source.query(
    `INSERT INTO abilities ("group", model, channel_id, enabled, priority, weight) VALUES ('default', 'm', $1, true, $2, $3)`,
    [id, priority, weight],
  );
}

const tiers = () => directory.tiers('default', 'm')?.map((tier) => tier.map(({ channelId }) => channelId));

test('channels of one priority form a tier; the highest comes first', async () => {
  await add(1, {}, 5, 10);
  await add(2, {}, 9, 1);
  await add(3, {}, 5, 0);
  await add(4, {}, -7);
  await directory.onModuleInit();
  expect(tiers()).toEqual([[2], [1, 3], [4]]);
  expect(directory.tiers('default', 'm')![1]).toEqual([
    { channelId: 1, weight: 10 },
    { channelId: 3, weight: 0 },
  ]);
  expect(directory.get(1)).toMatchObject({
    keys: [{ index: 0, key: 'key 1' }],
    enabled: true,
    autoBan: true,
    baseUrl: '',
  });
  expect(directory.tiers('vip', 'm')).toBeUndefined();
  expect(directory.models('default')).toEqual(['m']);
});

test('a change announced by any process is in force within moments', async () => {
  await source.query('UPDATE channels SET status = 3 WHERE id = 2');
  await events.publish('channel.changed', { ids: [2] });
  await until(() => directory.get(2)?.enabled === false);
  expect(tiers()).toEqual([[1, 3], [4]]);
});

test('a channel that cannot be read is left out and harms no other', async () => {
  await add(5, { key: new Vault('an older secret, forgotten').seal('x') });
  await add(6, { model_mapping: 'nonsense' });
  await add(7, { key: 'imported, not sealed yet' });
  await directory.refresh();
  expect(directory.get(5)).toBeUndefined();
  expect(directory.get(6)).toBeUndefined();
  expect(directory.get(7)?.keys[0]?.key).toBe('imported, not sealed yet');
  expect(tiers()).toEqual([[1, 3], [7], [4]]);
});

test('while Postgres is away the last reading stays, and its return heals', async () => {
  away = true;
  await source.query('DELETE FROM channels WHERE id = 4');
  await directory.refresh();
  expect(tiers()).toEqual([[1, 3], [7], [4]]);
  away = false;
  await directory.refresh();
  expect(tiers()).toEqual([[1, 3], [7]]);
});

test('whoever asks during a reading gets one that began later', async () => {
  const running = directory.refresh();
  await source.query('DELETE FROM channels WHERE id = 7');
  await Promise.all([running, directory.refresh(), directory.refresh()]);
  expect(tiers()).toEqual([[1, 3]]);
});

test('after a break of the events everything is read again', async () => {
  redis[1]!.disconnect(true);
  await source.query('DELETE FROM channels WHERE id = 3');
  await until(() => directory.get(3) === undefined);
  expect(tiers()).toEqual([[1]]);
});

test('what changes while a starting process reads for the first time is read after it', async () => {
  const slow = new Proxy(source, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name);
      return async (...given: Parameters<DataSource['transaction']>) => {
        const rows: unknown = await target.transaction(...given);
        if (!(await source.query('SELECT 1 FROM channels WHERE id = 77')).length) {
          await add(77);
          await events.publish('channel.changed', { ids: [77] });
          await sleep(100);
        }
        return rows;
      };
    },
  });
  const starting = new ChannelRegistry(
    slow,
    new ChannelsRepository(slow),
    new AbilitiesRepository(),
    vault,
    events,
    new KeyReferences(env, new EgressClient(env)),
  );
  await starting.onModuleInit();
  await until(() => starting.get(77) !== undefined);
  expect(starting.get(77)?.name).toBe('channel 77');
});
