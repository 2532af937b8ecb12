import type { Redis } from 'ioredis';
import OpenAI from 'openai';
import { Vault } from '../../../server/core/crypto.js';
import { REDIS } from '../../../server/core/injection.js';
import { SealedRecords } from '../../../server/relay/stored/sealed-records.js';
import { TestGateway } from '../../setup/test-gateway.js';

/**
 * Answers of Responses over channels that do not have that API: the gateway stores them, so that requests can continue from
 * them as they can over OpenAI's own.
 */
const NATIVE = 'gpt-4.1';
const CHAT = 'gpt-4.1-mini';
const CLAUDE = 'claude-sonnet-4-5-20250929';
const GOOGLE = 'gemini-2.0-flash';
const app = TestGateway.forAllTests();
let openai: OpenAI;
let redis: Redis;

beforeAll(async () => {
  await app.addChannel('native', { models: NATIVE });
  // Type 6 is a relative of OpenAI's that has no responses.
  await app.addChannel('chats', { type: 6, models: CHAT });
  await app.addChannel('claude', { type: 14, models: CLAUDE });
  await app.addChannel('google', { type: 24, models: GOOGLE });
  openai = new OpenAI({ baseURL: `${app.gateway.url}/v1`, apiKey: app.key, maxRetries: 0 });
  redis = app.gateway.app.get<Redis>(REDIS);
});

const ANSWER = 'Hello from the scripted upstream.';
const TRANSLATED: [string, boolean][] = [
  [CHAT, false],
  [CHAT, true],
  [CLAUDE, false],
  [CLAUDE, true],
  [GOOGLE, false],
  [GOOGLE, true],
];

type Request = Omit<OpenAI.Responses.ResponseCreateParamsNonStreaming, 'stream'>;

async function respond(
  request: Request,
  stream: boolean,
  client = openai,
): Promise<OpenAI.Responses.Response> {
  if (!stream) return client.responses.create(request);
  for await (const event of await client.responses.create({ ...request, stream: true }))
    if (event.type === 'response.completed') return event.response;
  throw new Error('the stream did not complete');
}

/** Texts of the conversation that the upstream got last, whatever its format. */
function sent(): string {
  return JSON.stringify(app.upstream.last.json);
}

describe.each(TRANSLATED)('an answer of %s, streamed: %s,', (model, stream) => {
  test('is what a request with previous_response_id continues from, as often as it likes', async () => {
    const first = await respond({ model, input: 'my name is Ada' }, stream);
    expect(first).toMatchObject({ store: true, previous_response_id: null });
    const second = await respond({ model, input: 'who am I?', previous_response_id: first.id }, stream);
    expect(second).toMatchObject({ previous_response_id: first.id, store: true });
    for (const text of ['my name is Ada', ANSWER, 'who am I?']) expect(sent()).toContain(text);
    await respond({ model, input: 'and you?', previous_response_id: second.id }, stream);
    for (const text of ['my name is Ada', 'who am I?', 'and you?']) expect(sent()).toContain(text);
    expect(sent().split(ANSWER)).toHaveLength(3);
  });

  test('has items that a loop over tools may refer to by their ids', async () => {
    app.upstream.next('tools');
    const question = { role: 'user' as const, content: 'weather and time?' };
    const first = await respond({ model, input: [question] }, stream);
    const calls = first.output.filter((item) => item.type === 'function_call');
    expect(calls.length).toBeGreaterThan(0);
    const input: OpenAI.Responses.ResponseInput = [
      question,
      ...first.output.map(({ id }) => ({ type: 'item_reference' as const, id: id! })),
      ...calls.map(({ call_id }) => ({ type: 'function_call_output' as const, call_id, output: '21 °C' })),
    ];
    expect((await respond({ model, input }, stream)).status).toBe('completed');
    for (const text of ['weather and time?', 'Let me look.', 'get_weather', 'Berlin', '21 °C'])
      expect(sent()).toContain(text);
    expect(sent()).not.toContain('item_reference');
  });
});

test('an answer can be retrieved with its input, and deleted', async () => {
  const { id, output } = await respond({ model: CLAUDE, input: 'one' }, true);
  const second = await respond({ model: CLAUDE, input: 'two', previous_response_id: id }, false);
  expect(await openai.responses.retrieve(id)).toMatchObject({
    id,
    object: 'response',
    status: 'completed',
    output,
    usage: { input_tokens: 12, output_tokens: 7 },
  });
  const { data } = await openai.responses.inputItems.list(second.id, { order: 'asc' });
  expect(data).toMatchObject([{ role: 'user' }, { role: 'assistant' }, { role: 'user' }]);
  expect(new Set(data.map((item) => item.id)).size).toBe(3);
  const page = await openai.responses.inputItems.list(second.id, { limit: 1 });
  expect(page).toMatchObject({ has_more: true, data: [{ role: 'user' }] });
  await expect(openai.responses.cancel(id)).rejects.toMatchObject({ status: 400 });
  await openai.responses.delete(id);
  await expect(openai.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
  const lost = respond({ model: CLAUDE, input: 'x', previous_response_id: id }, false);
  await expect(lost).rejects.toMatchObject({ status: 404, code: 'response_not_found' });
});

test('a conversation may move to a channel that has Responses, without thoughts that are proven for another', async () => {
  app.upstream.next('reasoning');
  const { id } = await respond({ model: CLAUDE, input: 'think' }, false);
  await respond({ model: NATIVE, input: 'go on', previous_response_id: id }, false);
  expect(app.upstream.last).toMatchObject({ path: '/v1/responses' });
  expect(app.upstream.last.json).not.toHaveProperty('previous_response_id');
  for (const text of ['think', 'Then I speak.', 'go on']) expect(sent()).toContain(text);
  for (const text of ['First', '"reasoning"', id.slice(5)]) expect(sent()).not.toContain(text);
});

test('an answer is found by its owner alone', async () => {
  const { id, output } = await respond({ model: CLAUDE, input: 'a secret' }, false);
  await app.gateway.manage('POST', '/api/user/', { username: 'other', password: 'password 1' });
  const headers = {
    ...(await app.gateway.session('other', 'password 1')),
    'content-type': 'application/json',
  };
  const account = (method: string, path: string, body?: object) =>
    fetch(`${app.gateway.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  await account('POST', '/api/token/', { name: 'theirs', unlimited_quota: true });
  const { data } = (await (await account('GET', '/api/token/?p=0&size=10')).json()) as {
    data: { key: string }[];
  };
  const [user] = await app.gateway.sql<{ id: number }>("SELECT id FROM users WHERE username = 'other'");
  await app.gateway.setQuota(10_000_000, user!.id);
  const stranger = new OpenAI({
    baseURL: `${app.gateway.url}/v1`,
    apiKey: `sk-${data[0]!.key}`,
    maxRetries: 0,
  });
  const requestsBefore = app.upstream.requests.length;
  const notFound = { status: 404 };
  await expect(stranger.responses.retrieve(id)).rejects.toMatchObject(notFound);
  await expect(stranger.responses.inputItems.list(id)).rejects.toMatchObject(notFound);
  await expect(stranger.responses.delete(id)).rejects.toMatchObject(notFound);
  const continued = respond({ model: CLAUDE, input: 'x', previous_response_id: id }, false, stranger);
  await expect(continued).rejects.toMatchObject(notFound);
  const input = [{ type: 'item_reference' as const, id: output[0]!.id! }];
  await expect(respond({ model: CLAUDE, input }, false, stranger)).rejects.toMatchObject({ status: 400 });
  expect(app.upstream.requests).toHaveLength(requestsBefore);
  expect(await openai.responses.retrieve(id)).toMatchObject({ id });
});

const storedKeys = () => redis.keys('tollgate:response:*');

test('what is stored is encrypted, and forgotten within a day', async () => {
  await redis.del(await storedKeys());
  const { id } = await respond({ model: CLAUDE, input: 'a very secret word' }, true);
  const key = `tollgate:response:1:${id}`;
  const value = await redis.getBuffer(key);
  expect(value!.length).toBeGreaterThan(100);
  expect(value!.toString('latin1')).not.toContain('secret');
  for (const one of await storedKeys()) {
    expect(await redis.ttl(one)).toBeGreaterThan(0);
    expect(await redis.ttl(one)).toBeLessThanOrEqual(24 * 3600);
  }
});

test('nothing is stored where the client does not want it, nor of other protocols, nor of channels that store', async () => {
  await redis.del(await storedKeys());
  const unstored = await respond({ model: CLAUDE, input: 'hello', store: false }, true);
  expect(unstored).toMatchObject({ store: false });
  await respond({ model: NATIVE, input: 'hello' }, false);
  await app.ask('hello', { model: CLAUDE });
  await app.gateway.quiet();
  expect(await storedKeys()).toEqual([]);
  await expect(openai.responses.retrieve(unstored.id)).rejects.toMatchObject({ status: 404 });
});

test('an operator may turn it off', async () => {
  const { id } = await respond({ model: CLAUDE, input: 'hello' }, false);
  await app.gateway.option('StoreTranslatedResponses', 'false');
  await app.gateway.settledEvents();
  try {
    expect(await respond({ model: CLAUDE, input: 'hello' }, false)).toMatchObject({ store: false });
    const refused = respond({ model: CLAUDE, input: 'x', previous_response_id: id }, false);
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'unsupported_parameter' });
  } finally {
    await app.gateway.option('StoreTranslatedResponses', 'true');
    await app.gateway.settledEvents();
  }
});

describe('what one owner stores', () => {
  const limits = { seconds: 60, plainBytes: 10_000, sealedBytes: 5000, ownerBytes: 10_000, ownerEntries: 4 };
  const records = (prefix: string) => new SealedRecords(redis, new Vault('a secret'), prefix, limits);
  const content = Buffer.from('{"text":"hello"}');

  test('is bounded: the oldest is dropped', async () => {
    const some = records('tollgate:test-bounds:');
    for (const id of ['a', 'b', 'c', 'd', 'e']) await some.store(1, [{ id, content }]);
    await some.store(2, [{ id: 'a', content }]);
    const found = await some.find(1, ['a', 'b', 'e']);
    expect(found).toEqual([undefined, content, content]);
    expect(await some.find(2, ['a', 'b'])).toEqual([content, undefined]);
  });

  test('may not be too large', async () => {
    const some = records('tollgate:test-size:');
    expect(await some.store(1, [{ id: 'large', content: Buffer.alloc(10_001) }])).toBe(false);
    expect(await some.find(1, ['large'])).toEqual([undefined]);
  });

  test('cannot be read in the place of another owner, nor with another secret', async () => {
    const some = records('tollgate:test-owner:');
    await some.store(1, [{ id: 'a', content }]);
    await redis.rename('tollgate:test-owner:1:a', 'tollgate:test-owner:2:a');
    expect(await some.find(2, ['a'])).toEqual([undefined]);
    await some.store(1, [{ id: 'a', content }]);
    const other = new SealedRecords(redis, new Vault('another secret'), 'tollgate:test-owner:', limits);
    expect(await other.find(1, ['a'])).toEqual([undefined]);
  });
});
