import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { auditLedger } from '../../../server/billing/ledger/ledger-audit.js';
import { Poster } from '../../../server/billing/ledger/posting/poster.js';
import { requestId } from '../../../server/core/ids.js';
import { Sweeper } from '../../../server/billing/ledger/posting/sweeper.js';
import { databaseOptions } from '../../../server/database/options.js';
import { freshWorld } from '../../setup/fresh-databases.js';
import { until } from '../../setup/until.js';
import {
  charge,
  LedgerHarness,
  outcome,
  PAUSE_MS,
  spooled,
  holdFor,
  type Process,
} from './ledger-harness.js';
import { RedisServer } from './redis-server.js';

let redis: RedisServer;
let gateway: LedgerHarness;
let here: Process;
let poster: Poster | undefined;

beforeAll(freshWorld);

async function open(persistent = false): Promise<void> {
  redis = await RedisServer.start(persistent);
  gateway = await LedgerHarness.open(redis.url);
  here = await gateway.process();
}

afterEach(async () => {
  await poster?.stop();
  poster = undefined;
  await gateway.close();
  await redis.remove();
});

const inSpool = () => spooled(gateway.directory);

async function post(): Promise<void> {
  poster ??= new Poster(process.env.DATABASE_URL!, here.redis, here.events, PAUSE_MS);
  poster.start();
  await until(() => here.redis.status === 'ready');
  await until(
    async () => (await here.redis.xlen('tollgate:journal')) === 0 && here.gate.counts.pending === 0,
  );
}

/** Until when each process holds what it holds, Unix milliseconds. */
async function leases(): Promise<Map<string, number>> {
  const flat = await here.redis.zrange('tollgate:owners', '0', '-1', 'WITHSCORES');
  return new Map(flat.flatMap((owner, at) => (at % 2 ? [] : [[owner, Number(flat[at + 1])]])));
}

async function booksBalance(): Promise<void> {
  const report = await auditLedger(gateway.dataSource, here.redis);
  expect(report).toMatchObject({ balanced: true, memory: { wrong: [] } });
}

test('Redis away: requests are refused as unavailable, settlements go to disk, and are charged once when it is back', async () => {
  await open();
  const user = await gateway.user(1000);
  const [first, second] = [
    await here.gate.reserve(holdFor(user, 10)),
    await here.gate.reserve(holdFor(user, 10)),
  ];
  const kept = await here.gate.reserve(holdFor(user, 100));
  await here.gate.settle(first, charge(10));
  await redis.kill();
  await expect(here.gate.reserve(holdFor(user, 10))).rejects.toMatchObject({
    code: 'books_unavailable',
    status: 503,
    retryAfterSeconds: 2,
  });
  await expect(here.gate.extend(kept, 1)).rejects.toMatchObject({ code: 'books_unavailable' });
  await here.gate.settle(second, charge(25));
  expect(inSpool()).toHaveLength(1);
  await redis.start();
  await until(async () => (await outcome(here.gate.reserve(holdFor(user, 866)))) === 'user_quota_low');
  expect(await outcome(here.gate.reserve(holdFor(user, 865)))).toBe('held');
  await post();
  expect(await gateway.quotaOf(user)).toBe(965);
  expect(inSpool()).toEqual([]);
  await booksBalance();
});

test('a Redis that hangs while settling: the entry is on disk, and the late answer does not charge again', async () => {
  await open();
  const user = await gateway.user(1000);
  const hold = await here.gate.reserve(holdFor(user, 10));
  redis.freeze();
  const [settled, refused] = await Promise.all([
    here.gate.settle(hold, charge(10)),
    outcome(here.gate.reserve(holdFor(user, 1))),
  ]);
  expect([settled, refused]).toEqual([undefined, 'books_unavailable']);
  expect(inSpool()).toHaveLength(1);
  redis.thaw();
  await until(() => inSpool().length === 0);
  await post();
  expect(await gateway.quotaOf(user)).toBe(990);
  await booksBalance();
});

test('Redis killed and back with its file: nothing is lost, nothing counted twice, holds are still held', async () => {
  await open(true);
  const user = await gateway.user(1000);
  const hold = await here.gate.reserve(holdFor(user, 400));
  for (let i = 0; i < 20; i++) await here.gate.settle(await here.gate.reserve(holdFor(user, 10)), charge(10));
  await redis.kill();
  await redis.start();
  await until(async () => (await outcome(here.gate.reserve(holdFor(user, 401)))) === 'user_quota_low');
  expect(await here.redis.xlen('tollgate:journal')).toBe(20);
  await here.gate.settle(hold, charge(400));
  await post();
  expect(await gateway.quotaOf(user)).toBe(400);
  await booksBalance();
});

test('a flushed Redis gets holds and entries of all processes back before it admits anybody', async () => {
  await open();
  const other = await gateway.process();
  const user = await gateway.user(100);
  const hold = await other.gate.reserve(holdFor(user, 30));
  await other.gate.settle(await other.gate.reserve(holdFor(user, 20)), charge(20));
  await here.redis.flushall();
  expect(await outcome(here.gate.reserve(holdFor(user, 51)))).toBe('user_quota_low');
  expect(await outcome(here.gate.reserve(holdFor(user, 50)))).toBe('held');
  await other.gate.settle(hold, charge(30));
  await post();
  expect(await gateway.quotaOf(user)).toBe(50);
  await booksBalance();
});

test('a Redis that lost everything admits nobody before a slow process is back with what it holds', async () => {
  await open();
  const slow = await gateway.process({}, { reconnectMs: 200 });
  const user = await gateway.user(100);
  await slow.gate.reserve(holdFor(user, 30));
  await slow.gate.settle(await slow.gate.reserve(holdFor(user, 20)), charge(20));
  await redis.kill();
  await redis.start();
  await until(() => here.redis.status === 'ready');
  expect(await outcome(here.gate.reserve(holdFor(user, 51)))).toBe('user_quota_low');
  expect(await outcome(here.gate.reserve(holdFor(user, 50)))).toBe('held');
});

test('stopped while Redis is away, a process leaves what is not posted on disk, and the next one charges it though Redis lost everything', async () => {
  await open();
  const user = await gateway.user(1000);
  const stopping = await gateway.process();
  for (const quota of [10, 20, 30]) {
    const hold = await stopping.gate.reserve(holdFor(user, quota));
    await stopping.gate.settle(hold, charge(quota));
  }
  await redis.kill();
  await stopping.close();
  expect(inSpool()).toHaveLength(1);
  await redis.start();
  await gateway.process();
  await until(() => inSpool().length === 0);
  await post();
  expect(await gateway.quotaOf(user)).toBe(940);
  await booksBalance();
});

test('stopped while Redis is there, a process leaves nothing on disk', async () => {
  await open();
  const user = await gateway.user(1000);
  const stopping = await gateway.process();
  await stopping.gate.settle(await stopping.gate.reserve(holdFor(user, 10)), charge(10));
  await stopping.close();
  await post();
  expect(inSpool()).toEqual([]);
  expect(await gateway.quotaOf(user)).toBe(990);
});

test('what a dead process spooled is charged by the next one; a torn last line is passed over', async () => {
  await open();
  const user = await gateway.user(1000);
  const dying = await gateway.process();
  const holds = [await dying.gate.reserve(holdFor(user, 10)), await dying.gate.reserve(holdFor(user, 10))];
  await dying.die();
  for (const hold of holds) await dying.gate.settle(hold, charge(15));
  const [file] = inSpool();
  appendFileSync(join(gateway.directory, 'spool', file!), '["r1",12,0,5,"[1,');
  await gateway.process();
  await until(() => inSpool().length === 0);
  await until(async () => (await here.redis.xlen('tollgate:journal')) === 2);
  await post();
  expect(await gateway.quotaOf(user)).toBe(970);
});

test('holds of a dead process are given back after their time, with a note; those of a living one stay', async () => {
  await open();
  const user = await gateway.user(100);
  const token = await gateway.token(user, 100);
  const dying = await gateway.process({ holdTtlSeconds: 0.4 });
  const living = await gateway.process({ holdTtlSeconds: 6 });
  const lost = await dying.gate.reserve(holdFor(user, 30, { tokenId: token }));
  await living.gate.reserve(holdFor(user, 30));
  await dying.die();
  const before = await leases();
  await until(async () => {
    const now = [...(await leases())];
    const over = now.filter(([, end]) => end <= Date.now());
    return over.length === 1 && now.some(([owner, end]) => end > before.get(owner)!);
  });
  const sweeper = new Sweeper(gateway.dataSource, here.redis);
  expect(await sweeper.releaseAbandonedHolds(0)).toBe(1);
  expect(await sweeper.releaseAbandonedHolds(0)).toBe(0);
  expect(await outcome(here.gate.reserve(holdFor(user, 71, { tokenId: token })))).toBe('user_quota_low');
  expect(await outcome(here.gate.reserve(holdFor(user, 70, { tokenId: token })))).toBe('held');
  expect(
    await gateway.dataSource.query('SELECT type, user_id, token_id, quota FROM logs WHERE request_id = $1', [
      lost.requestId,
    ]),
  ).toEqual([{ type: 4, user_id: user, token_id: token, quota: 0 }]);
  await booksBalance();
});

const stream = (tokens: number) => {
  const { log } = charge(0);
  const other = { stream_status: { status: 'error', end_reason: 'server_lost' } };
  return charge(tokens, { success: false, log: { ...log!, completionTokens: tokens, other } });
};

test('streams of a dead process are charged for what they had last reported, once, with a log row that says so', async () => {
  await open();
  const user = await gateway.user(1000);
  const dying = await gateway.process({ holdTtlSeconds: 0.4 });
  const streaming = await dying.gate.reserve(holdFor(user, 100));
  const waiting = await dying.gate.reserve(holdFor(user, 50));
  const finished = await dying.gate.reserve(holdFor(user, 50));
  await dying.gate.report([
    { hold: streaming, settlement: stream(20) },
    { hold: finished, settlement: stream(30) },
  ]);
  await dying.gate.report([{ hold: streaming, settlement: stream(44) }]);
  await dying.gate.settle(finished, charge(35));
  await dying.die();
  await until(async () => [...(await leases()).values()].some((end) => end <= Date.now()));
  const sweeper = new Sweeper(gateway.dataSource, here.redis);
  expect(await sweeper.releaseAbandonedHolds(0)).toBe(2);
  await booksBalance();
  await post();
  expect(await gateway.quotaOf(user)).toBe(1000 - 44 - 35);
  const rows: { type: number; quota: number; other: string }[] = await gateway.dataSource.query(
    'SELECT type, quota, other FROM logs WHERE request_id = $1',
    [streaming.requestId],
  );
  expect(rows).toEqual([{ type: 2, quota: 44, other: expect.stringContaining('server_lost') }]);
  expect(
    await gateway.dataSource.query('SELECT type FROM logs WHERE request_id = $1', [waiting.requestId]),
  ).toEqual([{ type: 4 }]);
  await booksBalance();
});

test.each([
  ['before', true],
  ['after', false],
])(
  'a stream that ends while Redis is away, on a server that then stops, is charged once: swept %s its spool is read',
  async (_order, isSweptFirst) => {
    await open(true);
    const user = await gateway.user(1000);
    const token = await gateway.token(user, 500);
    const stopping = await gateway.process({ holdTtlSeconds: 0.4 });
    const hold = await stopping.gate.reserve(holdFor(user, 100, { requestId: requestId(), tokenId: token }));
    await stopping.gate.report([{ hold, settlement: stream(44) }]);
    await redis.kill();
    await stopping.gate.settle(hold, charge(70));
    await stopping.die();
    expect(inSpool()).toHaveLength(1);
    await redis.start();
    await until(() => here.redis.status === 'ready');
    const sweep = async () => {
      const sweeper = new Sweeper(gateway.dataSource, here.redis);
      let released = 0;
      const swept = async () => (released += await sweeper.releaseAbandonedHolds(0)) > 0;
      await until(swept, () => `the hold of the stopped process is swept: ${released}`);
      expect(released).toBe(1);
    };
    if (isSweptFirst) await sweep();
    await gateway.process();
    await until(() => inSpool().length === 0);
    if (!isSweptFirst) await sweep();
    await post();
    expect(await gateway.quotaOf(user)).toBe(930);
    const { requestId: id } = hold;
    const of = (sql: string) => gateway.dataSource.query(sql, [id]);
    expect(await of('SELECT quota FROM logs WHERE request_id = $1 AND type = 2')).toEqual([{ quota: 70 }]);
    expect(
      await of('SELECT kind, -delta AS charge FROM ledger_entries WHERE request_id = $1 ORDER BY id'),
    ).toEqual(
      isSweptFirst
        ? [
            { kind: 'consume', charge: 44 },
            { kind: 'correction', charge: 26 },
          ]
        : [{ kind: 'consume', charge: 70 }],
    );
    expect(
      await gateway.dataSource.query('SELECT used_quota, request_count FROM users WHERE id = $1', [user]),
    ).toEqual([{ used_quota: 70, request_count: 1 }]);
    await booksBalance();
  },
);

test('a process that was only taken for dead does not charge a swept stream again', async () => {
  await open();
  const user = await gateway.user(1000);
  const slow = await gateway.process({ holdTtlSeconds: 60 });
  const hold = await slow.gate.reserve(holdFor(user, 100, { requestId: requestId() }));
  await slow.gate.report([{ hold, settlement: stream(40) }]);
  // As if it had not renewed its lease for too long.
  for (const owner of (await leases()).keys()) await here.redis.zadd('tollgate:owners', 'XX', '1', owner);
  const sweeper = new Sweeper(gateway.dataSource, here.redis);
  expect(await sweeper.releaseAbandonedHolds(0)).toBe(1);
  await slow.gate.settle(hold, charge(70));
  await post();
  // Only what it produced after the sweep is charged in addition.
  expect(await gateway.quotaOf(user)).toBe(930);
  expect(
    await gateway.dataSource.query(
      'SELECT kind, -delta AS charge FROM ledger_entries WHERE request_id = $1 ORDER BY id',
      [hold.requestId],
    ),
  ).toEqual([
    { kind: 'consume', charge: 40 },
    { kind: 'correction', charge: 30 },
  ]);
  await booksBalance();
});

test('a process that was taken for dead makes its holds again, and what it settles is charged', async () => {
  await open();
  const user = await gateway.user(100);
  const stalled = await gateway.process({ holdTtlSeconds: 1 });
  const [one, two] = [
    await stalled.gate.reserve(holdFor(user, 30)),
    await stalled.gate.reserve(holdFor(user, 30)),
  ];
  const sweeper = new Sweeper(gateway.dataSource, here.redis);
  let released = 0;
  // Again if the process renewed its lease in between.
  await until(async () => {
    for (const owner of (await leases()).keys()) await here.redis.zadd('tollgate:owners', 1, owner);
    return (released += await sweeper.releaseAbandonedHolds(0)) > 0;
  });
  expect(released).toBe(2);
  await stalled.gate.settle(one, charge(30));
  const tooMuch = async () => {
    const hold = await here.gate.reserve(holdFor(user, 41)).catch((problem: { code: string }) => problem);
    if ('code' in hold) return hold.code;
    await here.gate.release(hold);
    return 'held';
  };
  await until(async () => (await tooMuch()) === 'user_quota_low');
  await stalled.gate.settle(two, charge(30));
  await post();
  expect(await gateway.quotaOf(user)).toBe(40);
  await booksBalance();
});

test('Postgres away: known balances are served on, unknown ones are unavailable and not empty', async () => {
  await open();
  const own = await new DataSource(databaseOptions(process.env.DATABASE_URL!)).initialize();
  const cut = await gateway.process({}, { dataSource: own });
  const [known, unknown] = [await gateway.user(100), await gateway.user(100)];
  await cut.gate.release(await cut.gate.reserve(holdFor(known, 10)));
  await own.destroy();
  const hold = await cut.gate.reserve(holdFor(known, 10));
  await cut.gate.settle(hold, charge(10));
  expect(await outcome(cut.gate.reserve(holdFor(unknown, 10)))).toBe('books_unavailable');
  await post();
  expect(await gateway.quotaOf(known)).toBe(90);
});
