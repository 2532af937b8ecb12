import type { Scenario } from '../../doubles/scenarios.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Google's clients on channels of Google: bytes pass, and the money is right all the same. */
const MODEL = 'gemini-2.5-flash';
const START = 10_000_000;
const EVENTS = `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`;
const ARRAY = `/v1beta/models/${MODEL}:streamGenerateContent`;
const WHOLE = `/v1beta/models/${MODEL}:generateContent`;
const hello = '{ "contents":[ {"parts":[{"text":"天"}]} ], "unknown": {"x":1e2} }';

interface Element {
  candidates?: { content: { parts: { text?: string }[] }; finishReason?: string }[];
  usageMetadata?: object;
  error?: { code: number; status: string };
}

let gateway: Gateway;
let upstream: ScriptedUpstream;
let direct: string[];
let key: string;
let channel: number;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  channel = await gateway.addChannel({
    type: 24,
    base_url: upstream.url,
    models: `${MODEL},gemini-2.5-pro`,
    model_mapping: JSON.stringify({ 'gemini-2.5-pro': 'gemini-3-pro' }),
  });
  key = await gateway.addToken();
  const response = await fetch(`${upstream.url}${EVENTS}`, { method: 'POST', body: hello });
  direct = (await response.text()).split(/(?<=\n\n)/);
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

const call = (path: string, body: string | object = hello) =>
  gateway.relay(path, key, body, { 'x-goog-api-key': key });
const eventsOf = (text: string) =>
  text
    .split(/\r?\n\r?\n/)
    .filter((frame) => frame !== '')
    .map((frame) => JSON.parse(frame.replace(/^data: /, '')) as Element);
const textOf = (elements: Element[]) =>
  elements
    .flatMap(({ candidates }) => candidates?.[0]?.content.parts.map(({ text }) => text ?? '') ?? [])
    .join('');

test('request and whole answer pass byte by byte', async () => {
  const response = await call(WHOLE);
  const { path, body, headers } = upstream.last;
  expect(body.toString()).toBe(hello);
  expect(path).toBe(WHOLE);
  expect(headers['x-goog-api-key']).toBe('sk-upstream');
  expect(await response.json()).toMatchObject({ responseId: 'scripted', modelVersion: MODEL });
  const [row] = await gateway.logs();
  expect(row).toMatchObject({ prompt_tokens: 12, completion_tokens: 7, model_name: MODEL });
  expect(row!.other).toMatchObject({ usage_source: 'upstream' });
});

test('a mapped model changes the address, not the body', async () => {
  await (await call('/v1beta/models/gemini-2.5-pro:generateContent')).text();
  expect(upstream.last.path).toBe('/v1beta/models/gemini-3-pro:generateContent');
  expect(upstream.last.body.toString()).toBe(hello);
});

test.each(['plain', 'odd-bytes', 'every-byte'] as const)(
  'the events of a stream pass byte by byte (%s)',
  async (scenario) => {
    upstream.next(scenario);
    const response = await call(EVENTS);
    expect(await response.text()).toBe(direct.join(''));
    const [row] = await gateway.logs();
    expect(row).toMatchObject({ prompt_tokens: 12, completion_tokens: 7, is_stream: true });
    expect(row!.other).toMatchObject({
      usage_source: 'upstream',
      stream_status: { status: 'ok', end_reason: 'done' },
    });
  },
);

test('with CRLF, too', async () => {
  upstream.next('carriage-returns');
  const text = await (await call(EVENTS)).text();
  expect(text).toBe(direct.join('').replaceAll('\n', '\r\n'));
  expect((await gateway.logs())[0]).toMatchObject({ prompt_tokens: 12, completion_tokens: 7 });
});

test.each(['plain', 'every-byte', 'carriage-returns'] as const)(
  'without alt=sse the same data come as one JSON array, from a stream of events (%s)',
  async (scenario) => {
    upstream.next(scenario);
    const response = await call(ARRAY);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(upstream.last.path).toBe(EVENTS);
    const text = await response.text();
    expect(JSON.parse(text)).toEqual(eventsOf(direct.join('')));
    // The data themselves are the provider's bytes.
    for (const frame of direct) expect(text).toContain(frame.trim().slice('data: '.length));
    expect((await gateway.logs())[0]).toMatchObject({ prompt_tokens: 12, completion_tokens: 7 });
  },
);

describe('a stream that is not complete is never shown as complete', () => {
  const failures: [string, Scenario, string][] = [
    ['cut', { frames: 3, ending: 'cut' }, 'eof'],
    ['closed without a finish', { noEnd: true }, 'eof'],
    ['closed early', { frames: 2 }, 'eof'],
  ];

  test.each(failures)('%s', async (_name, scenario, reason) => {
    for (const path of [EVENTS, ARRAY]) {
      await gateway.sql('DELETE FROM logs WHERE type = 2');
      upstream.next(scenario);
      const text = await (await call(path)).text();
      const elements = path === EVENTS ? eventsOf(text) : (JSON.parse(text) as Element[]);
      expect(text).not.toContain('finishReason');
      expect(textOf(elements)).toMatch(/^Hello/);
      expect(elements.at(-1)!.error).toMatchObject({ code: 502, status: 'UNAVAILABLE' });
      const [row] = await gateway.logs();
      expect(row!.quota).toBeGreaterThan(0);
      expect(row!.other).toMatchObject({ stream_status: { status: 'error', end_reason: reason } });
    }
  });

  test('an error event of the provider is the last that is sent', async () => {
    upstream.next('error-mid-stream');
    const elements = JSON.parse(await (await call(ARRAY)).text()) as Element[];
    expect(elements.filter(({ error }) => error)).toEqual([
      { error: expect.objectContaining({ code: 503, status: 'UNAVAILABLE' }) },
    ]);
    expect(elements.at(-1)!.error).toBeDefined();
  });

  test('an error before the first word is an answer with its status', async () => {
    upstream.otherwise = 'error-frame-first';
    const response = await call(EVENTS);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: 503, status: 'UNAVAILABLE' } });
    expect(await gateway.logs()).toEqual([]);
  });
});

test('without usage the output is counted, the last event’s included', async () => {
  upstream.next({ answer: { text: ['one two three four five six seven eight'], usage: undefined } });
  await (await call(EVENTS)).text();
  const [row] = await gateway.logs();
  expect(row!.completion_tokens).toBeGreaterThanOrEqual(8);
  expect(row!.other).toMatchObject({ usage_source: 'estimated' });
});

test('thoughts are charged, and cached input as such', async () => {
  upstream.next({ answer: { usage: { input: 100, cacheRead: 50, output: 20, reasoning: 30 } } });
  await (await call(EVENTS)).text();
  expect((await gateway.logs())[0]).toMatchObject({ prompt_tokens: 150, completion_tokens: 50 });
  upstream.next({ answer: { usage: { input: 100, cacheRead: 50, output: 20, reasoning: 30 } } });
  await (await call(WHOLE)).text();
  expect((await gateway.logs())[1]).toMatchObject({ prompt_tokens: 150, completion_tokens: 50 });
});

test('a relay that says a finish in every event still streams, up to the last', async () => {
  const event = (text: string) =>
    `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP' }] })}\n\n`;
  const body = event('a') + event('b') + event('c');
  upstream.next({ refuse: { status: 200, body, headers: { 'content-type': 'text/event-stream' } } });
  expect(await (await call(EVENTS)).text()).toBe(body);
});

test('images after the finish are delivered and counted, however large', async () => {
  const event = (parts: object[], more: object = {}) =>
    `data: ${JSON.stringify({ candidates: [{ content: { parts }, ...more }] })}\n\n`;
  const image = (letter: string) =>
    event([{ inlineData: { mimeType: 'image/png', data: letter.repeat(400_000) } }]);
  const usage = `data: ${JSON.stringify({ usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 2600, totalTokenCount: 2609 } })}\n\n`;
  const body = event([{ text: 'a' }], { finishReason: 'STOP' }) + image('A') + image('B') + usage;
  for (const path of [EVENTS, ARRAY]) {
    upstream.next({ refuse: { status: 200, body, headers: { 'content-type': 'text/event-stream' } } });
    const text = await (await call(path)).text();
    if (path === EVENTS) expect(text === body).toBe(true);
    else expect(JSON.parse(text)).toEqual(eventsOf(body));
  }
  for (const row of await gateway.logs())
    expect(row).toMatchObject({ prompt_tokens: 9, completion_tokens: 2600 });
});

test('a blocked prompt is answered as received, and charged as counted', async () => {
  const blocked = {
    promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
    usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 },
  };
  const json = JSON.stringify(blocked);
  const type = (name: string) => ({ 'content-type': name });
  upstream.next({ refuse: { status: 200, body: json, headers: type('application/json') } });
  const whole = await call(WHOLE);
  expect(whole.status).toBe(200);
  expect(await whole.text()).toBe(json);
  upstream.next({ refuse: { status: 200, body: `data: ${json}\n\n`, headers: type('text/event-stream') } });
  expect(await (await call(EVENTS)).text()).toBe(`data: ${json}\n\n`);
  for (const row of await gateway.logs())
    expect(row).toMatchObject({ prompt_tokens: 9, completion_tokens: 0 });
});

test('what only Google has goes through', async () => {
  const body = { contents: [{ parts: [{ text: 'q' }] }], tools: [{ googleSearch: {} }] };
  expect((await call(WHOLE, body)).status).toBe(200);
  expect(upstream.last.json).toEqual(body);
});

test('a cut stream of such a request is still charged', async () => {
  upstream.next({ frames: 3, ending: 'cut', answer: { usage: undefined } });
  const body = { contents: [{ parts: [{ text: 'q' }, { newKind: {} }] }], tools: [{ googleSearch: {} }] };
  await (await call(EVENTS, body)).text();
  const [row] = await gateway.logs();
  expect(row!.quota).toBeGreaterThan(0);
  expect(row!.other).toMatchObject({ usage_source: 'estimated' });
  expect(await gateway.manage('GET', '/api/books')).toMatchObject({
    balanced: true,
    memory: { openHolds: 0 },
  });
});

test('content cached in an account goes through where the key pins the channel', async () => {
  const body = { contents: [{ parts: [{ text: 'q' }] }], cachedContent: 'cachedContents/1' };
  expect((await call(WHOLE, body)).status).toBe(400);
  const pinned = await gateway.relay(WHOLE, `${key}-${channel}`, body);
  expect(pinned.status).toBe(200);
  expect(upstream.last.json).toEqual(body);
});

test('the provider counts tokens, for nothing', async () => {
  const response = await call(`/v1beta/models/${MODEL}:countTokens`);
  expect(await response.json()).toEqual({ totalTokens: 42 });
  expect(upstream.last.body.toString()).toBe(hello);
  expect(await gateway.logs()).toEqual([]);
});

test.each([
  ['bad-key', 401, 'UNAUTHENTICATED'],
  ['rate-limited', 429, 'RESOURCE_EXHAUSTED'],
  ['html-error', 502, 'UNAVAILABLE'],
  ['in-body-error', 502, 'UNAVAILABLE'],
] as const)('%s is reported as %d %s', async (scenario, code, status) => {
  upstream.otherwise = scenario;
  const response = await call(WHOLE);
  expect(response.status).toBe(code);
  expect(await response.json()).toMatchObject({ error: { code, status } });
  await gateway.sql(`UPDATE channels SET status = 1 WHERE id = $1`, [channel]);
});

test('a client that leaves pays for what was produced', async () => {
  upstream.next({ betweenFramesMs: 100, answer: { text: Array.from({ length: 50 }, () => 'some words ') } });
  const gone = new AbortController();
  const response = await fetch(`${gateway.url}${ARRAY}?key=${key}`, {
    method: 'POST',
    body: hello,
    signal: gone.signal,
  });
  await response.body!.getReader().read();
  gone.abort();
  await upstream.last.over;
  await gateway.quiet();
  const [row] = await gateway.logs();
  expect(row!.other).toMatchObject({ stream_status: { end_reason: 'client_gone' } });
  expect(row!.completion_tokens).toBeLessThan(200);
});
