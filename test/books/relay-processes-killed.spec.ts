import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../setup/until.js';
import { CHARGE, SLOW_MODEL } from './clients.js';
import { GatewayProcesses } from './gateway-processes.js';
import { expectHonestBooks } from './verdict.js';

const CLIENTS = 12;
const PLENTY = 100_000_000;
/** Runs out while the test goes on. */
const POOR = 200 * CHARGE + 20;
const DRAIN_SECONDS = 20;
/** Serves on after the stop signal. */
const DELAY_SECONDS = 2;

let gateway: GatewayProcesses;

beforeAll(async () => {
  gateway = await GatewayProcesses.open({
    DRAIN_TIMEOUT: String(DRAIN_SECONDS),
    DRAIN_DELAY: String(DELAY_SECONDS),
  });
  // About four seconds from the first word to the last.
  gateway.upstream.forModel(SLOW_MODEL, { betweenFramesMs: 500 });
});

// Also those of a test that failed half-way.
afterEach(() => gateway?.clients.stop());

afterAll(() => gateway?.close());

test('a server killed under load loses no charge, doubles none, and leaves no hold', async () => {
  const rich = await gateway.member(PLENTY, 3);
  const poor = await gateway.member(POOR);
  gateway.clients.start(CLIENTS, [...rich.keys, ...poor.keys]);
  for (let kill = 0; kill < 2; kill++) {
    await gateway.clients.served(100);
    const streams = await gateway.openStreams(rich.keys[0]!, 4);
    await gateway.server.end('SIGKILL');
    for (const { whole } of await Promise.all(streams)) expect(whole).toBe(false);
    gateway.server.start();
    await gateway.answering();
  }
  await gateway.clients.served(100);
  const served = () => gateway.clients.counts()['200'] ?? 0;
  await until(
    () => served() > 100,
    () => `more than ${served()} answers`,
  );
  await gateway.clients.stop();

  const { broken = 0, 401: unknown = 0 } = gateway.clients.counts();
  expect(broken).toBeGreaterThanOrEqual(8);
  expect(unknown).toBe(0);
  await expectHonestBooks(gateway);
  // The streams' holds went by the sweep, which says so.
  const [swept] = await gateway.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM logs WHERE type = 4 AND user_id = $1 AND content LIKE '请求中断%'`,
    [rich.id],
  );
  expect(swept!.count).toBeGreaterThanOrEqual(8);
});

test('no answer comes to its end before its charge is safe', async () => {
  const rich = await gateway.member(PLENTY);
  const streams = await gateway.openStreams(rich.keys[0]!, 6);
  // The streams take four seconds; Redis freezes shortly before their end.
  await sleep(3000);
  const goOn = await gateway.freeze('redis');
  try {
    await Promise.all(gateway.upstream.requests.slice(-streams.length).map(({ over }) => over));
    // Time enough to pass the end on, and too little to give Redis up.
    await sleep(300);
    await gateway.server.end('SIGKILL');
  } finally {
    goOn();
  }
  for (const { status, whole } of await Promise.all(streams)) expect([status, whole]).toEqual([200, false]);
  gateway.server.start();
  await gateway.answering();
  await expectHonestBooks(gateway);
});

test('a worker killed under load posts everything once after all', async () => {
  const since = Date.now();
  const rich = await gateway.member(PLENTY, 3);
  gateway.clients.start(CLIENTS, rich.keys);
  for (let kill = 0; kill < 3; kill++) {
    await gateway.clients.served(50);
    await gateway.worker.end('SIGKILL');
    await gateway.clients.served(20);
    gateway.worker.start();
  }
  await gateway.clients.served(50);
  await gateway.clients.stop();
  expect(Object.keys(gateway.clients.counts(since))).toEqual(['200']);
  await expectHonestBooks(gateway);
});

test('a stopped server reports it first, finishes its streams and exits with 0', async () => {
  const rich = await gateway.member(PLENTY, 3);
  gateway.clients.start(CLIENTS, rich.keys);
  await gateway.clients.served(50);
  const streams = await gateway.openStreams(rich.keys[0]!, 6);
  const reportedAt = Date.now();
  const ended = gateway.server.end('SIGTERM');
  await until(async () => (await gateway.readiness()) !== 200);
  expect(await gateway.readiness()).toBe(503);
  const offAt = Date.now();
  expect(gateway.server.running).toBe(true);
  for (const stream of await Promise.all(streams)) {
    expect(stream).toMatchObject({ whole: true });
    expect(stream.endedAt).toBeGreaterThan(offAt);
  }
  expect(await ended).toBe(0);
  expect(Date.now() - reportedAt).toBeLessThan(DRAIN_SECONDS * 1000);
  await gateway.clients.stop();
  const { seen } = gateway.clients;
  // All that came before the end of the delay was answered; what came later was refused a connection.
  const before = seen.filter(({ sentAt }) => sentAt > reportedAt - 1000 && sentAt < reportedAt);
  expect(before.filter(({ whole }) => !whole)).toEqual([]);
  const after = seen.filter(({ sentAt }) => sentAt > offAt);
  expect(after.filter(({ status, whole }) => !whole && status !== undefined)).toEqual([]);
  expect(after.some(({ whole }) => whole)).toBe(true);
  expect(after.some(({ status }) => status === undefined)).toBe(true);

  expect(await gateway.worker.end('SIGTERM')).toBe(0);
  gateway.server.start();
  gateway.worker.start();
  await gateway.answering();
  await expectHonestBooks(gateway);
});
