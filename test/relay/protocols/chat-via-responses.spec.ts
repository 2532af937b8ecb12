import Anthropic from '@anthropic-ai/sdk';
import type { LLMock } from '@copilotkit/aimock';
import OpenAI from 'openai';
import { ASK_FOR_TOOL, TOOL_CALL_ID, startAimock } from '../../doubles/aimock.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Chats over channels that ask some of their models through Responses. */
const SIMULATED = 'gpt-4o';
const LISTED = 'o3-pro';
const FAMILY = 'gpt-5-codex';
const OTHER = 'gpt-4.1';
const ONLY_RESPONSES = 'gpt-4.1-mini';
const START = 10_000_000;

let gateway: Gateway;
let mock: LLMock;
let upstream: ScriptedUpstream;
let openai: OpenAI;
let anthropic: Anthropic;
let key: string;
let channel: number;

beforeAll(async () => {
  mock = await startAimock();
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start({ STREAMING_TIMEOUT: '1' });
  const via = (...chat_via_responses: string[]) => JSON.stringify({ chat_via_responses });
  await gateway.addChannel({ base_url: mock.url, models: SIMULATED, setting: via('*') });
  channel = await gateway.addChannel({
    base_url: upstream.url,
    models: [LISTED, FAMILY, OTHER].join(','),
    setting: via(LISTED, 'gpt-5-c*'),
  });
  await gateway.addChannel({
    base_url: upstream.url,
    models: ONLY_RESPONSES,
    setting: JSON.stringify({ endpoints: ['responses'] }),
  });
  key = await gateway.addToken();
  openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: key, maxRetries: 0 });
  anthropic = new Anthropic({ baseURL: gateway.url, apiKey: key, maxRetries: 0 });
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

const messages = [{ role: 'user' as const, content: 'hello' }];

test("OpenAI's client chats, whole and streamed, and pays what was used", async () => {
  const whole = await openai.chat.completions.create({ model: SIMULATED, messages });
  expect(whole.choices[0]).toMatchObject({
    message: { content: 'Hello from the simulated vendor.' },
    finish_reason: 'stop',
  });
  const stream = openai.chat.completions.stream({ model: SIMULATED, messages });
  expect(await stream.finalContent()).toBe('Hello from the simulated vendor.');
  const rows = await gateway.logs();
  expect(rows).toHaveLength(2);
  expect(await gateway.quota()).toBe(START - rows[0]!.quota - rows[1]!.quota);
});

test('tools are called and their results understood', async () => {
  const tools: OpenAI.ChatCompletionTool[] = [
    {
      type: 'function',
      function: {
        name: 'get_weather',
        parameters: { type: 'object', properties: { city: { type: 'string' } } },
      },
    },
  ];
  const question = { role: 'user' as const, content: `What is the ${ASK_FOR_TOOL}?` };
  const stream = openai.chat.completions.stream({ model: SIMULATED, tools, messages: [question] });
  const { message, finish_reason } = (await stream.finalChatCompletion()).choices[0]!;
  expect(finish_reason).toBe('tool_calls');
  expect(message.tool_calls).toMatchObject([
    { id: TOOL_CALL_ID, function: { name: 'get_weather', arguments: '{"city":"Berlin"}' } },
  ]);
  const result = { role: 'tool' as const, tool_call_id: TOOL_CALL_ID, content: '21 degrees' };
  const second = await openai.chat.completions.create({
    model: SIMULATED,
    tools,
    messages: [question, message, result],
  });
  expect(second.choices[0]!.message.content).toBe('It is 21 degrees in Berlin.');
});

test("Anthropic's client chats with such a model, too", async () => {
  const stream = anthropic.messages.stream({ model: SIMULATED, max_tokens: 50, messages });
  expect(await stream.finalText()).toBe('Hello from the simulated vendor.');
});

test.each([
  [LISTED, '/v1/responses'],
  [FAMILY, '/v1/responses'],
  [OTHER, '/v1/chat/completions'],
  [ONLY_RESPONSES, '/v1/responses'],
])('%s is asked at %s', async (model, path) => {
  const { choices, usage } = await openai.chat.completions.create({ model, messages });
  expect(choices[0]!.message.content).toBe('Hello from the scripted upstream.');
  expect(usage).toMatchObject({ prompt_tokens: 12, completion_tokens: 7 });
  expect(upstream.last.path).toBe(path);
});

test('an answer that was cut short by its limit says so', async () => {
  upstream.next({ answer: { finish: 'length' } });
  const { choices } = await openai.chat.completions.create({ model: LISTED, messages });
  expect(choices[0]!.finish_reason).toBe('length');
});

test('a stream that breaks off ends with an error, and is charged for what came', async () => {
  upstream.next({ frames: 6, ending: 'cut' });
  const response = await gateway.relay('/v1/chat/completions', key, {
    model: LISTED,
    messages,
    stream: true,
  });
  const text = await response.text();
  expect(text).toContain('"content":" from"');
  expect(text).toContain('"error"');
  expect(text).not.toContain('[DONE]');
  const [row] = await gateway.logs();
  expect(row!.quota).toBeGreaterThan(0);
});

test('what Responses cannot say is a refusal that names it, and costs nothing', async () => {
  const response = await gateway.relay('/v1/chat/completions', key, {
    model: LISTED,
    messages,
    stop: ['END'],
  });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('stop');
  expect(upstream.requests).toHaveLength(0);
  expect(await gateway.quota()).toBe(START);
});

test('the channel is tested the way it is asked', async () => {
  await gateway.manage('GET', `/api/channel/test/${channel}?model=${LISTED}`);
  expect(upstream.last.path).toBe('/v1/responses');
});
