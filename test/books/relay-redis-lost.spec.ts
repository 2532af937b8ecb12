import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../setup/patience.js';
import { CHARGE, SLOW_MODEL } from './clients.js';
import { HouseOfProcesses } from './house-of-processes.js';
import { expectHonestBooks } from './verdict.js';

const CLIENTS = 12;
const PLENTY = 100_000_000;
/** Runs out while the test goes on. */
const POOR = 200 * CHARGE + 20;

/** What clients of Chat Completions and of Messages get when the balance is too low. */
const LOW_BALANCE = [403, 402];

let house: HouseOfProcesses;

beforeAll(async () => {
  house = await HouseOfProcesses.open();
  // About four seconds from the first word to the last.
  house.upstream.forModel(SLOW_MODEL, { betweenFramesMs: 500 });
}, 120_000);

// Also those of a test that failed half-way.
afterEach(() => house?.clients.stop());

afterAll(() => house?.close());

/** What anybody but the poor may be answered. */
function expectOnly(statuses: readonly (number | undefined)[], since: number, poorKey: string): void {
  const others = house.clients.seen.filter(({ askedAt, key }) => askedAt >= since && key !== poorKey);
  expect(others.filter(({ status }) => !statuses.includes(status))).toEqual([]);
  expect(others.filter(({ status, whole }) => status === 200 && !whole)).toEqual([]);
  const poor = house.clients.seen.filter(({ askedAt, key }) => askedAt >= since && key === poorKey);
  expect(
    poor.filter(({ status = 0 }) => !LOW_BALANCE.includes(status) && !statuses.includes(status)),
  ).toEqual([]);
  expect(
    poor.filter(
      ({ status = 0, text }) => LOW_BALANCE.includes(status) && !text.includes('pre-consumed quota failed'),
    ),
  ).toEqual([]);
}

test('Redis killed under load: requests are told to come back, open streams finish, nothing is lost', async () => {
  const since = Date.now();
  const rich = await house.member(PLENTY, 3);
  const poor = await house.member(POOR);
  house.clients.start(CLIENTS, [...rich.keys, ...poor.keys]);
  await sleep(2000);
  const streams = await house.openStreams(rich.keys[0]!, 6);
  const comeBack = await house.stopHard('redis');
  const awayAt = Date.now();
  for (const stream of await Promise.all(streams)) expect(stream).toMatchObject({ whole: true });
  expect(house.spooled()).not.toEqual([]);
  expect(await house.readiness()).toBe(503);
  expect((await house.call('GET', '/api/user/self')).status).toBe(503);
  const backAt = Date.now();
  await comeBack();
  const served = () => house.clients.counts(backAt)['200'] ?? 0;
  await until(
    () => served() > 20,
    () => `more than ${served()} answers`,
  );
  await house.clients.stop();

  const { seen } = house.clients;
  const meanwhile = seen.filter(({ askedAt, endedAt }) => askedAt > awayAt && endedAt < backAt);
  expect(meanwhile.length).toBeGreaterThan(20);
  expect(meanwhile.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter))).toEqual([]);
  expectOnly([200, 503], since, poor.keys[0]!);
  await expectHonestBooks(house);
}, 120_000);

test('what a server spooled before it was killed is posted by the next one', async () => {
  const rich = await house.member(PLENTY);
  const streams = await house.openStreams(rich.keys[0]!, 6);
  const comeBack = await house.stopHard('redis');
  for (const stream of await Promise.all(streams)) expect(stream).toMatchObject({ whole: true });
  await house.server.end('SIGKILL');
  expect(house.spooled()).not.toEqual([]);
  await comeBack();
  house.server.start();
  await house.answering();
  await expectHonestBooks(house);
}, 120_000);

test('Redis frozen under load: it is given up on in time, and what it did unheard counts once', async () => {
  const since = Date.now();
  const rich = await house.member(PLENTY, 3);
  const poor = await house.member(POOR);
  house.clients.start(CLIENTS, [...rich.keys, ...poor.keys]);
  await sleep(1000);
  const streams = await house.openStreams(rich.keys[0]!, 6);
  const goOn = await house.freeze('redis');
  try {
    expect(await house.readiness()).toBe(503);
    for (const stream of await Promise.all(streams)) expect(stream).toMatchObject({ whole: true });
    expect(house.spooled()).not.toEqual([]);
  } finally {
    goOn();
  }
  await sleep(2000);
  await house.clients.stop();
  expectOnly([200, 503], since, poor.keys[0]!);
  expect(Math.max(...house.clients.seen.map(({ askedAt, endedAt }) => endedAt - askedAt))).toBeLessThan(
    15_000,
  );
  await expectHonestBooks(house);
}, 120_000);

// The last one: it takes the sessions too.
test('Redis emptied under load: nobody notices, nothing is lost', async () => {
  const since = Date.now();
  const rich = await house.member(PLENTY, 3);
  const poor = await house.member(POOR);
  house.clients.start(CLIENTS, [...rich.keys, ...poor.keys]);
  for (let flush = 0; flush < 4; flush++) {
    await sleep(1200);
    const streams = await house.openStreams(rich.keys[0]!, 2);
    await house.redis.flushall();
    for (const stream of await Promise.all(streams)) expect(stream).toMatchObject({ whole: true });
  }
  await house.clients.stop();
  expectOnly([200], since, poor.keys[0]!);
  expect(house.clients.counts(since)['403']).toBeGreaterThan(0);
  await expectHonestBooks(house);
}, 120_000);
