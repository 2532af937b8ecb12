import { KeyUses } from '../../server/billing/key-uses/key-uses.js';
import { KeyUsesRepository } from '../../server/billing/key-uses/key-uses.repository.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Vault } from '../../server/core/crypto.js';
import { EventBus } from '../../server/core/redis/events.js';
import { connectRedis, ready } from '../../server/core/redis/redis.js';
import { databaseOptions } from '../../server/database/options.js';
import { TokenCache } from '../../server/tokens/token-cache.js';
import { TokenExpiry } from '../../server/tokens/token-expiry.service.js';
import { TokenIdentitiesRepository } from '../../server/tokens/token-identities.repository.js';
import { TokensRepository } from '../../server/tokens/tokens.repository.js';
import { freshWorld } from '../setup/fresh-databases.js';
import { until } from '../setup/until.js';

const vault = new Vault('a secret of this test');
const KEY = 'k'.repeat(45) + 'end';
let source: DataSource;
let events: EventBus;
let redis: ReturnType<typeof connectRedis>[];

beforeAll(async () => {
  await freshWorld();
  source = await new DataSource(databaseOptions(process.env.DATABASE_URL!)).initialize();
  redis = [connectRedis(process.env.REDIS_URL!), connectRedis(process.env.REDIS_URL!)];
  await Promise.all(redis.map((one) => ready(one)));
  events = new EventBus(redis[0]!, redis[1]!);
  await events.start();
  await source.query(
    `INSERT INTO users (id, username, role, status, "group", quota, setting)
     VALUES (5, 'alice', 1, 1, 'vip', 900, '{"accept_unset_model_ratio_model":true}')`,
  );
});

beforeEach(async () => {
  await source.query('DELETE FROM tokens');
  await source.query(`UPDATE users SET status = 1, deleted_at = NULL`);
});

afterAll(async () => {
  redis.forEach((one) => one.disconnect());
  await source.destroy();
});

async function addToken(fields: Record<string, unknown> = {}): Promise<void> {
  const row = {
    id: 9,
    user_id: 5,
    name: 'a token',
    key: vault.seal(KEY),
    key_hash: vault.lookupHash(KEY),
    remain_quota: 70,
    ...fields,
  };
  const names = Object.keys(row);
  await source.query(
    `INSERT INTO tokens (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map((_, i) => `$${i + 1}`).join()})`,
    Object.values(row),
  );
}

/** A directory over a database connection that can be cut. */
function directory() {
  let queries = 0;
  let away = false;
  let held: Promise<unknown> | undefined;
  const cuttable = new Proxy(source, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return async (sql: string, parameters: unknown[]) => {
        queries++;
        const rows: unknown = await target.query(sql, parameters);
        await held;
        if (away) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        return rows;
      };
    },
  });
  return {
    tokens: new TokenCache(
      new TokenIdentitiesRepository(cuttable),
      vault,
      new TokenExpiry(new TokensRepository(source), events),
      new KeyUses(new KeyUsesRepository(source)),
      events,
    ),
    queries: () => queries,
    cut: (state: boolean) => (away = state),
    /** Lets queries run and keeps their answers back until the returned function is called. */
    hold: () => {
      let release = () => {};
      held = new Promise<void>((resolve) => (release = resolve));
      return release;
    },
  };
}

/** Lets an event travel through Redis, also on a busy machine. */
const arrived = () => sleep(250);

test('a token comes with its owner, its limits parsed, and its key masked', async () => {
  await addToken({
    model_limits_enabled: true,
    model_limits: 'gpt-4o, claude',
    allow_ips: '10.0.0.0/8\n nonsense \n192.168.1.7,\n::1',
    group: 'svip',
  });
  const token = await directory().tokens.find(KEY);
  expect(token).toMatchObject({
    id: 9,
    name: 'a token',
    status: 1,
    expiredTime: -1,
    remainQuota: 70,
    unlimitedQuota: false,
    group: 'svip',
    maskedKey: 'kkk***end',
    user: {
      id: 5,
      username: 'alice',
      role: 1,
      status: 1,
      group: 'vip',
      quota: 900,
      setting: { acceptUnsetModelRatio: true },
    },
  });
  expect(token?.modelLimits).toEqual(new Set(['gpt-4o', 'claude']));
  expect(token?.allowIps?.map(([address, bits]) => `${address.toString()}/${bits}`)).toEqual([
    '10.0.0.0/8',
    '192.168.1.7/32',
    '::1/128',
  ]);
});

test('an address list without one valid line allows nobody', async () => {
  await addToken({ allow_ips: 'here' });
  expect((await directory().tokens.find(KEY))?.allowIps).toEqual([]);
});

test('a known token is answered at once and without asking', async () => {
  await addToken();
  const { tokens, queries } = directory();
  await Promise.all([tokens.find(KEY), tokens.find(KEY)]);
  expect(queries()).toBe(1);
  expect(tokens.find(KEY)).not.toBeInstanceOf(Promise);
  expect(queries()).toBe(1);
});

test('an unknown key is remembered for a moment, and known as soon as its token exists', async () => {
  const { tokens, queries } = directory();
  expect(await tokens.find(KEY)).toBeUndefined();
  expect(tokens.find(KEY)).toBeUndefined();
  expect(queries()).toBe(1);
  await addToken();
  await events.publish('token.changed', { id: 9, userId: 5 });
  await arrived();
  expect(await tokens.find(KEY)).toMatchObject({ id: 9 });
});

test('what cannot be a key is not looked for', async () => {
  const { tokens, queries } = directory();
  expect(tokens.find('')).toBeUndefined();
  expect(tokens.find('x'.repeat(5000))).toBeUndefined();
  expect(queries()).toBe(0);
});

test('a change of the token or of its owner is in force with the next request', async () => {
  await addToken();
  const { tokens } = directory();
  await tokens.find(KEY);
  await source.query('UPDATE tokens SET status = 2');
  await events.publish('token.changed', { id: 9, userId: 5 });
  await arrived();
  expect(await tokens.find(KEY)).toMatchObject({ status: 2 });
  await source.query('UPDATE users SET status = 2');
  await events.publish('user.changed', { id: 5 });
  await arrived();
  expect(await tokens.find(KEY)).toMatchObject({ user: { status: 2 } });
});

test('a deleted owner counts as banned, a deleted token as unknown', async () => {
  await addToken();
  await source.query('UPDATE users SET deleted_at = now()');
  expect(await directory().tokens.find(KEY)).toMatchObject({ user: { status: 2 } });
  await source.query('UPDATE tokens SET deleted_at = now()');
  expect(await directory().tokens.find(KEY)).toBeUndefined();
});

test('a change during the reading is not overwritten by what was read before it', async () => {
  await addToken();
  const { tokens, hold } = directory();
  const release = hold();
  const reading = tokens.find(KEY);
  await arrived();
  await source.query('UPDATE tokens SET status = 2');
  await events.publish('token.changed', { id: 9, userId: 5 });
  await arrived();
  release();
  expect(await reading).toMatchObject({ status: 1 });
  expect(await tokens.find(KEY)).toMatchObject({ status: 2 });
});

test('without Postgres known tokens are served, changed and unknown ones refused as the database being away', async () => {
  await addToken();
  const { tokens, cut } = directory();
  await tokens.find(KEY);
  cut(true);
  expect(tokens.find(KEY)).toMatchObject({ id: 9 });
  await expect(tokens.find('another')).rejects.toMatchObject({ code: 'database_unavailable', status: 503 });
  await events.publish('token.changed', { id: 9, userId: 5 });
  await arrived();
  await expect(tokens.find(KEY)).rejects.toMatchObject({ code: 'database_unavailable' });
  cut(false);
  expect(await tokens.find(KEY)).toMatchObject({ id: 9 });
});

test('a token whose balance alone changed is served while Postgres is away, and read again when it is back', async () => {
  await addToken();
  const { tokens, cut } = directory();
  await until(async () => {
    await tokens.find(KEY);
    return !(tokens.find(KEY) instanceof Promise);
  });
  await source.query('UPDATE tokens SET remain_quota = 5');
  cut(true);
  await events.publish('token.changed', { id: 9, userId: 5, balanceOnly: true });
  await arrived();
  expect(await tokens.find(KEY)).toMatchObject({ id: 9, remainQuota: 70 });
  // A failed reload is not repeated by every request.
  expect(tokens.find(KEY)).not.toBeInstanceOf(Promise);
  cut(false);
  await events.publish('token.changed', { id: 9, userId: 5, balanceOnly: true });
  await arrived();
  expect(await tokens.find(KEY)).toMatchObject({ id: 9, remainQuota: 5 });
});

test('after lost events a token is read again before it is trusted, and trusted when nobody answers', async () => {
  await addToken();
  const { tokens, cut, queries } = directory();
  // An event of the test before may still be on its way, and what is read meanwhile is not remembered.
  await until(async () => {
    await tokens.find(KEY);
    const before = queries();
    await tokens.find(KEY);
    return queries() === before;
  });
  await source.query('UPDATE tokens SET status = 2');
  redis[1]!.disconnect(true);
  await sleep(300);
  cut(true);
  expect(await tokens.find(KEY)).toMatchObject({ status: 1 });
  cut(false);
  expect(await tokens.find(KEY)).toMatchObject({ status: 2 });
});

test.each([
  [{ expired_time: 1000 }, 3],
  [{ remain_quota: 0 }, 4],
  [{ remain_quota: -3, unlimited_quota: true }, 1],
  [{ remain_quota: 0, status: 2 }, 2],
])('a token with %j that is used ends up with status %d, for its owner to see', async (fields, status) => {
  await addToken(fields);
  const { tokens } = directory();
  await tokens.find(KEY);
  await arrived();
  expect(await source.query('SELECT status FROM tokens')).toEqual([{ status }]);
  expect(await tokens.find(KEY)).toMatchObject({ status });
});
