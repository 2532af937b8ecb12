import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { Gateway, type LogRow } from '../setup/gateway.js';

/** Behaviour tests without a file of their own; behaviour.md lists where the others are. */
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

const SONNET = 'claude-3-7-sonnet-20250219';

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  const base_url = upstream.url;
  const model_mapping = '{"gpt-4":"gpt-4"}';
  await gateway.addChannel({
    base_url,
    models: 'gpt-4o,gpt-4o-search-preview,gpt-4,gpt-4-gizmo-*,o3-mini-high',
    model_mapping,
  });
  await gateway.addChannel({ base_url, type: 14, models: `${SONNET}-thinking` });
  key = await gateway.addToken();
});
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});
beforeEach(() => upstream.clear());

const question = [{ role: 'user', content: 'hello' }];
const ask = (model: string, extra: object = {}, by = key) =>
  gateway.relay('/v1/chat/completions', by, { model, messages: question, ...extra });
const last = async (): Promise<LogRow> => (await gateway.logs()).at(-1)!;

test('T3: a stream that fails after its first words asks once, ends with an error, and costs what came', async () => {
  await gateway.option('RetryTimes', '3');
  await gateway.settledEvents();
  upstream.next('cut-mid-stream');
  const text = await (await ask('gpt-4o', { stream: true })).text();
  await gateway.option('RetryTimes', '0');
  expect(upstream.requests).toHaveLength(1);
  expect(text).toContain('"error"');
  expect(text).not.toContain('[DONE]');
  const { quota, prompt_tokens, completion_tokens, other } = await last();
  expect(other).toMatchObject({ usage_source: 'estimated', stream_status: { status: 'error' } });
  expect(completion_tokens).toBeGreaterThan(0);
  expect(quota).toBe(Math.round((prompt_tokens + completion_tokens * 4) * 1.25));
});

test('T9: a model mapped to itself is as if it were not mapped', async () => {
  await (await ask('gpt-4')).text();
  expect(upstream.last.model).toBe('gpt-4');
  expect((await last()).other).not.toHaveProperty('is_model_mapped');
});

test('T11: a custom model is sold and logged as its family, and the row names it', async () => {
  expect((await ask('gpt-4-gizmo-g-abc')).status).toBe(200);
  expect(upstream.last.model).toBe('gpt-4-gizmo-g-abc');
  const row = await last();
  expect(row.model_name).toBe('gpt-4-gizmo-*');
  expect(row.content).toMatch(/，模型 gpt-4-gizmo-g-abc$/);
});

test('T12: the suffix -thinking turns thinking on, and the price is that of the full name', async () => {
  const model = `${SONNET}-thinking`;
  const body = { model, max_tokens: 1000, top_p: 0.9, messages: question };
  expect((await gateway.relay('/v1/messages', key, body)).status).toBe(200);
  expect(upstream.last.json).toMatchObject({
    model: SONNET,
    max_tokens: 1280,
    thinking: { type: 'enabled', budget_tokens: 1024 },
    temperature: 1,
  });
  expect(upstream.last.json).not.toHaveProperty('top_p');
  expect((await last()).model_name).toBe(model);
});

test('T13: o3-mini-high asks for high effort, and the row says so', async () => {
  expect((await ask('o3-mini-high', { max_tokens: 77 })).status).toBe(200);
  expect(upstream.last.json).toMatchObject({
    model: 'o3-mini',
    reasoning_effort: 'high',
    max_completion_tokens: 77,
  });
  expect(upstream.last.json).not.toHaveProperty('max_tokens');
  expect((await last()).other).toMatchObject({ reasoning_effort: 'high' });
});

test('T14: a client that asks for usage gets it, counted here where the upstream is silent', async () => {
  for (const include_usage of [true, false]) {
    upstream.next('no-usage');
    const text = await (await ask('gpt-4o', { stream: true, stream_options: { include_usage } })).text();
    const usages = [...text.matchAll(/"usage":\{[^}]*"completion_tokens":(\d+)/g)];
    expect(usages.map(([, tokens]) => Number(tokens))).toEqual(
      include_usage ? [(await last()).completion_tokens] : [],
    );
    if (include_usage) expect(text.indexOf('"completion_tokens"')).toBeLessThan(text.indexOf('[DONE]'));
  }
});

test('T16: parallel tool calls of an OpenAI channel reach an Anthropic client one after the other', async () => {
  upstream.next({
    answer: {
      text: [],
      tools: [
        { id: 'one', name: 'get_weather', arguments: ['{"city":', '"Bern"}'] },
        { id: 'two', name: 'get_time', arguments: ['{"zone":', '"CET"}'] },
      ],
      finish: 'tools',
      usage: { input: 40, cacheRead: 60, output: 25 },
    },
  });
  const body = {
    model: 'gpt-4o',
    max_tokens: 100,
    stream: true,
    messages: question,
    tools: ['get_weather', 'get_time'].map((name) => ({ name, input_schema: { type: 'object' } })),
  };
  const text = await (await gateway.relay('/v1/messages', key, body)).text();
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(
    ([, data]) => JSON.parse(data!) as Record<string, unknown>,
  );
  const starts = events.filter(({ type }) => type === 'content_block_start');
  expect(starts).toMatchObject([
    { index: 0, content_block: { type: 'tool_use', name: 'get_weather' } },
    { index: 1, content_block: { type: 'tool_use', name: 'get_time' } },
  ]);
  expect(events.filter(({ type }) => type === 'content_block_stop').map(({ index }) => index)).toEqual([
    0, 1,
  ]);
  expect(events.find(({ type }) => type === 'message_delta')).toMatchObject({
    delta: { stop_reason: 'tool_use' },
    usage: { input_tokens: 40, cache_read_input_tokens: 60, output_tokens: 25 },
  });
});

test('T19: counting tokens moves no balance, leaves no row, and keeps to the models of the key', async () => {
  const limited = await gateway.addToken({ model_limits_enabled: true, model_limits: 'gpt-4' });
  const rows = (await gateway.logs()).length;
  const before = await gateway.quota();
  const count = (by: string) =>
    gateway.relay('/v1/messages/count_tokens', by, { model: 'gpt-4o', messages: question });
  const answer = await count(key);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ input_tokens: expect.any(Number) as number });
  expect((await count(limited)).status).toBe(403);
  expect(await gateway.quota()).toBe(before);
  expect(await gateway.logs()).toHaveLength(rows);
});

test('T20: a model that costs nothing serves an empty account', async () => {
  const quota = await gateway.quota();
  await gateway.option('ModelPrice', '{"gpt-4o":0}');
  await gateway.setQuota(0);
  await gateway.settledEvents();
  expect((await ask('gpt-4o')).status).toBe(200);
  expect(await last()).toMatchObject({ model_name: 'gpt-4o', quota: 0 });
  expect(await gateway.quota()).toBe(0);
  await gateway.option('ModelPrice', '{}');
  await gateway.setQuota(quota);
});

test('T21: the fourth of three allowed requests gets Retry-After', async () => {
  await gateway.option('ModelRequestRateLimitCount', '3');
  await gateway.option('ModelRequestRateLimitEnabled', 'true');
  await gateway.settledEvents();
  const answers: Response[] = [];
  for (let i = 0; i < 4; i++) answers.push(await ask('gpt-4o'));
  await gateway.option('ModelRequestRateLimitEnabled', 'false');
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(Number(answers[3]!.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answers[3]!.text()).toContain('您已达到总请求数限制');
});

test.each([false, true])(
  'a model that searches for every request is charged a search (stream: %s)',
  async (stream) => {
    const options = await gateway.manage<{ key: string; value: string }[]>('GET', '/api/option/');
    const ratios = JSON.parse(options.find((option) => option.key === 'ModelRatio')!.value) as object;
    await gateway.option('ModelRatio', JSON.stringify({ ...ratios, 'gpt-4o-search-preview': 1.25 }));
    await gateway.settledEvents();
    await (await ask('gpt-4o-search-preview', { stream })).text();
    const { quota, prompt_tokens, completion_tokens, other } = await last();
    expect(other.tool_surcharges).toEqual([{ name: 'web_search_preview', count: 1, price: 25 }]);
    // 25 USD per thousand searches; https://platform.openai.com/docs/pricing
    expect(quota).toBe(Math.round((prompt_tokens + completion_tokens * 4) * 1.25 + 12_500));
  },
);

test('the search is held for, so that who cannot pay for it gets none', async () => {
  const before = await gateway.quota();
  // Enough for the tokens, not for the 12,500 of a search.
  await gateway.setQuota(5000);
  expect((await ask('gpt-4o-search-preview')).status).toBe(403);
  expect(upstream.requests).toHaveLength(0);
  await gateway.setQuota(13_500);
  await (await ask('gpt-4o-search-preview')).text();
  const { other } = await last();
  expect(other.held).toBeGreaterThan(12_500);
  await gateway.setQuota(before);
});

test('a search model that refuses costs nothing', async () => {
  const before = await gateway.quota();
  upstream.next('bad-request');
  expect((await ask('gpt-4o-search-preview')).status).toBe(400);
  await gateway.quiet();
  expect(await gateway.quota()).toBe(before);
});
