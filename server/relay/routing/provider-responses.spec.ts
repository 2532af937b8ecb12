import type { Redis } from 'ioredis';
import { ProviderResponses, type ProviderResponse } from './provider-responses.js';

const REQUEST = 'request 1';
const STORED: ProviderResponse = { id: 'resp_1', userId: 7, channelId: 12, keyIndex: 0 };

/** What the class uses of Redis: the script that sets several keys with one time to live, and `GET`. */
class RedisInMemory {
  readonly texts = new Map<string, string>();
  readonly calls: { seconds: number; entries: number }[] = [];
  problem: Error | undefined;

  async evalsha(_hash: string, _keys: number, seconds: number, ...entries: string[]): Promise<void> {
    if (this.problem) throw this.problem;
    this.calls.push({ seconds, entries: entries.length / 2 });
    for (let at = 0; at < entries.length; at += 2) this.texts.set(entries[at]!, entries[at + 1]!);
  }

  async get(key: string): Promise<string | null> {
    if (this.problem) throw this.problem;
    return this.texts.get(key) ?? null;
  }
}

let redis: RedisInMemory;
let responses: ProviderResponses;
let reports: [problem: unknown, requestId: string][];

beforeEach(() => {
  redis = new RedisInMemory();
  reports = [];
  responses = new ProviderResponses(redis as unknown as Redis, (...report) => reports.push(report));
});

async function keep(...all: ProviderResponse[]): Promise<void> {
  for (const one of all) responses.keep(one, REQUEST);
  // They are written at the end of the turn.
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
}

describe('the location of a response that a provider stores', () => {
  test.each<[string, ProviderResponse, string]>([
    ['names user, channel and key', STORED, '7 12 0'],
    ['and the tokens of the conversation', { ...STORED, keyIndex: 3, tokens: 1200 }, '7 12 3 1200'],
  ])('%s, in a form that other releases read', async (_what, location, text) => {
    await keep(location);
    expect([...redis.texts]).toEqual([['tollgate:kept:resp_1', text]]);
    expect(await responses.find('resp_1')).toEqual(location);
    expect(reports).toEqual([]);
  });

  test('has no tokens where the provider reported none', async () => {
    await keep({ ...STORED, tokens: undefined }, { ...STORED, id: 'resp_2', tokens: 0 });
    expect(await responses.find('resp_1')).toEqual(STORED);
    expect(await responses.find('resp_2')).toEqual({ ...STORED, id: 'resp_2' });
  });

  test('is kept for a day, and those of one turn are written together', async () => {
    await keep(STORED, { ...STORED, id: 'resp_2', userId: 8 });
    expect(redis.calls).toEqual([{ seconds: 86_400, entries: 2 }]);
    expect(await responses.find('resp_2')).toMatchObject({ userId: 8 });
  });

  test.each([
    ['an id the gateway did not return', 'resp_2', undefined],
    ['an entry without content', 'resp_2', ''],
    ['an entry without channel and key', 'resp_2', '7'],
    ['an entry without a key', 'resp_2', '7 12'],
  ])('is unknown for %s', async (_what, id, text) => {
    await keep(STORED);
    if (text !== undefined) redis.texts.set(`tollgate:kept:${id}`, text);
    expect(await responses.find(id)).toBeUndefined();
  });

  test('is found for ids of 200 characters; longer ones are not looked up', async () => {
    const [longest, longer] = ['r'.repeat(200), 'r'.repeat(201)];
    await keep({ ...STORED, id: longest }, { ...STORED, id: longer });
    expect(await responses.find(longest)).toEqual({ ...STORED, id: longest });
    expect(await responses.find(longer)).toBeUndefined();
  });
});

describe('while Redis is unavailable', () => {
  test('what cannot be written is reported, with its request', async () => {
    const problem = (redis.problem = new Error('Connection is closed.'));
    await keep(STORED);
    expect(reports).toEqual([[problem, REQUEST]]);
  });

  test('a location is not unknown, but cannot be read: 503', async () => {
    redis.problem = new Error('Connection is closed.');
    await expect(responses.find('resp_1')).rejects.toMatchObject({
      code: 'service_unavailable',
      status: 503,
    });
  });

  test('an error of another kind stays what it is', async () => {
    const problem = (redis.problem = new Error('a defect'));
    await expect(responses.find('resp_1')).rejects.toBe(problem);
  });
});
