import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Gateway } from '../../setup/gateway.js';

/** What providers bill must be charged, and what they cannot have used must not. */
const CLAUDE = 'claude-3-7-sonnet-20250219';
const ADVISOR = 'claude-opus-4-7';
/** An image costs 100 times, text 8 times as much as input. */
const PAINTER = 'google/gemini-2.5-flash-image';
let gateway: Gateway;
let server: Server;
let key: string;
/** The body of the next answers, or the events of a stream. */
let answer: object | string;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      const stream = typeof answer === 'string';
      response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
      response.end(stream ? answer : JSON.stringify(answer));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const base_url = `http://127.0.0.1:${port}`;
  gateway = await Gateway.start();
  await gateway.addChannel({ base_url, models: `gpt-4o,grok-3-mini,${PAINTER}` });
  await gateway.addChannel({ type: 14, base_url, models: CLAUDE });
  // 1 quota a token of input, 5 of output; the advisor 3 and 15.
  await gateway.sell({ [CLAUDE]: 1, [ADVISOR]: 3, 'grok-3-mini': 0.5, 'gpt-4o': 0.5, [PAINTER]: 1 });
  await gateway.option(
    'CompletionRatio',
    JSON.stringify({ [CLAUDE]: 5, [ADVISOR]: 5, 'grok-3-mini': 5, 'gpt-4o': 4, [PAINTER]: 8 }),
  );
  await gateway.settledEvents();
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  server?.close();
});

beforeEach(async () => {
  await gateway.setQuota(2_000_000_000);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const message = (usage: object) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: CLAUDE,
  content: [{ type: 'text', text: 'Done.' }],
  stop_reason: 'end_turn',
  usage,
});
const events = (opening: object, closing: object) =>
  [
    { type: 'message_start', message: { ...message(opening), content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Done.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: closing },
    { type: 'message_stop' },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');

async function charged(path: string, model: string, stream: boolean, more: object = {}) {
  const response = await gateway.relay(path, key, {
    model,
    stream,
    messages: [{ role: 'user', content: 'hello' }],
    ...(path === '/v1/messages' && { max_tokens: 4000 }),
    ...more,
  });
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.any(String)]);
  const [row] = await gateway.logs();
  const [{ id }] = (await gateway.sql('SELECT max(id)::int AS id FROM logs WHERE type = 2')) as [
    { id: number },
  ];
  const receipt = await gateway.manage<Record<string, unknown>>('GET', `/api/log/${id}/receipt`);
  expect(receipt).toMatchObject({ charged: row!.quota, agrees: true });
  return { row: row!, receipt, text };
}

const compaction = { type: 'compaction', input_tokens: 60_385, output_tokens: 522 };
const own = { type: 'message', input_tokens: 612, output_tokens: 2819 };
const top = { input_tokens: 612, output_tokens: 2819 };

describe.each([
  ['/v1/messages', false],
  ['/v1/messages', true],
  ['/v1/chat/completions', false],
  ['/v1/chat/completions', true],
])('over %s, stream: %s', (path, stream) => {
  const answerWith = (usage: object) =>
    stream ? events({ input_tokens: 60_385, output_tokens: 1 }, usage) : message(usage);

  test('a compaction is charged besides the answer', async () => {
    answer = answerWith({ ...top, iterations: [compaction, own] });
    const { row } = await charged(path, CLAUDE, stream);
    expect(row.quota).toBe(60_385 + 522 * 5 + 612 + 2819 * 5);
    expect(row.other.steps).toEqual([
      { kind: 'compaction', input_tokens: 60_385, output_tokens: 522, quota: 60_385 + 522 * 5 },
    ]);
  });

  test('an advisor is charged at its own price', async () => {
    const advisor = { type: 'advisor_message', model: ADVISOR, input_tokens: 2728, output_tokens: 874 };
    answer = answerWith({ ...top, iterations: [own, advisor] });
    const { row } = await charged(path, CLAUDE, stream);
    expect(row.quota).toBe(612 + 2819 * 5 + 2728 * 3 + 874 * 15);
  });

  test('where another model took over, each try is charged at its own price, once', async () => {
    const refused = { type: 'message', input_tokens: 400, output_tokens: 3 };
    const fallback = { type: 'fallback_message', model: ADVISOR, input_tokens: 612, output_tokens: 2819 };
    answer = answerWith({ ...top, iterations: [refused, fallback] });
    const { row } = await charged(path, CLAUDE, stream);
    expect(row.quota).toBe(400 + 3 * 5 + 612 * 3 + 2819 * 15);
    expect(row).toMatchObject({ prompt_tokens: 612, completion_tokens: 2819 });
    expect(row.other).toMatchObject({
      usage_source: 'upstream',
      served_by: ADVISOR,
      steps: [{ kind: 'message', input_tokens: 400, output_tokens: 3, quota: 415 }],
    });
  });
});

describe('a fallback whose requested model declined before any output', () => {
  const usage = {
    input_tokens: 412,
    output_tokens: 264,
    iterations: [
      { type: 'message', model: CLAUDE, input_tokens: 408, output_tokens: 0 },
      { type: 'fallback_message', model: ADVISOR, input_tokens: 412, output_tokens: 264 },
    ],
  };
  const contents = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] };
  const gemini = `/v1beta/models/${CLAUDE}`;

  test.each<[string, boolean, object, string]>([
    ['/v1/messages', false, {}, '"input_tokens":412,"output_tokens":264'],
    ['/v1/messages', true, {}, '"input_tokens":412,"output_tokens":264'],
    ['/v1/chat/completions', false, {}, '"prompt_tokens":412,"completion_tokens":264'],
    [
      '/v1/chat/completions',
      true,
      { stream_options: { include_usage: true } },
      '"prompt_tokens":412,"completion_tokens":264',
    ],
    ['/v1/responses', false, { input: 'hello' }, '"input_tokens":412,'],
    ['/v1/responses', true, { input: 'hello' }, '"output_tokens":264,'],
    [`${gemini}:generateContent`, false, contents, '"promptTokenCount":412,"candidatesTokenCount":264'],
    [
      `${gemini}:streamGenerateContent?alt=sse`,
      true,
      contents,
      '"promptTokenCount":412,"candidatesTokenCount":264',
    ],
  ])(
    "%s, stream: %s: the client, the log and the charge have the provider's figures",
    async (...parameters) => {
      const [path, stream, body, reported] = parameters;
      answer = stream ? events({ input_tokens: 408, output_tokens: 1 }, usage) : message(usage);
      const { row, text } = await charged(path, CLAUDE, stream, body);
      expect(text).toContain(reported);
      expect(row).toMatchObject({ prompt_tokens: 412, completion_tokens: 264 });
      expect(row.other.usage_source).toBe('upstream');
      expect(row.quota).toBe(408 + 412 * 3 + 264 * 15);
    },
  );
});

test('without iterations, a smaller input at the end of a stream does not replace the larger one of its start', async () => {
  answer = events({ input_tokens: 60_385, output_tokens: 1 }, top);
  const { row } = await charged('/v1/messages', CLAUDE, true);
  expect(row.quota).toBe(60_385 + 2819 * 5);
});

test.each(['/v1/messages', '/v1/chat/completions', '/v1/responses'])(
  'writes of one hour are charged once in a stream over %s: its end states their total only',
  async (path) => {
    answer = events(
      {
        input_tokens: 10,
        cache_creation_input_tokens: 8000,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 8000 },
        output_tokens: 1,
      },
      { input_tokens: 10, cache_creation_input_tokens: 8000, cache_read_input_tokens: 0, output_tokens: 20 },
    );
    const { row } = await charged(path, CLAUDE, true, path === '/v1/responses' ? { input: 'hello' } : {});
    // Writes cost 1.25 of the input, those of an hour 2.
    expect(row.quota).toBe(10 + 8000 * 2 + 20 * 5);
  },
);

test('an estimate of all input together gives way to its cache classes', async () => {
  answer = events(
    { input_tokens: 3000, output_tokens: 1 },
    { input_tokens: 500, cache_read_input_tokens: 2400, output_tokens: 9 },
  );
  const { row } = await charged('/v1/messages', CLAUDE, true);
  expect(row).toMatchObject({ prompt_tokens: 500, other: { cache_tokens: 2400 } });
});

const completion = (usage: object) => ({
  id: 'c1',
  object: 'chat.completion',
  model: 'grok-3-mini',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage,
});

test.each([
  ['more reasoning than completion, and a total of all', 2, 340, 354, 2 + 340],
  ['less reasoning than completion, and a total of all', 500, 340, 852, 500 + 340],
  ['reasoning that is part of the completion', 500, 340, 512, 500],
  ['more reasoning than completion, but a total without it', 2, 340, 14, 2],
])('%s', async (_, completion_tokens, reasoning_tokens, total_tokens, output) => {
  answer = completion({
    prompt_tokens: 12,
    completion_tokens,
    total_tokens,
    completion_tokens_details: { reasoning_tokens },
  });
  const { row } = await charged('/v1/chat/completions', 'grok-3-mini', false);
  expect(row.completion_tokens).toBe(output);
});

describe('usage that cannot be true', () => {
  test('output far beyond the limit that was sent is charged as twice the limit, logged and shown', async () => {
    answer = completion({ prompt_tokens: 12, completion_tokens: 999_999_998, total_tokens: 999_999_999 });
    const { row, receipt } = await charged('/v1/chat/completions', 'gpt-4o', false, { max_tokens: 20 });
    expect(row.completion_tokens).toBe(2 * 20 + 1024);
    expect(row.other.usage_capped).toEqual({ input: 12, output: 999_999_998 });
    expect(receipt.reported).toEqual({ input: 12, output: 999_999_998 });
  });

  test('input far beyond the bytes that were sent is charged as what those can be at most', async () => {
    answer = completion({ prompt_tokens: 900_000_000, completion_tokens: 5, total_tokens: 900_000_005 });
    const { row } = await charged('/v1/chat/completions', 'gpt-4o', false);
    expect(row.prompt_tokens).toBeGreaterThan(100_000);
    expect(row.prompt_tokens).toBeLessThan(101_000);
    expect(row.other.usage_capped).toEqual({ input: 900_000_000, output: 5 });
  });

  test('a little more than asked for, and long inputs that an address brings, are believed', async () => {
    answer = completion({ prompt_tokens: 300_000, completion_tokens: 30, total_tokens: 300_030 });
    const { row } = await charged('/v1/chat/completions', 'gpt-4o', false, {
      max_tokens: 20,
      tools: [{ type: 'function', function: { name: 'f', parameters: {} } }],
    });
    expect(row).toMatchObject({ prompt_tokens: 300_000, completion_tokens: 30 });
    expect(row.other.usage_capped).toBeUndefined();
  });
});

describe.each([true, false])('images of a chat model, stream: %s', (stream) => {
  const url = `data:image/png;base64,${'A'.repeat(4000)}`;
  const images = [{ type: 'image_url', image_url: { url } }];
  const usage = {
    prompt_tokens: 10,
    completion_tokens: 1300,
    total_tokens: 1310,
    completion_tokens_details: { image_tokens: 1290 },
  };
  const reply = { role: 'assistant', content: 'Here: ', images };
  const answerWith = (reported: object) => {
    if (!stream)
      return {
        id: 'c',
        model: PAINTER,
        choices: [{ index: 0, message: reply, finish_reason: 'stop' }],
        ...reported,
      };
    const chunks = [
      { choices: [{ index: 0, delta: reply }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { choices: [], ...reported },
    ];
    return `${chunks.map((chunk) => `data: ${JSON.stringify({ id: 'c', model: PAINTER, ...chunk })}\n\n`).join('')}data: [DONE]\n\n`;
  };

  test.each(['/v1/chat/completions', '/v1/messages'])(
    'reach the client of %s and cost what images cost',
    async (path) => {
      answer = answerWith({ usage });
      const { row, text } = await charged(path, PAINTER, stream);
      expect(text).toContain(url);
      expect(row.quota).toBe(10 + 10 * 8 + 1290 * 100);
      expect(row.other).toMatchObject({ usage_source: 'upstream', image_output: 1290 });
    },
  );

  test('are not counted as text where no usage is reported', async () => {
    answer = answerWith({});
    const { row } = await charged('/v1/messages', PAINTER, stream);
    expect(row.completion_tokens).toBeGreaterThan(1290);
    expect(row.completion_tokens).toBeLessThan(1310);
  });
});
