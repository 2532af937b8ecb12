import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { leaseHolder, POSTER_LOCK } from '../../../server/billing/ledger/posting/leader-session.js';
import { Poster } from '../../../server/billing/ledger/posting/poster.js';
import { auditLedger } from '../../../server/billing/ledger/ledger-audit.js';
import { TcpPath } from '../../setup/tcp-path.js';
import { until } from '../../setup/until.js';
import { RowLock } from '../../books/row-lock.js';
import { PAUSE_MS } from './ledger-harness.js';
import { PostingHarness } from './posting-harness.js';

/** A leader that vanished is succeeded within this time. */
const SUCCESSION_MS = 10_000;

const ledger = PostingHarness.forAllTests();
const paths: TcpPath[] = [];
const posters: Poster[] = [];

afterEach(async () => {
  // Their connections end at once.
  await Promise.all(paths.splice(0).map((one) => one.close()));
  await Promise.all(posters.splice(0).map((one) => one.stop()));
});

/** Starts a poster that reaches Postgres by a path of its own, and waits until it leads or not. */
async function started(): Promise<{ path: TcpPath; poster: Poster }> {
  const path = await TcpPath.to(process.env.DATABASE_URL!);
  const { redis, events } = ledger.here;
  const poster = new Poster(path.url, redis, events, PAUSE_MS);
  paths.push(path);
  posters.push(poster);
  poster.start();
  return { path, poster };
}

async function leaders(): Promise<number> {
  const [row] = await ledger.rows<{ count: number }>(
    `SELECT count(*)::int FROM pg_locks l JOIN pg_database d ON d.oid = l.database
     WHERE locktype = 'advisory' AND objid = $1 AND granted AND datname = current_database()`,
    [POSTER_LOCK],
  );
  return row!.count;
}

/** Milliseconds until everything is posted. */
async function postedAfter(): Promise<number> {
  const began = performance.now();
  await ledger.allPosted();
  return performance.now() - began;
}

/** Spends 10 of a user whose row is locked, so that the leader waits within its transaction. */
async function chargeThatWaits(user: number): Promise<RowLock> {
  const sql = 'SELECT 1 FROM users WHERE id = $1 FOR UPDATE';
  const row = await RowLock.take(process.env.DATABASE_URL!, sql, [user]);
  await ledger.spend(user, 10);
  await row.blocks();
  return row;
}

async function expectBalanced(user: number, quota: number): Promise<void> {
  expect(await ledger.gateway.quotaOf(user)).toBe(quota);
  const { redis } = ledger.here;
  expect(await auditLedger(ledger.gateway.dataSource, redis)).toMatchObject({ balanced: true });
}

test('a leader whose network vanishes is succeeded by another worker within 10 s', async () => {
  const user = await ledger.gateway.user(1000);
  const { path } = await started();
  await until(async () => (await leaders()) === 1);
  await started();
  await ledger.spend(user, 10);
  await ledger.allPosted();
  path.cut();
  for (let i = 0; i < 5; i++) await ledger.spend(user, 10);
  expect(await postedAfter()).toBeLessThan(SUCCESSION_MS);
  await expectBalanced(user, 940);
});

test('a leader whose network vanishes within a transaction commits nothing, and keeps no row locked', async () => {
  const user = await ledger.gateway.user(1000);
  const { path } = await started();
  await until(async () => (await leaders()) === 1);
  const row = await chargeThatWaits(user);
  path.cut();
  await started();
  const began = performance.now();
  // Postgres goes on with the statement of the vanished leader, which then says nothing more.
  await row.release();
  await ledger.allPosted();
  expect(performance.now() - began).toBeLessThan(SUCCESSION_MS);
  await expectBalanced(user, 990);
});

test('the only worker, behind a firewall that drops its connection, goes on with a new one within 15 s', async () => {
  const user = await ledger.gateway.user(1000);
  const { path } = await started();
  await until(async () => (await leaders()) === 1);
  const row = await chargeThatWaits(user);
  path.cutExisting();
  await row.release();
  expect(await postedAfter()).toBeLessThan(15_000);
  await expectBalanced(user, 990);
});

/** A poster that leads, and pauses for a minute. */
async function leaderWithLongPause(): Promise<Poster> {
  const path = await TcpPath.to(process.env.DATABASE_URL!);
  paths.push(path);
  const { redis, events } = ledger.here;
  const poster = new Poster(path.url, redis, events, 60_000);
  posters.push(poster);
  poster.start();
  await until(async () => (await leaders()) === 1);
  return poster;
}

test('a leader keeps the lease while there is nothing to post, also with a long pause', async () => {
  await leaderWithLongPause();
  const holder = () => leaseHolder((sql, parameters) => ledger.rows(sql, parameters));
  // The lease is written after the lock was taken.
  await until(async () => (await holder()) !== undefined);
  const first = await holder();
  expect(first).toMatchObject({ holder: expect.stringMatching(`:${process.pid}$`) });
  await sleep(8000);
  expect(await holder()).toEqual(first);
  expect(await leaders()).toBe(1);
});

test('a leader that is prompted posts without the rest of its pause', async () => {
  const user = await ledger.gateway.user(1000);
  const poster = await leaderWithLongPause();
  await ledger.spend(user, 10);
  await until(async () => {
    poster.prompt();
    return (await ledger.waiting()) === 0;
  });
  await expectBalanced(user, 990);
});

test('a worker of an earlier release, which holds the lock without a lease, excludes those of this one, and the other way round', async () => {
  const user = await ledger.gateway.user(1000);
  const old = new pg.Client(process.env.DATABASE_URL);
  await old.connect();
  const take = async () =>
    (await old.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [POSTER_LOCK])).rows[0]!
      .taken;
  expect(await take()).toBe(true);
  const { poster } = await started();
  await ledger.spend(user, 10);
  await sleep(2500);
  expect(await ledger.waiting()).toBe(1);
  await old.query('SELECT pg_advisory_unlock_all()');
  await ledger.allPosted();
  expect(await take()).toBe(false);
  await poster.stop();
  await until(take);
  await old.end();
  await expectBalanced(user, 990);
});
