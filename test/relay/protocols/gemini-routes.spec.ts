import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Google's API as clients call it, over upstreams that speak something else. */
const OPENAI_MODEL = 'gpt-4o';
const CLAUDE_MODEL = 'claude-3-7-sonnet-20250219';
const hello = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] };

interface Answer {
  candidates: { content: { parts: Record<string, unknown>[]; role: string }; finishReason?: string }[];
  usageMetadata?: Record<string, number>;
  modelVersion: string;
  error?: { code: number; message: string; status: string };
}

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ type: 1, base_url: upstream.url, models: OPENAI_MODEL });
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: CLAUDE_MODEL });
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(() => upstream.clear());

const call = (path: string, body: object = hello, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const withKey = (path: string, body?: object) => call(path, body, { 'x-goog-api-key': key });
const answerOf = async (response: Response) => (await response.json()) as Answer;

/** The objects of a stream of events. */
function eventsOf(text: string): Answer[] {
  const frames = text.split('\n\n').filter((frame) => frame !== '');
  return frames.map((frame) => JSON.parse(frame.replace(/^data: /, '')) as Answer);
}

const textOf = (answers: Answer[]) =>
  answers.flatMap(({ candidates }) => candidates?.[0]?.content.parts.map(({ text }) => text) ?? []).join('');

describe('keys', () => {
  test.each([
    ['x-goog-api-key', () => withKey(`/v1beta/models/${OPENAI_MODEL}:generateContent`)],
    ['?key=', () => call(`/v1beta/models/${OPENAI_MODEL}:generateContent?key=${key}`)],
    [
      'Bearer',
      () => call(`/v1beta/models/${OPENAI_MODEL}:generateContent`, hello, { authorization: `Bearer ${key}` }),
    ],
  ])('a key in %s is taken, and goes no further', async (_where, ask) => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect(textOf([await answerOf(response)])).toBe('Hello from the scripted upstream.');
    const { path, headers, body } = upstream.last;
    expect(path).toBe('/v1/chat/completions');
    expect(JSON.stringify(headers) + body.toString()).not.toContain(key.slice(3));
  });

  test('the header comes before the query, and other routes take neither', async () => {
    const path = `/v1beta/models/${OPENAI_MODEL}:generateContent`;
    expect((await call(`${path}?key=wrong`, hello, { 'x-goog-api-key': key })).status).toBe(200);
    expect((await call(`/v1/chat/completions?key=${key}`)).status).toBe(401);
    expect((await call('/v1/chat/completions', hello, { 'x-goog-api-key': key })).status).toBe(401);
  });

  test('without one the refusal is in Google’s words', async () => {
    const response = await call(`/v1beta/models/${OPENAI_MODEL}:generateContent`);
    expect(response.status).toBe(401);
    expect((await answerOf(response)).error).toEqual({
      code: 401,
      message: expect.stringContaining('未提供令牌'),
      status: 'UNAUTHENTICATED',
    });
  });
});

describe.each([OPENAI_MODEL, CLAUDE_MODEL])('a channel for %s', (model) => {
  test.each(['/v1beta/models', '/v1/models', '/v1beta/tunedModels'])('answers below %s', async (base) => {
    const response = await withKey(`${base}/${model}:generateContent`);
    expect(response.status).toBe(200);
    const answer = await answerOf(response);
    expect(answer).toMatchObject({
      candidates: [
        {
          content: { role: 'model', parts: [{ text: 'Hello from the scripted upstream.' }] },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 7, totalTokenCount: 19 },
      modelVersion: model,
    });
  });

  test('streams events that end without a marker, the last with finishReason and usage', async () => {
    upstream.next('tools');
    const response = await withKey(`/v1beta/models/${model}:streamGenerateContent?alt=sse`);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const text = await response.text();
    expect(text).not.toContain('[DONE]');
    const events = eventsOf(text);
    expect(textOf(events)).toBe('Let me look.');
    const calls = events
      .flatMap(({ candidates }) => candidates[0]!.content.parts)
      .filter((part) => part.functionCall);
    expect(calls).toEqual([
      { functionCall: { id: 'call_one', name: 'get_weather', args: { city: 'Berlin' } } },
      { functionCall: { id: 'call_two', name: 'get_time', args: { zone: 'CET' } } },
    ]);
    expect(events.map(({ candidates }) => candidates[0]!.finishReason)).toEqual([
      ...events.slice(1).map(() => undefined),
      'STOP',
    ]);
    expect(events.at(-1)!.usageMetadata).toMatchObject({ promptTokenCount: 40, candidatesTokenCount: 25 });
  });

  test('streams one JSON array without alt=sse', async () => {
    const response = await withKey(`/v1beta/models/${model}:streamGenerateContent`);
    expect(response.headers.get('content-type')).toContain('application/json');
    const elements = (await response.json()) as Answer[];
    expect(elements.length).toBeGreaterThan(3);
    expect(textOf(elements)).toBe('Hello from the scripted upstream.');
    expect(elements.at(-1)!.candidates[0]!.finishReason).toBe('STOP');
  });

  test('an array stays JSON when the stream is cut, and its last element is the error', async () => {
    upstream.next('cut-mid-stream');
    const elements = (await (
      await withKey(`/v1beta/models/${model}:streamGenerateContent`)
    ).json()) as Answer[];
    expect(elements.at(-1)!.error).toMatchObject({ code: 502, status: 'UNAVAILABLE' });
    expect(elements.some(({ candidates }) => candidates?.[0]?.finishReason)).toBe(false);
  });

  test('a cut stream ends with an error event and no finishReason', async () => {
    upstream.next('cut-mid-stream');
    const text = await (await withKey(`/v1beta/models/${model}:streamGenerateContent?alt=sse`)).text();
    expect(eventsOf(text).at(-1)!.error).toMatchObject({ code: 502, status: 'UNAVAILABLE' });
    expect(text).not.toContain('finishReason');
  });

  test.each([
    ['rate-limited', 429, 'RESOURCE_EXHAUSTED'],
    ['bad-request', 400, 'INVALID_ARGUMENT'],
    ['overloaded', 503, 'UNAVAILABLE'],
  ] as const)('an upstream that answers %s is reported with %d %s', async (scenario, code, status) => {
    upstream.otherwise = scenario;
    const response = await withKey(`/v1beta/models/${model}:generateContent`);
    const { error } = await answerOf(response);
    expect(error).toMatchObject({ code, status });
    expect(response.status).toBe(code);
  });

  test('tools that only Google runs are left out of the request', async () => {
    const body = { ...hello, tools: [{ googleSearch: {} }, { code_execution: {} }] };
    const response = await withKey(`/v1beta/models/${model}:generateContent`, body);
    expect(response.status).toBe(200);
    expect(upstream.last.json).not.toHaveProperty('tools');
  });

  test('counts tokens for nothing', async () => {
    const response = await withKey(`/v1beta/models/${model}:countTokens`);
    expect(response.status).toBe(200);
    const { totalTokens } = (await response.json()) as { totalTokens: number };
    expect(totalTokens).toBeGreaterThan(0);
    const whole = { generateContentRequest: { model: `models/${model}`, ...hello } };
    expect(await (await withKey(`/v1beta/models/${model}:countTokens`, whole)).json()).toEqual({
      totalTokens,
    });
    expect(upstream.requests).toHaveLength(0);
  });
});

test('content cached in one account is refused unless the key pins a channel', async () => {
  const body = { ...hello, cached_content: 'cachedContents/one' };
  const response = await withKey(`/v1beta/models/${OPENAI_MODEL}:generateContent`, body);
  expect(response.status).toBe(400);
  expect((await answerOf(response)).error!.message).toContain(
    'cached_content names something of one upstream',
  );
});

test.each([
  [{}, 'field contents is required'],
  [{ contents: [] }, 'field contents is required'],
  [{ contents: 'hello' }, 'field contents must be a list'],
  [{ ...hello, generationConfig: { maxOutputTokens: -1 } }, 'maxOutputTokens is invalid'],
  [{ ...hello, generationConfig: { candidateCount: 100 } }, 'candidateCount must be between 1 and 8'],
])('%j is refused before any upstream is asked', async (body, message) => {
  const response = await withKey(`/v1beta/models/${OPENAI_MODEL}:generateContent`, body);
  expect(response.status).toBe(400);
  expect((await answerOf(response)).error).toMatchObject({
    code: 400,
    message: expect.stringContaining(message),
    status: 'INVALID_ARGUMENT',
  });
  expect(upstream.requests).toHaveLength(0);
});

test.each(['embedSomething', 'predictLongRunning'])('the action %s is not built', async (action) => {
  const response = await withKey(`/v1beta/models/${OPENAI_MODEL}:${action}`);
  expect(response.status).toBe(404);
  expect((await answerOf(response)).error).toMatchObject({ code: 404, status: 'NOT_FOUND' });
});

describe('the list of models', () => {
  const list = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(`${gateway.url}${path}`, { headers });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const google = { name: `models/${OPENAI_MODEL}`, displayName: OPENAI_MODEL };

  test('is Google’s below /v1beta and for Google’s kinds of keys', async () => {
    for (const [path, headers] of [
      ['/v1beta/models', { authorization: `Bearer ${key}` }],
      ['/v1/models', { 'x-goog-api-key': key }],
      [`/v1/models?key=${key}`, {}],
    ] as const)
      expect((await list(path, headers)).body.models).toContainEqual(expect.objectContaining(google));
  });

  test('is OpenAI’s everywhere else', async () => {
    for (const path of ['/v1/models', '/v1beta/openai/models'])
      expect((await list(path, { authorization: `Bearer ${key}` })).body).toMatchObject({ object: 'list' });
  });

  test('shows one model, and 404 for others', async () => {
    const headers = { 'x-goog-api-key': key };
    expect((await list(`/v1beta/models/${OPENAI_MODEL}`, headers)).body).toMatchObject(google);
    expect(await list('/v1beta/models/none', headers)).toMatchObject({
      status: 404,
      body: { error: { code: 404, status: 'NOT_FOUND' } },
    });
    expect((await list('/v1beta/models', {})).body).toMatchObject({
      error: { code: 401, status: 'UNAUTHENTICATED' },
    });
  });
});
