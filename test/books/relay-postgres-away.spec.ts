import { setTimeout as sleep } from 'node:timers/promises';
import { wishes, type Seen } from './clients.js';
import { HouseOfProcesses } from './house-of-processes.js';
import { expectHonestBooks } from './verdict.js';

const CLIENTS = 8;
const PLENTY = 100_000_000;
/** Seconds without Postgres. */
const AWAY = Number(process.env.POSTGRES_AWAY_SECONDS || 20);
const FROZEN_MS = 5000;

let house: HouseOfProcesses;

beforeAll(async () => {
  house = await HouseOfProcesses.open();
}, 120_000);

// Also those of a test that failed half-way.
afterEach(() => house?.clients.stop());

afterAll(() => house?.close());

test(
  `Postgres stopped for ${AWAY} s: known tokens are served, management says 503, all is posted later`,
  async () => {
    const rich = await house.member(PLENTY, 3);
    house.clients.start(CLIENTS, rich.keys);
    await sleep(2000);
    const comeBack = await house.stopHard('postgres');
    const awayAt = Date.now();
    const management: number[] = [];
    while (Date.now() < awayAt + AWAY * 1000) {
      await sleep(500);
      management.push((await house.call('GET', '/api/user/self')).status);
    }
    const backAt = Date.now();
    await comeBack();
    await sleep(2000);
    await house.clients.stop();

    expect(new Set(management)).toEqual(new Set([503]));
    expect(Object.keys(house.clients.counts())).toEqual(['200']);
    const meanwhile = house.clients.seen.filter(({ askedAt }) => askedAt > awayAt && askedAt < backAt);
    expect(meanwhile.length).toBeGreaterThan(AWAY * 10);
    await expectHonestBooks(house);
    expect((await house.call('GET', '/api/user/self')).status).toBe(200);
  },
  120_000 + AWAY * 1000,
);

test('Postgres frozen: known tokens are served, unknown ones wait or are told to come back', async () => {
  const since = Date.now();
  const rich = await house.member(PLENTY, 3);
  const newcomer = await house.member(PLENTY);
  house.clients.start(CLIENTS, rich.keys);
  await sleep(1000);
  const goOn = await house.freeze('postgres');
  let unknown: Promise<Seen>;
  try {
    unknown = house.clients.ask(newcomer.keys[0]!, wishes.json);
    await sleep(FROZEN_MS);
  } finally {
    goOn();
  }
  await sleep(1000);
  await house.clients.stop();
  expect([200, 503]).toContain((await unknown).status);
  const known = house.clients.seen.filter(({ askedAt, key }) => askedAt >= since && rich.keys.includes(key));
  expect(known.filter(({ whole }) => !whole)).toEqual([]);
  expect(known.length).toBeGreaterThan(FROZEN_MS / 100);
  await expectHonestBooks(house);
}, 120_000);
