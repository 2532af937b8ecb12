import { Overload } from './overload.js';

const LIMIT_MS = 50;

/** An event loop that is measured whenever the test says so, and how many of 100 new requests are refused. */
function loop(limits: { delayMs: number; inFlight: number } = { delayMs: LIMIT_MS, inFlight: 0 }) {
  let inFlight = 0;
  let waited = 0;
  const overload = new Overload(
    limits,
    () => inFlight,
    () => waited,
  );
  overload.stop();
  let now = performance.now();
  return {
    overload,
    serve: (requests: number) => void (inFlight = requests),
    wait: (ms: number) => void (waited = ms),
    /** The loop runs `seconds` long `lateMs` late. */
    run(seconds: number, lateMs: number): void {
      for (const end = now + seconds * 1000; now < end;) {
        now += 100 + lateMs;
        overload.measure(now);
      }
    },
    refused(): number {
      let count = 0;
      for (let i = 0; i < 100; i++)
        try {
          overload.admit();
        } catch (problem) {
          expect(problem).toMatchObject({ code: 'overloaded', status: 503, retryAfterSeconds: 2 });
          count++;
        }
      return count;
    },
  };
}

test('nothing is refused while the event loop is on time, or late for a moment', () => {
  const { run, refused } = loop();
  run(10, 5);
  expect(refused()).toBe(0);
  for (const suspended of [200, 60_000]) {
    run(0.1, suspended);
    expect(refused()).toBe(0);
    run(5, 0);
  }
  run(5, LIMIT_MS - 10);
  expect(refused()).toBe(0);
});

test('the longer it is late, the more is refused, but never all', () => {
  const { run, refused } = loop();
  run(2, 150);
  const first = refused();
  expect(first).toBeGreaterThan(0);
  run(2, 150);
  expect(refused()).toBeGreaterThan(first);
  run(60, 150);
  expect(refused()).toBe(95);
});

test('when it is on time again, less and less is refused', () => {
  const { run, refused } = loop();
  run(60, 150);
  run(2, 0);
  expect(refused()).toBeLessThan(95);
  run(10, 0);
  expect(refused()).toBe(0);
});

test('refusals are spread evenly over the requests', () => {
  const { run, overload } = loop();
  run(3, 150);
  const served: boolean[] = [];
  for (let i = 0; i < 200; i++)
    try {
      overload.admit();
      served.push(true);
    } catch {
      served.push(false);
    }
  const half = (list: boolean[]) => list.filter(Boolean).length;
  expect(Math.abs(half(served.slice(0, 100)) - half(served.slice(100)))).toBeLessThanOrEqual(1);
});

test('a limit of requests in flight refuses all beyond it', () => {
  const { serve, refused, overload } = loop({ delayMs: 0, inFlight: 10 });
  serve(9);
  expect(refused()).toBe(0);
  serve(10);
  expect(refused()).toBe(100);
  expect(overload.refused).toEqual({ delay: 0, wait: 0, inFlight: 100 });
  serve(9);
  expect(refused()).toBe(0);
});

test('without limits nothing is refused', () => {
  const { run, serve, refused } = loop({ delayMs: 0, inFlight: 0 });
  run(10, 5000);
  serve(1_000_000);
  expect(refused()).toBe(0);
});

describe('requests that wait to be begun', () => {
  /** Milliseconds of the real clock, which new requests are judged by. */
  const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  test('a short wait refuses no request, however long it lasts', async () => {
    const { wait, refused } = loop();
    wait(LIMIT_MS / 5);
    expect(refused()).toBe(0);
    await pass(2.5 * LIMIT_MS);
    expect(refused()).toBe(0);
  });

  test('a long one refuses all when it has lasted, until it is short; for a while after, a long wait refuses at once', async () => {
    const { wait, refused, overload } = loop();
    wait(LIMIT_MS);
    expect(refused()).toBe(0);
    await pass(2.5 * LIMIT_MS);
    expect(refused()).toBe(100);
    wait(0);
    expect(refused()).toBe(0);
    wait(LIMIT_MS);
    expect(refused()).toBe(100);
    expect(overload.refused).toEqual({ delay: 0, wait: 200, inFlight: 0 });
  });

  test('two long waits with nothing between them are not one', async () => {
    const { wait, refused, run } = loop();
    wait(LIMIT_MS);
    expect(refused()).toBe(0);
    // One measurement after the requests, and one without any.
    run(0.2, 0);
    await pass(2.5 * LIMIT_MS);
    expect(refused()).toBe(0);
  });
});
