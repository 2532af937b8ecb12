import type { LLMock } from '@copilotkit/aimock';
import OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { ASK_FOR_REASONING, ASK_FOR_TOOL, TOOL_CALL_ID, startAimock } from '../../doubles/aimock.js';
import { ScriptedUpstream, type Script } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** The official client's Responses over a channel that speaks them, one that knows only chat, and Anthropic's. */
const NATIVE = 'gpt-4o';
const CHAT = 'gpt-4o-mini';
const CLAUDE = 'claude-3-7-sonnet-20250219';
const MODELS = [[NATIVE], [CHAT], [CLAUDE]];
/** The same, answered by the scripted upstream. */
const SCRIPTED_NATIVE = 'gpt-4.1';
const SCRIPTED_CHAT = 'gpt-4.1-mini';
const SCRIPTED_CLAUDE = 'claude-sonnet-4-5-20250929';
const SCRIPTED = [[SCRIPTED_NATIVE], [SCRIPTED_CHAT], [SCRIPTED_CLAUDE]];
const START = 10_000_000;

let gateway: Gateway;
let mock: LLMock;
let upstream: ScriptedUpstream;
let openai: OpenAI;
let key: string;

beforeAll(async () => {
  mock = await startAimock();
  upstream = await ScriptedUpstream.start();
  // Between two whole events: some tests send them byte by byte.
  gateway = await Gateway.start({ STREAMING_TIMEOUT: '4' });
  // Type 6 is a relative of OpenAI's that has no responses.
  await gateway.addChannel({ type: 1, base_url: mock.url, models: NATIVE });
  await gateway.addChannel({ type: 6, base_url: mock.url, models: CHAT });
  await gateway.addChannel({ type: 14, base_url: mock.url, models: CLAUDE });
  await gateway.addChannel({ type: 1, base_url: upstream.url, models: SCRIPTED_NATIVE });
  await gateway.addChannel({ type: 6, base_url: upstream.url, models: SCRIPTED_CHAT });
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: SCRIPTED_CLAUDE });
  key = await gateway.addToken();
  openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: key, maxRetries: 0 });
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
  await mock?.stop();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.option('RetryTimes', '0');
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const tools: OpenAI.Responses.FunctionTool[] = [
  {
    type: 'function',
    name: 'get_weather',
    description: 'Weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    strict: false,
  },
];

/** The client joins texts of whole answers only. */
function textOf({ output }: OpenAI.Responses.Response): string {
  return output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');
}

/** The response a stream ended with; the client's own helper takes an incomplete one for one that goes on. */
async function lastOf(request: { model: string; input: string }): Promise<OpenAI.Responses.Response> {
  let last: OpenAI.Responses.ResponseStreamEvent | undefined;
  for await (const event of await openai.responses.create({ ...request, stream: true })) last = event;
  if (!last || !('response' in last)) throw new Error('the stream ended without a response');
  return last.response;
}

describe.each(MODELS)('the official client on a channel for %s', (model) => {
  test('gets text with usage', async () => {
    const response = await openai.responses.create({ model, input: 'hello', instructions: 'Be kind.' });
    expect(response).toMatchObject({
      object: 'response',
      status: 'completed',
      output_text: 'Hello from the simulated vendor.',
    });
    const [row] = await gateway.logs();
    expect(row!.quota).toBeGreaterThan(0);
    expect(await gateway.quota()).toBe(START - row!.quota);
  });

  test('streams text', async () => {
    const types = new Set<string>();
    const stream = openai.responses.stream({ model, input: [{ role: 'user', content: 'hello' }] });
    for await (const event of stream) types.add(event.type);
    const response = await stream.finalResponse();
    expect(textOf(response)).toBe('Hello from the simulated vendor.');
    for (const type of ['created', 'output_item.added', 'output_text.delta', 'output_text.done', 'completed'])
      expect(types).toContain(`response.${type}`);
  });

  test('streams a tool call and goes on with its result', async () => {
    const question = { role: 'user' as const, content: `What is the ${ASK_FOR_TOOL}?` };
    const first = await openai.responses.stream({ model, tools, input: [question] }).finalResponse();
    const call = first.output.find((item) => item.type === 'function_call')!;
    expect(call).toMatchObject({
      call_id: TOOL_CALL_ID,
      name: 'get_weather',
      arguments: '{"city":"Berlin"}',
    });
    const second = await openai.responses.create({
      model,
      tools,
      input: [
        question,
        ...first.output.filter((item) => item.type === 'function_call'),
        { type: 'function_call_output', call_id: call.call_id, output: '21 degrees' },
      ],
    });
    expect(second.output_text).toBe('It is 21 degrees in Berlin.');
  });

  test('gets thoughts as a summary beside the answer', async () => {
    const response = await openai.responses.create({
      model,
      input: `${ASK_FOR_REASONING} two and two`,
      reasoning: { summary: 'auto' },
    });
    expect(response.output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
    expect(response.output[0]).toMatchObject({ summary: [{ text: 'Two and two make four.' }] });
    expect(response.output_text).toBe('It is four.');
  });
});

describe.each(SCRIPTED)('a scripted upstream for %s', (model) => {
  test('parses structured output', async () => {
    upstream.otherwise = { answer: { text: ['{"sum":', '4}'] } };
    const response = await openai.responses.parse({
      model,
      input: 'Two and two?',
      text: { format: zodTextFormat(z.object({ sum: z.number() }), 'sum') },
    });
    expect(response.output_parsed).toEqual({ sum: 4 });
    expect(upstream.last.body.toString()).toContain('"sum"');
  });

  test('streams parallel calls and thoughts, one byte at a time', async () => {
    const answer = {
      reasoning: ['First', ' I think.'],
      text: ['Let me look.'],
      tools: [
        { id: 'call_one', name: 'get_weather', arguments: ['{"city":', '"Berlin"}'] },
        { id: 'call_two', name: 'get_weather', arguments: ['{"city":', '"Rome"}'] },
      ],
      finish: 'tools' as const,
      usage: { input: 40, cacheRead: 10, output: 25 },
    };
    upstream.otherwise = { answer, pieceBytes: 1 };
    const response = await openai.responses.stream({ model, tools, input: 'q' }).finalResponse();
    expect(response.output.map(({ type }) => type)).toEqual([
      'reasoning',
      'message',
      'function_call',
      'function_call',
    ]);
    expect(response.output.slice(2)).toMatchObject([
      { call_id: 'call_one', arguments: '{"city":"Berlin"}' },
      { call_id: 'call_two', arguments: '{"city":"Rome"}' },
    ]);
    expect(response.usage).toMatchObject({
      input_tokens: 50,
      input_tokens_details: { cached_tokens: 10 },
      output_tokens: 25,
      total_tokens: 75,
    });
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({ usage_source: 'upstream', cache_tokens: 10 });
    expect(await gateway.quota()).toBe(START - row!.quota);
  });

  test.each([false, true])('an incomplete answer is charged (stream: %s)', async (stream) => {
    upstream.otherwise = { answer: { finish: 'length', usage: { input: 12, output: 7 } } };
    const request = { model, input: 'q', max_output_tokens: 7 };
    const response = stream ? await lastOf(request) : await openai.responses.create(request);
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
    expect(textOf(response)).toBe('Hello from the scripted upstream.');
    const [row] = await gateway.logs();
    expect(row).toMatchObject({ prompt_tokens: 12, completion_tokens: 7 });
    expect(row!.other).toMatchObject({ usage_source: 'upstream' });
    if (stream) expect(row!.other).toMatchObject({ stream_status: { status: 'ok', end_reason: 'done' } });
  });

  const broken: [Script, string][] = [
    [{ frames: 7, ending: 'cut' }, 'eof'],
    [{ frames: 7, ending: 'stall' }, 'timeout'],
    [{ frames: 7, ending: 'error-frame' }, 'upstream_error'],
  ];
  test.each(broken)(
    '%j ends with one failed response, numbered on, and is charged for what came',
    async (script, reason) => {
      upstream.next({
        ...(script as object),
        answer: { text: Array.from({ length: 9 }, () => 'some words ') },
      });
      const text = await (
        await gateway.relay('/v1/responses', key, { model, input: 'q', stream: true })
      ).text();
      const events = text
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .map((line) => JSON.parse(line.slice(6)) as { type: string; sequence_number: number });
      expect(events.at(-1)!.type).toBe('response.failed');
      expect(text).not.toMatch(/response\.(completed|incomplete)/);
      expect(events.filter(({ type }) => type === 'response.failed')).toHaveLength(1);
      if (reason !== 'upstream_error')
        expect(events.map((event) => event.sequence_number)).toEqual([...events.keys()]);
      const [row] = await gateway.logs();
      expect(row!.other).toMatchObject({
        usage_source: 'estimated',
        stream_status: { status: 'error', end_reason: reason },
      });
      expect(row!.completion_tokens).toBeGreaterThan(0);
      expect(await gateway.quota()).toBe(START - row!.quota);
    },
  );

  test('without usage from upstream, prompt and output are counted', async () => {
    upstream.next('no-usage');
    await (await gateway.relay('/v1/responses', key, { model, input: 'q', stream: true })).text();
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({ usage_source: 'estimated' });
    expect(row!.prompt_tokens).toBeGreaterThan(0);
    expect(row!.completion_tokens).toBeGreaterThan(3);
  });

  test('a failure before the first word is retried where it does not show', async () => {
    await gateway.option('RetryTimes', '1');
    upstream.next('error-frame-first', 'plain');
    const response = await openai.responses.stream({ model, input: 'q' }).finalResponse();
    expect(response.status).toBe('completed');
    expect(upstream.requests).toHaveLength(2);
  });

  test("an upstream's error is reported in the format of this protocol", async () => {
    upstream.next('bad-request');
    await expect(openai.responses.create({ model, input: 'q' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('scripted bad request') as string,
    });
    expect(await gateway.quota()).toBe(START);
  });
});

test.each([[SCRIPTED_CHAT], [SCRIPTED_CLAUDE]])('custom tools work on a channel for %s', async (model) => {
  const call = { id: 'call_1', name: 'patch', arguments: ['{"input":', '"+ \\"x\\""}'] };
  upstream.otherwise = { answer: { text: [], tools: [call], finish: 'tools' } };
  const response = await openai.responses
    .stream({ model, input: 'q', tools: [{ type: 'custom', name: 'patch' }] })
    .finalResponse();
  expect(response.output).toMatchObject([
    { type: 'custom_tool_call', call_id: 'call_1', name: 'patch', input: '+ "x"' },
  ]);
});

test('input tokens are counted for nothing', async () => {
  const response = await gateway.relay('/v1/responses/input_tokens', key, {
    model: CLAUDE,
    input: 'hello there',
  });
  expect(await response.json()).toEqual({
    object: 'response.input_tokens',
    input_tokens: expect.any(Number) as number,
  });
  expect(await gateway.logs()).toEqual([]);
});

test('a stranger is refused in the words of the protocol, and the books balance', async () => {
  const stranger = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'sk-wrong', maxRetries: 0 });
  await expect(stranger.responses.create({ model: NATIVE, input: 'q' })).rejects.toMatchObject({
    status: 401,
  });
  expect(await gateway.manage('GET', '/api/books')).toMatchObject({
    balanced: true,
    memory: { openHolds: 0 },
  });
});
