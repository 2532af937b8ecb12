import { Circuits } from './circuits.js';
import { upstreamFailure } from '../../../test/relay/upstream-failure.js';

/** When a failing channel is skipped, and when it is tried again. Uses a fake clock. */
const CHANNEL = 1;
let now: number;
let circuits: Circuits;

beforeEach(() => {
  now = 1_000_000;
  circuits = new Circuits(() => now);
});

function fail(times: number, how = upstreamFailure()): void {
  for (let turn = 0; turn < times; turn += 1) circuits.failed(CHANNEL, how);
}

/** Seconds until the channel may be called, in steps of a tenth. */
function waits(): number {
  const from = now;
  while (!circuits.closed(CHANNEL)) now += 100;
  const waited = (now - from) / 1000;
  now = from;
  return waited;
}

describe('a circuit', () => {
  test('opens with the fifth failure in a row, for five seconds', () => {
    fail(4);
    expect(circuits.closed(CHANNEL)).toBe(true);
    fail(1);
    expect(circuits.closed(CHANNEL)).toBe(false);
    expect(waits()).toBe(5);
  });

  test('does not open where a success was between', () => {
    fail(4);
    circuits.succeeded(CHANNEL);
    fail(4);
    expect(circuits.closed(CHANNEL)).toBe(true);
  });

  test.each([400, 404, 413, 422])('does not count a %i: the request was wrong, not the channel', (status) => {
    fail(20, upstreamFailure(status));
    expect(circuits.anyOpen).toBe(false);
  });

  test.each([401, 403, 429, 500, 503])('counts a %i', (status) => {
    fail(5, upstreamFailure(status));
    expect(circuits.closed(CHANNEL)).toBe(false);
  });

  test('is the affair of its channel alone', () => {
    fail(5);
    expect(circuits.closed(2)).toBe(true);
  });

  test('opens at once for the time that a provider requests, five minutes at most', () => {
    fail(1, upstreamFailure(429, 17));
    expect(waits()).toBe(17);
    fail(1, upstreamFailure(429, 86_400));
    expect(waits()).toBe(300);
  });
});

describe('half open', () => {
  beforeEach(() => {
    fail(5);
    now += 5000;
  });

  test('it lets one request through, and no other while that is under way', () => {
    expect(circuits.closed(CHANNEL)).toBe(true);
    circuits.requestSent(CHANNEL);
    expect(circuits.closed(CHANNEL)).toBe(false);
  });

  test('a probe that works closes it', () => {
    circuits.requestSent(CHANNEL);
    circuits.succeeded(CHANNEL);
    expect(circuits.closed(CHANNEL)).toBe(true);
    expect(circuits.anyOpen).toBe(false);
    // Starts from zero: five more failures open it again, for the first wait.
    fail(4);
    expect(circuits.closed(CHANNEL)).toBe(true);
    fail(1);
    expect(waits()).toBe(5);
  });

  test('each probe that fails doubles the wait, to ten seconds: what works again is asked within them', () => {
    const seen: number[] = [];
    for (let probe = 0; probe < 5; probe += 1) {
      circuits.requestSent(CHANNEL);
      fail(1);
      seen.push(waits());
      now += waits() * 1000;
    }
    expect(seen).toEqual([10, 10, 10, 10, 10]);
  });

  test('a probe that never ends makes room for another after the same wait', () => {
    circuits.requestSent(CHANNEL);
    expect(waits()).toBe(5);
  });
});

test('failures that opened nothing are no reason to look closer', () => {
  fail(4);
  expect(circuits.anyOpen).toBe(false);
  expect(circuits.failing(CHANNEL)).toBe(true);
});

test('what is remembered stays bounded, and the oldest is forgotten first', () => {
  for (let id = 1; id <= 10_001; id++) circuits.failed(id, upstreamFailure());
  expect(circuits.size).toBe(10_000);
  expect(circuits.failing(1)).toBe(false);
  expect(circuits.failing(10_001)).toBe(true);
});

describe('whether any circuit is open', () => {
  const RATE_LIMITED = upstreamFailure(429, 17);

  test('nothing is open at first, and a success of what never failed changes nothing', () => {
    circuits.succeeded(CHANNEL);
    expect([circuits.anyOpen, circuits.size]).toEqual([false, 0]);
  });

  test('a circuit counts once, however often it fails while it is open', () => {
    fail(3, RATE_LIMITED);
    circuits.succeeded(CHANNEL);
    expect(circuits.anyOpen).toBe(false);
  });

  test('a success of something else does not close it', () => {
    fail(1, RATE_LIMITED);
    circuits.succeeded(2);
    expect(circuits.anyOpen).toBe(true);
    circuits.failed(2, upstreamFailure());
    circuits.succeeded(2);
    expect(circuits.anyOpen).toBe(true);
    expect(circuits.closed(CHANNEL)).toBe(false);
  });

  test('one that is forgotten for lack of room is not open any more', () => {
    fail(1, RATE_LIMITED);
    for (let id = 2; id <= 10_001; id++) circuits.failed(id, upstreamFailure());
    expect(circuits.failing(CHANNEL)).toBe(false);
    expect(circuits.anyOpen).toBe(false);
  });
});
