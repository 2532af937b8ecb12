import OpenAI from 'openai';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway, type LogRow } from '../../setup/gateway.js';

/** OpenAI's older completions: bytes to providers that have them, a conversation for all others. */
const PATH = '/v1/completions';
const NATIVE = 'gpt-3.5-turbo-instruct';
const CLAUDE = 'claude-3-7-sonnet-20250219';
const GEMINI = 'gemini-2.5-flash';
const START = 10_000_000;
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;
let client: OpenAI;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ type: 1, base_url: upstream.url, models: NATIVE });
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: CLAUDE });
  await gateway.addChannel({ type: 24, base_url: upstream.url, models: GEMINI });
  key = await gateway.addToken();
  client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: key, maxRetries: 0 });
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const ask = (body: object | string) => gateway.relay(PATH, key, body);
const question = (model: string, more: object = {}) => ({ model, prompt: 'Once upon', ...more });

async function onlyRow(): Promise<LogRow> {
  const [row, ...more] = await gateway.logs();
  expect(more).toEqual([]);
  expect(await gateway.quota()).toBe(START - row!.quota);
  return row!;
}

describe('a provider that has them', () => {
  test('gets the bytes, and its own go to the client', async () => {
    const body = `{ "prompt":["a", "b"],"echo" :true,"model":"${NATIVE}","x":{"y":[1e2]},"n":2 }`;
    const response = await ask(body);
    expect(upstream.last.path).toBe(PATH);
    expect(upstream.last.body.toString()).toBe(body);
    expect(await response.json()).toEqual({
      id: 'cmpl-scripted',
      object: 'text_completion',
      created: 1_700_000_000,
      model: NATIVE,
      choices: [
        { text: 'Hello from the scripted upstream.', index: 0, logprobs: null, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
    });
    expect(await onlyRow()).toMatchObject({ prompt_tokens: 12, completion_tokens: 7, is_stream: false });
  });

  test('streams its own pieces; usage that only the gateway asked for stays here', async () => {
    const response = await ask(question(NATIVE, { stream: true }));
    expect(upstream.last.json?.stream_options).toEqual({ include_usage: true });
    const frames = (await response.text()).split('\n\n').filter(Boolean);
    expect(frames).toHaveLength(7);
    expect(frames.join('')).not.toContain('usage');
    expect(frames[0]).toContain('"object":"text_completion"');
    expect(frames.at(-1)).toBe('data: [DONE]');
    expect(await onlyRow()).toMatchObject({ prompt_tokens: 12, completion_tokens: 7, is_stream: true });
  });

  test('is charged for what came through where it tells no usage', async () => {
    upstream.next('no-usage', 'no-usage');
    const text = await (
      await ask(question(NATIVE, { stream: true, stream_options: { include_usage: true } }))
    ).text();
    expect(text).toContain('"choices":[],"usage":{"prompt_tokens"');
    const streamed = await onlyRow();
    expect(streamed.other).toMatchObject({ usage_source: 'estimated' });
    expect(streamed.completion_tokens).toBeGreaterThan(3);
    await (await ask(question(NATIVE, { prompt: Array.from({ length: 500 }, (_, id) => id) }))).text();
    const [, whole] = await gateway.logs();
    expect(whole!.prompt_tokens).toBeGreaterThanOrEqual(500);
    expect(whole!.prompt_tokens).toBeLessThan(510);
  });

  test('holds for every answer that is made', async () => {
    const one = question(NATIVE, { max_tokens: 1000 });
    await (await ask(one)).text();
    await (await ask({ ...one, best_of: 5 })).text();
    const held = (await gateway.logs())
      .map(({ other }) => JSON.stringify(other))
      .map((text) => /"held":(\d+)/.exec(text)?.[1]);
    expect(Number(held[1]) / Number(held[0])).toBeGreaterThan(4.5);
  });

  test('is preferred to channels that only have chat APIs', async () => {
    await gateway.addChannel({ type: 14, base_url: upstream.url, models: 'davinci-002' });
    await gateway.addChannel({ type: 1, base_url: upstream.url, models: 'davinci-002' });
    await gateway.settledEvents();
    for (let i = 0; i < 5; i++)
      await (await ask(question('davinci-002', { echo: true, prompt: `question ${i}` }))).text();
    expect(upstream.requests.map(({ path }) => path)).toEqual(Array.from({ length: 5 }, () => PATH));
  });
});

describe.each([
  [CLAUDE, '/v1/messages'],
  [GEMINI, `/v1beta/models/${GEMINI}`],
])('a provider that has none, %s', (model, path) => {
  test('gets a chat request, and its response becomes a text completion', async () => {
    const response = await ask(question(model, { max_tokens: 50, stop: 'END' }));
    expect(response.status).toBe(200);
    expect(upstream.last.path).toContain(path);
    expect(upstream.last.body.toString()).toContain('"Once upon"');
    expect(upstream.last.body.toString()).toContain('END');
    expect(await response.json()).toMatchObject({
      object: 'text_completion',
      choices: [
        { text: 'Hello from the scripted upstream.', index: 0, logprobs: null, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
    });
    expect(await onlyRow()).toMatchObject({ prompt_tokens: 12, completion_tokens: 7, model_name: model });
  });

  test('streams pieces of it', async () => {
    const response = await ask(
      question(model, { prompt: ['Once upon'], stream: true, stream_options: { include_usage: true } }),
    );
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const frames = (await response.text()).split('\n\n').filter(Boolean);
    expect(frames.pop()).toBe('data: [DONE]');
    const pieces = frames.map((frame) => JSON.parse(frame.slice(6)) as OpenAI.Completion);
    expect(new Set(pieces.map(({ object }) => object))).toEqual(new Set(['text_completion']));
    expect(pieces.map(({ choices: [choice] }) => choice?.text ?? '').join('')).toBe(
      'Hello from the scripted upstream.',
    );
    expect(pieces.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(pieces.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 12, completion_tokens: 7 } });
    expect(await onlyRow()).toMatchObject({ is_stream: true, completion_tokens: 7 });
  });

  test.each([
    [{ echo: true }, 'echo'],
    [{ best_of: 2 }, 'best_of'],
    [{ n: 2 }, 'n'],
    [{ logprobs: 0 }, 'logprobs'],
    [{ suffix: '}' }, 'suffix'],
    [{ prompt: [1, 2, 3] }, 'prompt of token ids'],
    [{ prompt: ['a', 'b'] }, 'several prompts'],
  ])('says honestly what it cannot do: %j', async (fields, name) => {
    const response = await ask(question(model, fields));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: {
        message: expect.stringMatching(
          `^${name}: supported only by channels that serve OpenAI's Completions API natively \\(request id: `,
        ),
        type: 'new_api_error',
        param: '',
        code: 'unsupported_parameter',
      },
    });
    expect(upstream.requests).toEqual([]);
    expect(await gateway.logs()).toEqual([]);
    expect(await gateway.manage('GET', '/api/books')).toMatchObject({ memory: { openHolds: 0 } });
  });
});

test('a channel whose endpoints are limited to chat gets a chat request', async () => {
  await gateway.addChannel({
    type: 1,
    base_url: upstream.url,
    models: 'gpt-4o',
    setting: '{"endpoints":["chat"]}',
  });
  const response = await ask(question('gpt-4o'));
  expect(upstream.last.path).toBe('/v1/chat/completions');
  expect(upstream.last.json?.messages).toEqual([{ role: 'user', content: 'Once upon' }]);
  expect(await response.json()).toMatchObject({ object: 'text_completion' });
});

test("the provider's errors and those of the gateway are reported in OpenAI's format", async () => {
  upstream.next('server-error');
  const failed = await ask(question(NATIVE));
  expect(failed.status).toBe(500);
  expect(await failed.json()).toMatchObject({ error: { type: 'scripted_error', code: 'scripted_500' } });
  const empty = await ask({ model: NATIVE });
  expect(empty.status).toBe(400);
  expect(await empty.json()).toMatchObject({
    error: { code: 'invalid_text_request', message: expect.stringContaining('field prompt is required') },
  });
  expect((await gateway.relay(PATH, 'sk-unknown', question(NATIVE))).status).toBe(401);
  expect(await gateway.logs()).toEqual([]);
});

test.each([
  ['text', { prompt: 'a test_sensitive word' }],
  ['list', { prompt: ['a', 'test_SENSITIVE'] }],
])('sensitive words are found in a prompt that is a %s', async (_kind, fields) => {
  const response = await ask(question(NATIVE, fields));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'sensitive_words_detected' } });
  expect(upstream.requests).toEqual([]);
});

describe('streams that break off', () => {
  beforeAll(async () => {
    await gateway.option('RetryTimes', '2');
    for (const type of [1, 24, 24])
      await gateway.addChannel({
        type,
        base_url: upstream.url,
        models: type === 1 ? NATIVE : 'gemini-2.0-flash',
      });
  });
  afterAll(() => gateway.option('RetryTimes', '0'));

  test('end with one error, cost what came, and are not finished by talking', async () => {
    upstream.next({ frames: 2, ending: 'cut' });
    const text = await (await ask(question(NATIVE, { stream: true }))).text();
    expect(text).toContain('"Hello"');
    expect(text).toContain('"error":{');
    expect(text).not.toContain('[DONE]');
    expect(upstream.requests).toHaveLength(1);
    const row = await onlyRow();
    expect(row.other).toMatchObject({ usage_source: 'estimated', stream_status: { status: 'error' } });
  });

  test('are finished by another channel where both are talked to', async () => {
    upstream.next({ frames: 2, ending: 'cut' });
    const body = question('gemini-2.0-flash', { stream: true });
    const text = await (await ask(body)).text();
    expect(upstream.requests).toHaveLength(2);
    const pieces = text.split('\n\n').filter((frame) => frame.startsWith('data: {'));
    const sentTexts = pieces.map(
      (frame) => (JSON.parse(frame.slice(6)) as OpenAI.Completion).choices[0]?.text,
    );
    expect(sentTexts.join('')).toBe('Hello from the scripted upstream.');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });
});

describe.each([NATIVE, CLAUDE, GEMINI])('the official client with %s', (model) => {
  test('gets a whole completion', async () => {
    const completion = await client.completions.create({ model, prompt: 'Once upon', max_tokens: 9 });
    expect(completion.object).toBe('text_completion');
    expect(completion.choices[0]?.text).toBe('Hello from the scripted upstream.');
    expect(completion.usage?.total_tokens).toBe(19);
  });

  test('streams one', async () => {
    let text = '';
    let last: OpenAI.Completion | undefined;
    const options = { include_usage: true };
    const stream = await client.completions.create({
      model,
      prompt: 'Once upon',
      stream: true,
      stream_options: options,
    });
    for await (const piece of stream) {
      text += piece.choices[0]?.text ?? '';
      last = piece;
    }
    expect(text).toBe('Hello from the scripted upstream.');
    expect(last?.usage?.total_tokens).toBe(19);
  });

  test('gets the error', async () => {
    upstream.next('server-error');
    await expect(client.completions.create({ model, prompt: 'x' })).rejects.toMatchObject({ status: 500 });
  });
});
