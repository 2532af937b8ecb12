import { EventEmitter } from 'node:events';
import type { UpstreamFailure } from '../../dialects/canonical/failure.js';
import { RequestScope, type Exchange } from '../pipeline/request-scope.js';
import { demandedWait, pause, waitBefore } from './retry-after.js';
import { upstreamFailure } from '../../../test/relay/upstream-failure.js';

/** Of the random numbers, which spread pauses from a half to one and a half. */
const [LEAST, MIDDLE, MOST] = [0, 0.5, 1];
const wait = (last: UpstreamFailure, repeats: number, demandedMs = 0, random = MIDDLE) =>
  waitBefore(last, repeats, demandedMs, () => random);

describe('before another channel', () => {
  test.each([
    ['a failure of the provider', upstreamFailure(500), 0],
    ['a failure with a Retry-After, which is that of the failed channel', upstreamFailure(503, 2), 0],
    ['a 429 that says when to come again', upstreamFailure(429, 2), 0],
    ['a 429 that demands a long wait', upstreamFailure(429, 600), 0],
    ['a 429 without Retry-After', upstreamFailure(429), 150],
    ['a 429 with a Retry-After of 0', upstreamFailure(429, 0), 150],
  ])('%s', (_after, last, milliseconds) => {
    expect(wait(last, 0)).toBe(milliseconds);
  });

  test('the pause after a 429 is spread, so that clients do not come back together', () => {
    expect([LEAST, MOST].map((random) => wait(upstreamFailure(429), 0, 0, random))).toEqual([75, 225]);
  });
});

describe('before the same channel', () => {
  test('pauses double with each try, up to sixteen times the first', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 20].map((repeats) => wait(upstreamFailure(500), repeats));
    expect(pauses).toEqual([200, 400, 800, 1600, 3200, 3200, 3200]);
  });

  test('pauses are spread', () => {
    expect([LEAST, MOST].map((random) => wait(upstreamFailure(500), 2, 0, random))).toEqual([200, 600]);
  });

  test.each<[string, UpstreamFailure, number, number, number | undefined]>([
    ['what remains of a short Retry-After is kept', upstreamFailure(429, 2), 1, 1700, 1700],
    ['three seconds still are', upstreamFailure(429, 3), 1, 3000, 3000],
    ['more rules the channel out', upstreamFailure(429, 4), 1, 3001, undefined],
    ['also where another channel was the last to fail', upstreamFailure(500), 1, 60_000, undefined],
    ['the pause, where it is longer than the Retry-After', upstreamFailure(429, 1), 5, 1000, 3200],
    ['the pause, where the channel demands nothing', upstreamFailure(429, 60), 1, 0, 200],
  ])('%s', (_rule, last, repeats, demandedMs, milliseconds) => {
    expect(wait(last, repeats, demandedMs)).toBe(milliseconds);
  });
});

test('a wait is demanded by the Retry-After of a 429 and of no other status', () => {
  const failures = [upstreamFailure(429, 2), upstreamFailure(429), upstreamFailure(503, 600)];
  expect(failures.map(demandedWait)).toEqual([2000, 0, 0]);
});

test('pauses are random without a source of numbers', () => {
  const pauses = Array.from({ length: 100 }, () => waitBefore(upstreamFailure(500), 1, 0)!);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...pauses)).toBeLessThan(300);
  expect(new Set(pauses).size).toBeGreaterThan(50);
});

describe('a pause', () => {
  const scopeOf = () =>
    new RequestScope({
      response: Object.assign(new EventEmitter(), { writableFinished: false }),
    } as unknown as Exchange);
  const LONG_MS = 60_000;

  test('lasts its time', async () => {
    const start = performance.now();
    await pause(scopeOf(), 30);
    expect(performance.now() - start).toBeGreaterThan(25);
  });

  test('ends when the client disconnects', async () => {
    const scope = scopeOf();
    const paused = pause(scope, LONG_MS);
    scope.exchange.response.emit('close');
    await paused;
    expect(scope.clientGone).toBe(true);
  });

  test('does not begin for a client that has gone', async () => {
    const scope = scopeOf();
    scope.disconnect();
    await pause(scope, LONG_MS);
  });
});
