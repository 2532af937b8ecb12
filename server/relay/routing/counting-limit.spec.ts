import type { Redis } from 'ioredis';
import { CountingLimit } from './counting-limit.js';

/** Requests a minute. */
const MOST = 5;
const KILOBYTE = 1024;
let limit: CountingLimit;
let user = 0;

beforeEach(() => {
  // While Redis is unreachable the process counts on its own.
  limit = new CountingLimit({ status: 'end' } as Redis, MOST);
  user += 1;
});

/** How many requests of this size the user has in a minute. */
async function requestsOf(bytes: number, most = 2 * MOST): Promise<number> {
  for (let requests = 0; requests < most; requests++)
    try {
      await limit.take(user, bytes);
    } catch (error) {
      expect(error).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: expect.any(Number) });
      return requests;
    }
  return most;
}

test.each([
  ['an empty body', 0, 5],
  ['a body just below 64 KB', 64 * KILOBYTE - 1, 5],
  ['a body of 64 KB', 64 * KILOBYTE, 2],
  ['a body just below 128 KB', 128 * KILOBYTE - 1, 2],
  ['a body of 128 KB', 128 * KILOBYTE, 1],
  ['a body as large as all of the limit', 4 * 64 * KILOBYTE, 1],
  ['the largest body, which still can be counted', 100 * 64 * KILOBYTE, 1],
])('%s counts as often as it has 64 KB, and once more', async (_body, bytes, requests) => {
  expect(await requestsOf(bytes)).toBe(requests);
});

test('each user has a limit of their own', async () => {
  expect(await requestsOf(0)).toBe(MOST);
  user += 1;
  expect(await requestsOf(0)).toBe(MOST);
});
