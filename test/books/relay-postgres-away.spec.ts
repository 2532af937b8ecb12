import { setTimeout as sleep } from 'node:timers/promises';
import { criteria, type Seen } from './clients.js';
import { GatewayProcesses } from './gateway-processes.js';
import { expectHonestBooks } from './verdict.js';

const CLIENTS = 8;
const PLENTY = 100_000_000;
/** Seconds without Postgres. */
const AWAY = Number(process.env.POSTGRES_AWAY_SECONDS || 20);
const FROZEN_MS = 5000;

let gateway: GatewayProcesses;

beforeAll(async () => {
  gateway = await GatewayProcesses.open({}, { ownPostgres: true });
});

// Also those of a test that failed half-way.
afterEach(() => gateway?.clients.stop());

afterAll(() => gateway?.close());

test(
  `Postgres stopped for ${AWAY} s: known tokens are served, management says 503, all is posted later`,
  async () => {
    const rich = await gateway.member(PLENTY, 3);
    gateway.clients.start(CLIENTS, rich.keys);
    await gateway.clients.served(50);
    const comeBack = await gateway.stopHard('postgres');
    const awayAt = Date.now();
    const management: number[] = [];
    while (Date.now() < awayAt + AWAY * 1000) {
      await sleep(500);
      management.push((await gateway.call('GET', '/api/user/self')).status);
    }
    const backAt = Date.now();
    await comeBack();
    await gateway.clients.served(50);
    await gateway.clients.stop();

    expect(new Set(management)).toEqual(new Set([503]));
    expect(Object.keys(gateway.clients.counts())).toEqual(['200']);
    const meanwhile = gateway.clients.seen.filter(({ sentAt }) => sentAt > awayAt && sentAt < backAt);
    expect(meanwhile.length).toBeGreaterThan(AWAY * 10);
    await expectHonestBooks(gateway);
    expect((await gateway.call('GET', '/api/user/self')).status).toBe(200);
  },
  120_000 + AWAY * 1000,
);

test('Postgres frozen: known tokens are served, unknown ones wait or get 503', async () => {
  const since = Date.now();
  const rich = await gateway.member(PLENTY, 3);
  const newcomer = await gateway.member(PLENTY);
  gateway.clients.start(CLIENTS, rich.keys);
  await gateway.clients.served(30);
  const goOn = await gateway.freeze('postgres');
  let unknown: Promise<Seen>;
  try {
    unknown = gateway.clients.ask(newcomer.keys[0]!, criteria.json);
    await sleep(FROZEN_MS);
  } finally {
    goOn();
  }
  await gateway.clients.served(30);
  await gateway.clients.stop();
  expect([200, 503]).toContain((await unknown).status);
  const known = gateway.clients.seen.filter(({ sentAt, key }) => sentAt >= since && rich.keys.includes(key));
  expect(known.filter(({ whole }) => !whole)).toEqual([]);
  expect(known.length).toBeGreaterThan(FROZEN_MS / 100);
  await expectHonestBooks(gateway);
});
