import type { Redis } from 'ioredis';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import { until } from '../../../test/setup/until.js';
import { Admission, type Admitted } from './admission.js';

/**
 * What the gateway makes of the answers of Redis. Whether Redis counts rightly is tested with a real one in
 * test/relay/routing.
 */
const LEASE_MS = 30_000;
const THIRD_OF_LEASE_MS = 10_000;
const HOUR_MS = 3_600_000;
const ADMITTED = [0, 0];

/** Answers scripts one after the other, and after that as if all requests were admitted. */
class ScriptedRedis {
  readonly answers: (number[] | Error)[] = [];
  readonly calls: (string | number)[][] = [];

  async evalsha(_hash: string, _keys: number, ...args: (string | number)[]): Promise<number[]> {
    this.calls.push(args);
    const answer = this.answers.shift() ?? ADMITTED;
    if (answer instanceof Error) throw answer;
    return answer;
  }

  /** The calls since the last look. */
  seen(): (string | number)[][] {
    return this.calls.splice(0);
  }
}

let redis: ScriptedRedis;
let admission: Admission;
/** Unix milliseconds, as the admission reads them. */
let now: number;
let reports: [problem: unknown, requestId: string][];
const admissionWith = (leaseMs: number) =>
  new Admission(
    redis as unknown as Redis,
    leaseMs,
    (...report) => void reports.push(report),
    () => now,
  );

beforeEach(() => {
  redis = new ScriptedRedis();
  reports = [];
  now = 1_800_000_000_000;
  admission = admissionWith(LEASE_MS);
});

afterEach(() => admission.stop());

// The code under test reads only these members.
const channelWith = (setting: object) => ({ id: 12, setting }) as unknown as RoutableChannel;
const FREE = channelWith({});
const SLOTS = channelWith({ limits: { concurrency: 2 } });
const RATES = channelWith({ limits: { requestsPerMinute: 60 } });
const BOTH = channelWith({ limits: { concurrency: 2 }, keyLimits: { tokensPerMinute: 1000 } });

const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};
/** Lets time pass in steps in which calls of Redis are answered. */
async function pass(milliseconds: number, stepMs = THIRD_OF_LEASE_MS): Promise<void> {
  for (let left = milliseconds; left > 0; left -= stepMs) {
    jest.advanceTimersByTime(Math.min(left, stepMs));
    await settled();
  }
}

describe('a request to a channel', () => {
  test('without limits is not counted', async () => {
    expect(await admission.enter('one', FREE, 3, 100)).toBeUndefined();
    expect(redis.seen()).toEqual([]);
  });

  test('with limits counts in all its scopes, with the estimated tokens', async () => {
    expect(await admission.enter('one', BOTH, 3, 100)).toEqual({
      requestId: 'one',
      tokens: 100,
      scopes: [
        { name: '12', limits: { concurrency: 2 } },
        { name: '12:3', limits: { tokensPerMinute: 1000 } },
      ],
    });
    expect(redis.seen()).toEqual([['one', LEASE_MS, 100, '12', 0, 0, 2, 0, '12:3', 0, 1000, 0, 0]]);
  });

  test.each([
    ['the channel is full', [1000, 1], false],
    ['only its key is full', [1000, 2], true],
  ])('learns whether %s', async (_what, answer, ofKey) => {
    redis.answers.push(answer);
    expect(await admission.enter('one', BOTH, 3, 0)).toEqual({ waitMs: 1000, ofKey });
  });

  test('is served without limits while Redis is unavailable, which is reported', async () => {
    const problem = new Error('Connection is closed.');
    redis.answers.push(problem);
    expect(await admission.enter('one', RATES, 0, 0)).toBeUndefined();
    expect(reports).toEqual([[problem, 'one']]);
  });
});

describe('a session of a user', () => {
  test('counts in those of the user', async () => {
    expect(await admission.enterSession('one', 7, 5)).toMatchObject({ requestId: 'one', tokens: 0 });
    expect(redis.seen()).toEqual([['one', LEASE_MS, 0, 'sessions-of-user-7', 0, 0, 5, 0]]);
  });

  test('is one too many where Redis says so', async () => {
    redis.answers.push([1000, 1]);
    expect(await admission.enterSession('one', 7, 5)).toBe('full');
  });

  test('is admitted while Redis is unavailable', async () => {
    admission = admissionWith(0);
    redis.answers.push(new Error('Connection is closed.'));
    expect(await admission.enterSession('one', 7, 5)).toBeUndefined();
  });
});

describe('a request that leaves', () => {
  test.each([
    ['more', 130.4, 30],
    ['fewer', 60, -40],
    ['as many', 100, 0],
  ])('that used %s tokens than estimated corrects the count', async (_more, tokens, difference) => {
    const admitted = await admission.enter('one', BOTH, 3, 100);
    redis.seen();
    admission.leave(admitted as Admitted, tokens, 250);
    expect(redis.seen()).toEqual([['one', difference, 250, '12', '12:3']]);
  });

  test('although Redis is unavailable is reported', async () => {
    const admitted = await admission.enter('one', RATES, 0, 0);
    const problem = new Error('Connection is closed.');
    redis.answers.push(problem);
    admission.leave(admitted as Admitted, 0, 0);
    await settled();
    expect(reports).toEqual([[problem, 'one']]);
  });
});

describe('the slot of a running request', () => {
  const RENEWED = [LEASE_MS, '12', 'one'];
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const thirdOfLease = () => pass(THIRD_OF_LEASE_MS);

  test('is renewed after each third of its lease, until the request leaves', async () => {
    const admitted = await admission.enter('one', SLOTS, 0, 0);
    redis.seen();
    await pass(THIRD_OF_LEASE_MS - 1);
    expect(redis.seen()).toEqual([]);
    await pass(1);
    expect(redis.seen()).toEqual([RENEWED]);
    await thirdOfLease();
    expect(redis.seen()).toEqual([RENEWED]);
    admission.leave(admitted as Admitted, 0, 0);
    redis.seen();
    await thirdOfLease();
    expect(redis.seen()).toEqual([]);
    // The renewal has ended, and begins again with the next slot.
    await pass(1);
    await admission.enter('two', SLOTS, 0, 0);
    redis.seen();
    await pass(THIRD_OF_LEASE_MS - 1);
    expect(redis.seen()).toEqual([]);
    await pass(1);
    expect(redis.seen()).toEqual([[LEASE_MS, '12', 'two']]);
  });

  test('is renewed once for all requests', async () => {
    await admission.enter('one', SLOTS, 0, 0);
    await admission.enter('two', SLOTS, 0, 0);
    redis.seen();
    await thirdOfLease();
    expect(redis.seen()).toEqual([[LEASE_MS, '12', 'one', '12', 'two']]);
  });

  test('is renewed for two hours at most', async () => {
    await admission.enter('one', SLOTS, 0, 0);
    redis.seen();
    now += 2 * HOUR_MS;
    await thirdOfLease();
    expect(redis.seen()).toEqual([RENEWED]);
    now += 1;
    await thirdOfLease();
    expect(redis.seen()).toEqual([]);
  });

  test('that could not be renewed is reported and tried again', async () => {
    await admission.enter('one', SLOTS, 0, 0);
    redis.seen();
    const problem = new Error('Connection is closed.');
    redis.answers.push(problem);
    await thirdOfLease();
    expect(reports).toEqual([[problem, '']]);
    await thirdOfLease();
    expect(redis.seen()).toEqual([RENEWED, RENEWED]);
  });

  test('is none where requests at a time are not limited, or the request was not admitted', async () => {
    await admission.enter('one', RATES, 0, 0);
    redis.answers.push([1000, 1]);
    await admission.enter('two', SLOTS, 0, 0);
    redis.seen();
    await thirdOfLease();
    expect(redis.seen()).toEqual([]);
  });

  test('is not renewed after the stop', async () => {
    await admission.enter('one', SLOTS, 0, 0);
    admission.stop();
    redis.seen();
    await thirdOfLease();
    expect(redis.seen()).toEqual([]);
  });
});

test('slots that Redis may still hold after a failed call are returned once it answers; other limits are not', async () => {
  const down = new Error('Connection is closed.');
  const running = (await admission.enter('running', SLOTS, 0, 0)) as Admitted;
  const counted = (await admission.enter('counted', RATES, 0, 0)) as Admitted;
  redis.seen();
  redis.answers.push(down, down, down, down);
  expect(await admission.enter('entering', BOTH, 3, 100)).toBeUndefined();
  expect(await admission.enter('limited', RATES, 3, 100)).toBeUndefined();
  admission.leave(running, 10, 250);
  admission.leave(counted, 10, 250);
  expect(redis.seen()).toHaveLength(4);
  await until(() => redis.calls.length >= 2);
  await settled();
  expect(redis.seen()).toEqual([
    ['entering', 0, 0, '12', '12:3'],
    ['running', 0, 0, '12'],
  ]);
  expect(reports).toEqual(['entering', 'limited', 'running', 'counted'].map((request) => [down, request]));
});
