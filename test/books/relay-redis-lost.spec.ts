import { until } from '../setup/until.js';
import { CHARGE, SLOW_MODEL, criteria } from './clients.js';
import { GatewayProcesses } from './gateway-processes.js';
import { expectHonestBooks } from './verdict.js';

const CLIENTS = 12;
const PLENTY = 100_000_000;
/** Runs out while the test goes on. */
const POOR = 200 * CHARGE + 20;

/** What clients of Chat Completions and of Messages get when the balance is too low. */
const LOW_BALANCE = [403, 402];

let gateway: GatewayProcesses;

beforeAll(async () => {
  gateway = await GatewayProcesses.open();
  // About four seconds from the first word to the last.
  gateway.upstream.forModel(SLOW_MODEL, { betweenFramesMs: 500 });
});

// Also those of a test that failed half-way.
afterEach(() => gateway?.clients.stop());

afterAll(() => gateway?.close());

/** What anybody but the poor may be answered. */
function expectOnly(statuses: readonly (number | undefined)[], since: number, poorKey: string): void {
  const others = gateway.clients.seen.filter(({ sentAt, key }) => sentAt >= since && key !== poorKey);
  expect(others.filter(({ status }) => !statuses.includes(status))).toEqual([]);
  expect(others.filter(({ status, whole }) => status === 200 && !whole)).toEqual([]);
  const poor = gateway.clients.seen.filter(({ sentAt, key }) => sentAt >= since && key === poorKey);
  expect(
    poor.filter(({ status = 0 }) => !LOW_BALANCE.includes(status) && !statuses.includes(status)),
  ).toEqual([]);
  expect(
    poor.filter(
      ({ status = 0, text }) => LOW_BALANCE.includes(status) && !text.includes('pre-consumed quota failed'),
    ),
  ).toEqual([]);
}

test('Redis killed under load: requests get 503, open streams finish, nothing is lost', async () => {
  const since = Date.now();
  const rich = await gateway.member(PLENTY, 3);
  const poor = await gateway.member(POOR);
  gateway.clients.start(CLIENTS, [...rich.keys, ...poor.keys]);
  await gateway.clients.served(50);
  const streams = await gateway.openStreams(rich.keys[0]!, 6);
  const comeBack = await gateway.stopHard('redis');
  const awayAt = Date.now();
  for (const stream of await Promise.all(streams)) expect(stream).toMatchObject({ whole: true });
  expect(gateway.spooled()).not.toEqual([]);
  expect(await gateway.readiness()).toBe(503);
  expect((await gateway.call('GET', '/api/user/self')).status).toBe(503);
  const backAt = Date.now();
  await comeBack();
  const served = () => gateway.clients.counts(backAt)['200'] ?? 0;
  await until(
    () => served() > 20,
    () => `more than ${served()} answers`,
  );
  await gateway.clients.stop();

  const { seen } = gateway.clients;
  const meanwhile = seen.filter(({ sentAt, endedAt }) => sentAt > awayAt && endedAt < backAt);
  expect(meanwhile.length).toBeGreaterThan(20);
  expect(meanwhile.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter))).toEqual([]);
  expectOnly([200, 503], since, poor.keys[0]!);
  await expectHonestBooks(gateway);
});

test('what a server spooled before it was killed is posted by the next one', async () => {
  const rich = await gateway.member(PLENTY);
  const streams = await gateway.openStreams(rich.keys[0]!, 6);
  const comeBack = await gateway.stopHard('redis');
  for (const stream of await Promise.all(streams)) expect(stream).toMatchObject({ whole: true });
  await gateway.server.end('SIGKILL');
  expect(gateway.spooled()).not.toEqual([]);
  await comeBack();
  gateway.server.start();
  await gateway.answering();
  await expectHonestBooks(gateway);
});

test('Redis frozen under load: the gateway stops waiting in time, and what Redis executed without a response counts once', async () => {
  const since = Date.now();
  const rich = await gateway.member(PLENTY, 3);
  const poor = await gateway.member(POOR);
  gateway.clients.start(CLIENTS, [...rich.keys, ...poor.keys]);
  await gateway.clients.served(30);
  const streams = await gateway.openStreams(rich.keys[0]!, 6);
  const goOn = await gateway.freeze('redis');
  try {
    expect(await gateway.readiness()).toBe(503);
    for (const stream of await Promise.all(streams)) expect(stream).toMatchObject({ whole: true });
    expect(gateway.spooled()).not.toEqual([]);
  } finally {
    goOn();
  }
  await gateway.clients.served(30);
  await gateway.clients.stop();
  expectOnly([200, 503], since, poor.keys[0]!);
  expect(Math.max(...gateway.clients.seen.map(({ sentAt, endedAt }) => endedAt - sentAt))).toBeLessThan(
    15_000,
  );
  await expectHonestBooks(gateway);
});

test('Redis emptied while the server is killed: what it had settled and the worker not posted is charged', async () => {
  const rich = await gateway.member(PLENTY);
  await gateway.worker.end('SIGTERM');
  const requests = [criteria.json, criteria.stream, criteria.translated];
  for (let round = 0; round < 10; round++)
    for (const seen of await Promise.all(
      requests.map((request) => gateway.clients.ask(rich.keys[0]!, request)),
    ))
      expect(seen).toMatchObject({ whole: true });
  await gateway.server.end('SIGKILL');
  await gateway.redis.flushall();
  gateway.server.start();
  gateway.worker.start();
  await gateway.answering();
  await gateway.signIn();
  await expectHonestBooks(gateway);
});

// The last one: it takes the sessions too.
test('Redis emptied under load: nobody notices, nothing is lost', async () => {
  const since = Date.now();
  const rich = await gateway.member(PLENTY, 3);
  const poor = await gateway.member(POOR);
  gateway.clients.start(CLIENTS, [...rich.keys, ...poor.keys]);
  for (let flush = 0; flush < 4; flush++) {
    await gateway.clients.served(50);
    const streams = await gateway.openStreams(rich.keys[0]!, 2);
    await gateway.redis.flushall();
    for (const stream of await Promise.all(streams)) expect(stream).toMatchObject({ whole: true });
  }
  await until(() => (gateway.clients.counts(since)['403'] ?? 0) > 0);
  await gateway.clients.stop();
  expectOnly([200], since, poor.keys[0]!);
  expect(gateway.clients.counts(since)['403']).toBeGreaterThan(0);
  await expectHonestBooks(gateway);
});
