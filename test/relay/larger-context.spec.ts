import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { Gateway } from '../setup/gateway.js';

const SMALL = 'small-context';
const LARGE = 'large-context';
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  for (const type of [1, 14, 24])
    await gateway.addChannel({ type, base_url: upstream.url, models: `${SMALL}-${type},${LARGE}-${type}` });
  const types = [1, 14, 24];
  const ratios = types.flatMap((type) => [
    [`${SMALL}-${type}`, 1],
    [`${LARGE}-${type}`, 7],
  ]);
  await gateway.option('ModelRatio', JSON.stringify(Object.fromEntries(ratios)));
  const larger = types.map((type) => [`${SMALL}-${type}`, `${LARGE}-${type}`]);
  await gateway.option('LargerContextModels', JSON.stringify(Object.fromEntries(larger)));
  await gateway.option('RetryTimes', '3');
  await gateway.settledEvents();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(() => upstream.clear());

/** How vendors say it, by channel type. */
const TOO_LONG = {
  1: JSON.stringify({
    error: {
      message:
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    },
  }),
  14: JSON.stringify({
    type: 'error',
    error: { type: 'invalid_request_error', message: 'prompt is too long: 215000 tokens > 200000 maximum' },
  }),
  24: JSON.stringify({
    error: {
      code: 400,
      message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      status: 'INVALID_ARGUMENT',
    },
  }),
} as const;
type ChannelType = keyof typeof TOO_LONG;
const tooLong = (type: ChannelType) => ({ refuse: { status: 400, body: TOO_LONG[type] } });

const ask = (type: ChannelType, extra: object = {}, as = key) =>
  gateway.relay('/v1/chat/completions', as, {
    model: `${SMALL}-${type}`,
    messages: [{ role: 'user', content: 'hello' }],
    ...extra,
  });
const modelsAsked = () => upstream.requests.map(({ model }) => model);
const lastLog = async () => (await gateway.logs()).at(-1)!;

describe.each([1, 14, 24] as const)('channels of type %i', (type) => {
  test.each([false, true])('the larger model answers and is charged (stream: %s)', async (stream) => {
    upstream.forModel(`${SMALL}-${type}`, tooLong(type));
    const response = await ask(type, { stream });
    expect([await response.text(), response.status]).toEqual([expect.any(String), 200]);
    expect(modelsAsked()).toEqual([`${SMALL}-${type}`, `${LARGE}-${type}`]);
    const row = await lastLog();
    expect(row).toMatchObject({
      model_name: `${LARGE}-${type}`,
      other: { asked_model: `${SMALL}-${type}`, model_ratio: 7 },
    });
    expect(row.quota).toBeGreaterThanOrEqual(7 * row.prompt_tokens);
    expect(await gateway.manage('GET', '/api/books')).toMatchObject({
      balanced: true,
      memory: { openHolds: 0 },
    });
  });

  test('without a larger one, the vendor is asked once and its words are passed on', async () => {
    upstream.forModel(`${LARGE}-${type}`, tooLong(type));
    const response = await ask(type, { model: `${LARGE}-${type}` });
    expect(response.status).toBe(400);
    const { message } = ((await response.json()) as { error: { message: string } }).error;
    expect(message).toContain((JSON.parse(TOO_LONG[type]) as { error: { message: string } }).error.message);
    expect(modelsAsked()).toEqual([`${LARGE}-${type}`]);
  });
});

test('a larger model that fails too: the client hears what the first said, and nothing is charged', async () => {
  upstream.forModel(`${SMALL}-1`, tooLong(1));
  upstream.forModel(`${LARGE}-1`, { refuse: { status: 500, message: 'on fire' } });
  const before = (await gateway.logs()).length;
  const response = await ask(1);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('maximum context length');
  expect(await gateway.logs()).toHaveLength(before);
});

test('a token that may not have the larger model gets what the first said', async () => {
  upstream.forModel(`${SMALL}-1`, tooLong(1));
  const bound = await gateway.addToken({ model_limits_enabled: true, model_limits: `${SMALL}-1` });
  expect((await ask(1, {}, bound)).status).toBe(400);
  expect(modelsAsked()).toEqual([`${SMALL}-1`]);
});

test('a balance that does not carry the larger model gets what the first said, and keeps all it has', async () => {
  upstream.forModel(`${SMALL}-1`, tooLong(1));
  const poor = await gateway.addToken({ unlimited_quota: false, remain_quota: 2000 });
  // Held for: 600 tokens at 1, then at 7.
  const response = await ask(1, { max_tokens: 600 }, poor);
  expect(response.status).toBe(400);
  expect(modelsAsked()).toEqual([`${SMALL}-1`]);
  upstream.clear();
  expect((await ask(1, { max_tokens: 600 }, poor)).status).toBe(200);
});

test('other refusals are not asked of a larger model', async () => {
  upstream.forModel(`${SMALL}-1`, { refuse: { status: 400, message: 'temperature must be below 2' } });
  expect((await ask(1)).status).toBe(400);
  expect(modelsAsked()).toEqual([`${SMALL}-1`]);
});
