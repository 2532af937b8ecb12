import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { ClockCheck } from '../../server/core/redis/clock-check.js';
import { connectRedis, ready } from '../../server/core/redis/redis.js';

let redis: Redis;
let lines: string[];

beforeAll(async () => {
  redis = connectRedis(process.env.REDIS_URL!);
  await ready(redis);
});
afterAll(() => redis.disconnect());
beforeEach(() => {
  lines = [];
  for (const level of ['log', 'warn'] as const)
    jest
      .spyOn(Logger.prototype, level)
      .mockImplementation((...words: unknown[]) => void lines.push(String(words[0])));
});
afterEach(() => jest.restoreAllMocks());

/** Runs `work` while the clock of this process is wrong by `byMs`. */
async function withClockOff(byMs: number, work: () => Promise<void>): Promise<void> {
  const { now } = Date;
  Date.now = () => now() + byMs;
  try {
    await work();
  } finally {
    Date.now = now;
  }
}

test('a clock that agrees with that of Redis is not mentioned', async () => {
  const clock = new ClockCheck(redis);
  expect(clock.offsetMs).toBeUndefined();
  await clock.onApplicationBootstrap();
  // Both have the clock of this machine.
  expect(Math.abs(clock.offsetMs!)).toBeLessThan(2000);
  expect(lines).toEqual([]);
});

test.each([
  [8000, /^the clock of this machine is [678]\.\d s ahead of that of Redis: synchronize both \(NTP\)$/],
  [-60_000, /^the clock of this machine is (60|61|62)\.\d s behind that of Redis: synchronize both/],
])('a clock that is %i ms off is reported once, and once more when it is right', async (byMs, expected) => {
  const clock = new ClockCheck(redis);
  await withClockOff(byMs, async () => {
    await clock.check();
    await clock.check();
  });
  expect(lines).toEqual([expect.stringMatching(expected)]);
  expect(Math.sign(clock.offsetMs!)).toBe(Math.sign(byMs));
  await clock.check();
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('agrees with that of Redis again');
});

test('without Redis the last difference stays', async () => {
  const away = connectRedis('redis://127.0.0.1:1', { retryStrategy: () => null });
  away.on('error', () => undefined);
  const clock = new ClockCheck(away);
  await clock.check();
  expect([clock.offsetMs, lines]).toEqual([undefined, []]);
  away.disconnect();
});
