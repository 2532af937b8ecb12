import { TestGateway } from '../../setup/test-gateway.js';

const SMALL = 'small-context';
const LARGE = 'large-context';
const TYPES = [1, 14, 24] as const;
const app = TestGateway.forAllTests();

beforeAll(async () => {
  const { gateway, upstream } = app;
  const ratios: Record<string, number> = {};
  const larger: Record<string, string> = {};
  for (const type of TYPES) {
    const [small, large] = [`${SMALL}-${type}`, `${LARGE}-${type}`];
    await gateway.addChannel({ type, base_url: upstream.url, models: `${small},${large}` });
    Object.assign(ratios, { [small]: 1, [large]: 7 });
    larger[small] = large;
  }
  await gateway.option('LargerContextModels', JSON.stringify(larger));
  await gateway.option('RetryTimes', '3');
  await gateway.sell(ratios);
});

/** How providers say it, by channel type. */
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

const ask = (type: ChannelType, extra: object = {}, key = app.key) =>
  app.ask('hello', { model: `${SMALL}-${type}`, ...extra }, key);
const requestedModels = () => app.upstream.requests.map(({ model }) => model);
const lastLog = async () => (await app.gateway.logs()).at(-1)!;

describe.each(TYPES)('channels of type %i', (type) => {
  test.each([false, true])('the larger model answers and is charged (stream: %s)', async (stream) => {
    app.upstream.forModel(`${SMALL}-${type}`, tooLong(type));
    const response = await ask(type, { stream });
    expect([await response.text(), response.status]).toEqual([expect.any(String), 200]);
    expect(requestedModels()).toEqual([`${SMALL}-${type}`, `${LARGE}-${type}`]);
    const row = await lastLog();
    expect(row).toMatchObject({
      model_name: `${LARGE}-${type}`,
      other: { asked_model: `${SMALL}-${type}`, model_ratio: 7 },
    });
    expect(row.quota).toBeGreaterThanOrEqual(7 * row.prompt_tokens);
    expect(await app.gateway.manage('GET', '/api/books')).toMatchObject({
      balanced: true,
      memory: { openHolds: 0 },
    });
  });

  test('without a larger one, the provider is called once and its message is passed on', async () => {
    app.upstream.forModel(`${LARGE}-${type}`, tooLong(type));
    const response = await ask(type, { model: `${LARGE}-${type}` });
    expect(response.status).toBe(400);
    const { message } = ((await response.json()) as { error: { message: string } }).error;
    expect(message).toContain((JSON.parse(TOO_LONG[type]) as { error: { message: string } }).error.message);
    expect(requestedModels()).toEqual([`${LARGE}-${type}`]);
  });
});

test('a larger model that fails too: the client gets the error of the first model, and nothing is charged', async () => {
  app.upstream.forModel(`${SMALL}-1`, tooLong(1));
  app.upstream.forModel(`${LARGE}-1`, { refuse: { status: 500, message: 'on fire' } });
  const before = (await app.gateway.logs()).length;
  const response = await ask(1);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('maximum context length');
  expect(await app.gateway.logs()).toHaveLength(before);
});

test('a token that may not use the larger model gets the error of the first model', async () => {
  app.upstream.forModel(`${SMALL}-1`, tooLong(1));
  const bound = await app.gateway.addToken({ model_limits_enabled: true, model_limits: `${SMALL}-1` });
  expect((await ask(1, {}, bound)).status).toBe(400);
  expect(requestedModels()).toEqual([`${SMALL}-1`]);
});

test('a client whose balance is too low for the larger model gets the error of the first model and is not charged', async () => {
  app.upstream.forModel(`${SMALL}-1`, tooLong(1));
  // Pays for the prompt and an answer at 1, and not for the prompt at 7.
  const poor = await app.gateway.addToken({ unlimited_quota: false, remain_quota: 100 });
  const response = await ask(1, { max_tokens: 600 }, poor);
  expect(response.status).toBe(400);
  expect(requestedModels()).toEqual([`${SMALL}-1`]);
  app.upstream.clear();
  expect((await ask(1, { max_tokens: 600 }, poor)).status).toBe(200);
});

test('requests that fail with other errors are not repeated with a larger model', async () => {
  app.upstream.forModel(`${SMALL}-1`, { refuse: { status: 400, message: 'temperature must be below 2' } });
  expect((await ask(1)).status).toBe(400);
  expect(requestedModels()).toEqual([`${SMALL}-1`]);
});
