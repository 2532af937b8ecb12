import Anthropic from '@anthropic-ai/sdk';
import type { LLMock } from '@copilotkit/aimock';
import OpenAI from 'openai';
import { ASK_FOR_REASONING, ASK_FOR_TOOL, TOOL_CALL_ID, startAimock } from '../../doubles/aimock.js';
import { Gateway } from '../../setup/gateway.js';

/** The official clients through both kinds of channels: every crossing of two protocols and two providers. */
const OPENAI_MODEL = 'gpt-4o';
const CLAUDE_MODEL = 'claude-3-7-sonnet-20250219';
const GEMINI_MODEL = 'gemini-2.5-flash';
const MODELS = [[OPENAI_MODEL], [CLAUDE_MODEL], [GEMINI_MODEL]];

let gateway: Gateway;
let mock: LLMock;
let openai: OpenAI;
let anthropic: Anthropic;

beforeAll(async () => {
  mock = await startAimock();
  gateway = await Gateway.start();
  await gateway.addChannel({ type: 1, base_url: mock.url, models: OPENAI_MODEL });
  await gateway.addChannel({ type: 14, base_url: mock.url, models: CLAUDE_MODEL });
  await gateway.addChannel({ type: 24, base_url: mock.url, models: GEMINI_MODEL });
  const key = await gateway.addToken();
  openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: key, maxRetries: 0 });
  anthropic = new Anthropic({ baseURL: gateway.url, apiKey: key, maxRetries: 0 });
});

afterAll(async () => {
  await gateway?.close();
  await mock?.stop();
});

const weather = { city: { type: 'string' } };
const openaiTools: OpenAI.Chat.ChatCompletionTool[] = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Weather',
      parameters: { type: 'object', properties: weather },
    },
  },
];
const anthropicTools: Anthropic.Tool[] = [
  { name: 'get_weather', description: 'Weather', input_schema: { type: 'object', properties: weather } },
];

describe.each(MODELS)('the OpenAI client on a channel for %s', (model) => {
  test('streams text with usage', async () => {
    const stream = await openai.chat.completions.create({
      model,
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: 'hello' }],
    });
    let text = '';
    let usage: OpenAI.CompletionUsage | null | undefined;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      usage = chunk.usage ?? usage;
    }
    expect(text).toBe('Hello from the simulated vendor.');
    expect(usage!.total_tokens).toBe(usage!.prompt_tokens + usage!.completion_tokens);
    expect(usage!.completion_tokens).toBeGreaterThan(0);
  });

  test('streams a tool call and goes on with its result', async () => {
    const question = { role: 'user' as const, content: `What is the ${ASK_FOR_TOOL}?` };
    const first = await openai.chat.completions
      .stream({ model, tools: openaiTools, messages: [question] })
      .finalChatCompletion();
    const message = first.choices[0]!.message;
    expect(first.choices[0]!.finish_reason).toBe('tool_calls');
    expect(message.tool_calls?.[0]).toMatchObject({
      id: TOOL_CALL_ID,
      function: { name: 'get_weather', arguments: '{"city":"Berlin"}' },
    });
    const second = await openai.chat.completions.create({
      model,
      tools: openaiTools,
      messages: [question, message, { role: 'tool', tool_call_id: TOOL_CALL_ID, content: '21 degrees' }],
    });
    expect(second.choices[0]!.message.content).toBe('It is 21 degrees in Berlin.');
  });

  test('gets reasoning beside the answer', async () => {
    const answer = await openai.chat.completions.create({
      model,
      messages: [{ role: 'user', content: `${ASK_FOR_REASONING} two and two` }],
    });
    const message = answer.choices[0]!.message as OpenAI.Chat.ChatCompletionMessage & {
      reasoning_content?: string;
    };
    expect(message.content).toBe('It is four.');
    expect(message.reasoning_content).toBe('Two and two make four.');
  });
});

describe.each(MODELS)('the Anthropic client on a channel for %s', (model) => {
  test('streams text with usage', async () => {
    const answer = await anthropic.messages
      .stream({ model, max_tokens: 100, messages: [{ role: 'user', content: 'hello' }] })
      .finalMessage();
    expect(answer.content).toEqual([
      expect.objectContaining({ type: 'text', text: 'Hello from the simulated vendor.' }),
    ]);
    expect(answer.stop_reason).toBe('end_turn');
  });

  test('streams a tool call and goes on with its result', async () => {
    const question = { role: 'user' as const, content: `What is the ${ASK_FOR_TOOL}?` };
    const first = await anthropic.messages
      .stream({ model, max_tokens: 100, tools: anthropicTools, messages: [question] })
      .finalMessage();
    expect(first.stop_reason).toBe('tool_use');
    const call = first.content.find((block) => block.type === 'tool_use')!;
    expect(call).toMatchObject({ name: 'get_weather', input: { city: 'Berlin' } });
    const second = await anthropic.messages.create({
      model,
      max_tokens: 100,
      tools: anthropicTools,
      messages: [
        question,
        { role: 'assistant', content: first.content },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: '21 degrees' }] },
      ],
    });
    expect(second.content).toEqual([
      expect.objectContaining({ type: 'text', text: 'It is 21 degrees in Berlin.' }),
    ]);
  });

  test('gets reasoning as a thinking block', async () => {
    const answer = await anthropic.messages.create({
      model,
      max_tokens: 100,
      messages: [{ role: 'user', content: `${ASK_FOR_REASONING} two and two` }],
    });
    expect(answer.content.map(({ type }) => type)).toEqual(['thinking', 'text']);
    expect(answer.content[0]).toMatchObject({ thinking: 'Two and two make four.' });
  });

  test('counts tokens for nothing', async () => {
    const before = (await gateway.logs()).length;
    const { input_tokens } = await anthropic.messages.countTokens({
      model,
      messages: [{ role: 'user', content: 'hello' }],
    });
    expect(input_tokens).toBeGreaterThan(0);
    expect(await gateway.logs()).toHaveLength(before);
  });
});

test('each kind of client finds its models and its errors', async () => {
  const names: string[] = [];
  for await (const { id } of openai.models.list()) names.push(id);
  expect(names).toEqual([CLAUDE_MODEL, GEMINI_MODEL, OPENAI_MODEL]);
  const claude: string[] = [];
  for await (const { id } of anthropic.models.list()) claude.push(id);
  expect(claude).toEqual([CLAUDE_MODEL, GEMINI_MODEL, OPENAI_MODEL]);
  await expect(openai.models.retrieve('nothing')).rejects.toMatchObject({ status: 404 });
  const stranger = new Anthropic({ baseURL: gateway.url, apiKey: 'sk-wrong', maxRetries: 0 });
  await expect(
    stranger.messages.create({
      model: CLAUDE_MODEL,
      max_tokens: 1,
      messages: [{ role: 'user', content: 'x' }],
    }),
  ).rejects.toMatchObject({ status: 401, error: { type: 'error', error: { type: 'authentication_error' } } });
});

test('every charge can be recomputed from its log row, and the books balance', async () => {
  const rows = await gateway.logs();
  expect(rows.length).toBeGreaterThan(10);
  for (const { quota, prompt_tokens, completion_tokens, other } of rows) {
    // The simulated provider reports zeros to some; nobody is served for nothing all the same.
    expect(completion_tokens).toBeGreaterThan(0);
    const { model_ratio, group_ratio, completion_ratio } = other as Record<string, number>;
    expect(quota).toBe(
      Math.max(
        1,
        Math.round((prompt_tokens + completion_tokens * completion_ratio!) * model_ratio! * group_ratio!),
      ),
    );
  }
  expect(await gateway.manage('GET', '/api/books')).toMatchObject({ balanced: true });
});
