import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { freePort } from '../../scripts/service-home.mjs';
import { hashTag, shardName, shardOfUser, slotOf } from '../../server/core/redis/cluster/shards.js';
import { journalPosted } from '../../server/billing/ledger/posting/journal-drain.js';
import { ledgerOfUser, ledgersOf } from '../../server/core/redis/cluster/cluster-redis.js';
import { connectRedis, ready } from '../../server/core/redis/redis.js';
import { enterScopes, leaveScopes, renewScopes } from '../../server/core/redis/scripts/admission.js';
import { Vault } from '../../server/core/crypto.js';
import { RedisRecords } from '../../server/secret-rotation/holders/redis-records.js';
import { RECORD_PREFIXES } from '../../server/relay/stored/sealed-records.js';
import { StoredResponses } from '../../server/relay/stored/stored-responses.js';
import { keysOf } from '../../server/core/redis/scripts/keys.js';
import { releaseAll } from '../../server/core/redis/scripts/release.js';
import { Clients, criteria } from '../books/clients.js';
import { GatewayProcesses, type Member } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { expectHonestBooks } from '../books/verdict.js';
import { until } from '../setup/until.js';
import { RedisCluster } from './redis-cluster.js';

const SHARDS = 8;
const SECRET = 'of the records of this test';
const OTHER_SECRET = 'another one, after its rotation';
const PLENTY = 100_000_000;
const CLIENTS = 4;

let cluster: RedisCluster;
let gateway: GatewayProcesses;
/** Of the second server, beside that of the gateway. */
let others: Clients;
let secondServer: Program;
let secondWorker: Program;
/** One account in each shard. */
let members: Member[];
const directory = mkdtempSync(join(tmpdir(), 'tollgate-cluster-'));

beforeAll(async () => {
  cluster = await RedisCluster.start();
  const settings = { REDIS_CLUSTER_SHARDS: String(SHARDS) };
  gateway = await GatewayProcesses.open(settings, { redisUrl: cluster.url });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { ...gateway.environment, PORT: String(port), TOLLGATE_DATA_DIR: directory };
  gateway.dataDirectories.push(directory);
  secondServer = new Program('server/main.js', environment);
  secondWorker = new Program('worker/main.js', {
    ...environment,
    TOLLGATE_DATA_DIR: join(directory, 'worker'),
  });
  secondServer.start();
  secondWorker.start();
  others = new Clients(url);
  members = [];
  while (members.length < SHARDS) members.push(await gateway.member(PLENTY));
  await until(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200);
}, 90_000);

afterAll(async () => {
  await Promise.all([secondServer?.end('SIGKILL'), secondWorker?.end('SIGKILL')]);
  await others?.stop();
  await gateway?.close();
  await cluster?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const nameOf = ({ id }: Member): string => shardName(shardOfUser(id, SHARDS));
const tagOf = ({ id }: Member): string => hashTag(shardOfUser(id, SHARDS), SHARDS);
/** Those of the accounts, in the order of their slots. */
const tagsBySlot = () => members.map(tagOf).toSorted((one, other) => slotOf(one) - slotOf(other));
/** Half of the clients ask each server. */
function start(): void {
  const keys = members.flatMap((one) => one.keys);
  for (const clients of [gateway.clients, others]) clients.start(CLIENTS, keys);
}
async function stop(): Promise<void> {
  await Promise.all([gateway.clients.stop(), others.stop()]);
}
/** What the clients of both servers saw since then. */
const seenSince = (since: number) =>
  [...gateway.clients.seen, ...others.seen].filter(({ sentAt }) => sentAt >= since);
async function expectHonestBooksOfBoth(): Promise<void> {
  const { seen } = gateway.clients;
  seen.push(...others.seen.splice(0));
  // The tests of channels are charged to the first account.
  await expectHonestBooks(gateway, [1]);
}
/** Refusals say when to come again. */
function expectOnlyRefusals(since: number): void {
  const refused = seenSince(since).filter(({ whole }) => !whole);
  expect(refused.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter))).toEqual([]);
}
/** Waits until each account has that many more whole answers. */
async function servedEach(count: number): Promise<void> {
  const since = Date.now();
  const least = () => {
    const whole = seenSince(since).filter((one) => one.whole);
    return Math.min(...members.map(({ keys }) => whole.filter(({ key }) => keys.includes(key)).length));
  };
  await until(
    () => least() >= count,
    () => `${count} answers for each account instead of ${least()}`,
  );
}
const holders = async () =>
  gateway.sql<{ name: string; holder: string }>(
    `SELECT name, holder FROM leases WHERE name LIKE 'post-journal:s%' ORDER BY name`,
  );
const postedBy = async ({ pid }: Program) =>
  (await holders()).filter(({ holder }) => holder.endsWith(`:${pid}`)).length;

test('two workers share the shards, and when one is killed the other posts all of them', async () => {
  await until(async () => (await postedBy(gateway.worker)) === 4 && (await postedBy(secondWorker)) === 4);
  start();
  await servedEach(3);
  await gateway.worker.end('SIGKILL');
  await until(async () => (await postedBy(secondWorker)) === SHARDS);
  await servedEach(3);
  await stop();
  await expectHonestBooksOfBoth();
  gateway.worker.start();
}, 60_000);

test('each shard has its own position in Postgres', async () => {
  const rows = await gateway.sql<{ name: string; shard: number }>(
    'SELECT name, shard FROM posting_positions ORDER BY name',
  );
  expect(rows).toEqual(members.map((_, shard) => ({ name: `relay:${shardName(shard)}`, shard })));
});

test('what is outside of the ledger is found on several nodes: limits of channels, stored records, sessions, queues', async () => {
  const redis = connectRedis(cluster.url, { shards: SHARDS });
  for (const one of [redis, ...ledgersOf(redis)]) one.on('error', () => undefined);
  await ready(redis);
  try {
    // What a backup waits for.
    await journalPosted(redis);
    const limits = { concurrency: 1, requestsPerMinute: 10, tokensPerMinute: 1000, dailyQuota: 1000 };
    const scopesOf = (channel: number) => [`${channel}`, `${channel}:2`].map((name) => ({ name, limits }));
    for (let channel = 900; channel < 906; channel++) {
      expect(await enterScopes(redis, 'first', 60_000, 10, scopesOf(channel))).toBeUndefined();
      expect(await enterScopes(redis, 'second', 60_000, 10, scopesOf(channel))).toMatchObject({
        waitMs: 1000,
      });
    }
    await renewScopes(redis, 60_000, [
      ['900:2', 'first'],
      ['901:2', 'first'],
    ]);
    await leaveScopes(redis, 'first', 0, 10, scopesOf(900));
    expect(await enterScopes(redis, 'second', 60_000, 10, scopesOf(900))).toBeUndefined();

    const vault = new Vault(SECRET);
    const stored = new StoredResponses(redis, vault);
    for (const user of [1, 2, 3, 4]) await stored.store(user, 'resp', Buffer.from('"hello"'), { output: [] });
    expect((await stored.find(3, ['resp', 'other'])).size).toBe(1);
    const records = new RedisRecords('stored responses', redis, RECORD_PREFIXES.responses);
    expect(await records.count()).toEqual(new Map([[vault.keyId, 4]]));
    const rotated = new Vault(OTHER_SECRET, { previous: [SECRET] });
    expect(await records.reseal(rotated, () => undefined)).toBe(4);
    expect(await records.count()).toEqual(new Map([[rotated.keyId, 4]]));
  } finally {
    redis.disconnect();
  }
  const sessions = await gateway.call('GET', '/api/user/sessions');
  expect((await sessions.json()) as object).toMatchObject({ success: true });
  const run = await gateway.call('GET', '/api/channel/test');
  expect(await run.json()).toMatchObject({ success: true });
  const state = async () => (await (await gateway.call('GET', '/api/channel/test/status')).json()) as object;
  await until(async () => JSON.stringify(await state()).includes('"done"'));
}, 60_000);

test('slots move to another node under load: nothing is lost, and nothing is charged twice', async () => {
  const since = Date.now();
  const [first] = tagsBySlot();
  const from = await cluster.primaryOf(first!);
  const ports = await Promise.all(tagsBySlot().map((tag) => cluster.primaryOf(tag)));
  start();
  await servedEach(2);
  await cluster.reshard(
    first!,
    ports.find((port) => port !== from)!,
  );
  expect(await cluster.primaryOf(first!)).not.toBe(from);
  await servedEach(3);
  await stop();
  expectOnlyRefusals(since);
  await expectHonestBooksOfBoth();
}, 90_000);

test('while the keys of a shard move one by one, no script of the ledger runs in the middle of them', async () => {
  const [member] = members;
  const tag = tagOf(member!);
  const redis = connectRedis(cluster.url, { shards: SHARDS });
  for (const one of [redis, ...ledgersOf(redis)]) one.on('error', () => undefined);
  await ready(redis);
  const ledger = ledgerOfUser(redis, member!.id);
  const keys = keysOf(ledger);
  const account = `${keys.user}${member!.id}`;
  const holds = `${keys.holds}gone`;
  await ledger.hset(holds, 'request', `${member!.id} 0 5`);
  await ledger.hincrby(account, 'o', 5);
  const release = () => releaseAll(ledger, 'gone', ['request']);
  try {
    const from = await cluster.primaryOf(tag);
    const ports = await Promise.all(members.map((one) => cluster.primaryOf(tagOf(one))));
    const move = await cluster.beginMove(
      tag,
      ports.find((port) => port !== from)!,
    );
    // The script would take the hold, which is still there, and then fail at the account, which is not.
    await move.send([account]);
    await expect(release()).rejects.toThrow();
    expect(await move.keys()).toContain(holds);
    // Nor does it run at the other node, which would find no hold of the account.
    await move.send((await move.keys()).filter((key) => key !== holds));
    await expect(release()).rejects.toThrow();
    await move.send(await move.keys());
    await move.finish();
    await until(() =>
      release().then(
        () => true,
        () => false,
      ),
    );
    expect([await ledger.exists(holds), await ledger.hget(account, 'o')]).toEqual([0, '0']);
  } finally {
    redis.disconnect();
  }
  await gateway.clients.ask(member!.keys[0]!, criteria.json);
}, 60_000);

test('a primary is emptied under load: the servers notice it and append again what was not posted', async () => {
  const since = Date.now();
  start();
  for (const one of members.slice(0, 3)) {
    await servedEach(2);
    await cluster.empty(tagOf(one));
  }
  await servedEach(2);
  await stop();
  expectOnlyRefusals(since);
  await expectHonestBooksOfBoth();
}, 60_000);

test('a primary is killed under load: its accounts get 503 until its replica takes over, the others are served, nothing is lost', async () => {
  const since = Date.now();
  start();
  await servedEach(2);
  const lost = await cluster.primaryOf(tagOf(members[0]!));
  const tags = members.map(tagOf);
  const ports = await Promise.all(tags.map((tag) => cluster.primaryOf(tag)));
  const killedAt = Date.now();
  await cluster.killPrimaryOf(tagOf(members[0]!));
  const readiness = async () => (await fetch(`${gateway.url}/readyz`)).json();
  await until(async () => JSON.stringify(await readiness()).includes(nameOf(members[0]!)));
  await until(async () => (await cluster.primaryOf(tagOf(members[0]!))) !== lost);
  const replacedAt = Date.now();
  await servedEach(3);
  await stop();
  const meanwhile = seenSince(killedAt).filter(({ endedAt }) => endedAt < replacedAt);
  const safe = members.filter((_, index) => ports[index] !== lost).flatMap(({ keys }) => keys);
  expect(meanwhile.filter(({ key, whole }) => safe.includes(key) && !whole)).toEqual([]);
  expect(meanwhile.filter(({ key }) => safe.includes(key)).length).toBeGreaterThan(20);
  expectOnlyRefusals(since);
  await expectHonestBooksOfBoth();
}, 90_000);
