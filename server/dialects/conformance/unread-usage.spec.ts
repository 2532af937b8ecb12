import type { Usage } from '../canonical/usage.js';
import { readUsage as readAnthropic } from '../providers/anthropic/usage.js';
import { readStream as readMessages } from '../providers/anthropic/stream.js';
import { readUsage as readBedrock } from '../providers/bedrock/usage.js';
import { readChatUsage as readCohereChat, readUsage as readCohere } from '../providers/cohere/usage.js';
import { readUsage as readGemini, UsageReader } from '../providers/gemini/usage.js';
import { speechUsage, transcriptUsage } from '../kit/openai/operations/audio-usage.js';
import { imageTokens } from '../kit/openai/operations/image-usage.js';
import { totalTokens } from '../kit/openai/operations/operations.js';
import { realtimeReaders } from '../kit/openai/realtime.js';
import { responseUsage } from '../kit/openai/responses/responses-answer.js';
import { readStream as readChunks } from '../kit/openai/chat-answer/stream.js';
import { readAnswerUsage, readUsage } from '../kit/openai/chat-answer/usage.js';
// Members of all providers are known once all of them are defined.
import '../providers/registry.js';

type Read = (usage: object) => Partial<Usage> | undefined;

const chat = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const response = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
const message = { input_tokens: 10, output_tokens: 5 };
const google = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
const amazon = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };

/** Each reader with a usage object of its format. */
const READERS: readonly (readonly [what: string, usage: object, read: Read])[] = [
  ['a chat completion', chat, readAnswerUsage],
  ['vectors', { prompt_tokens: 10, total_tokens: 10 }, readUsage],
  ['a ranking', { total_tokens: 10 }, (usage) => totalTokens({ usage })],
  ['images', { ...response, generated_images: 2 }, imageTokens],
  ['a response', response, (usage) => responseUsage({ usage })],
  ['a response of a realtime session', response, (usage) => realtimeReaders.usage({ usage })],
  ['a transcript by tokens', { type: 'tokens', ...response }, (usage) => transcriptUsage({ usage })],
  ['a transcript by length', { type: 'duration', seconds: 9 }, (usage) => transcriptUsage({ usage })],
  ['speech', response, (usage) => speechUsage({ usage })],
  ['a message', message, readAnthropic],
  ['Gemini', google, readGemini],
  ['Bedrock', amazon, readBedrock],
  ['Cohere', { billed_units: message, tokens: message, cached_tokens: 4 }, readCohere],
];

describe.each(READERS)('the usage of %s', (_, usage, read) => {
  test('has nothing unread as documented', () => {
    expect(read(usage)).toBeDefined();
    expect(read(usage)).not.toHaveProperty('unread');
  });

  test('has new members unread, also inside others, and counts the rest as before', () => {
    const { unread, ...counted } = read({ ...usage, new_requests: 3, new_details: { new_tokens: 7 } })!;
    expect(unread).toEqual({ new_requests: 3, 'new_details.new_tokens': 7 });
    expect(counted).toEqual(read(usage));
  });
});

describe('in OpenAI’s format', () => {
  const details = {
    prompt_tokens_details: { cached_tokens: 1 },
    completion_tokens_details: { reasoning_tokens: 2 },
  };

  test.each<[string, object]>([
    [
      'OpenAI',
      { completion_tokens_details: { accepted_prediction_tokens: 3, rejected_prediction_tokens: 1 } },
    ],
    ['Groq', { queue_time: 0.03, prompt_time: 0.01, completion_time: 0.2, total_time: 0.21 }],
    ['DeepSeek', { prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 6 }],
    ['OpenRouter', { cost: 0.01, cost_details: { upstream_inference_cost: 0.01 } }],
    ['Perplexity', { search_context_size: 'low', cost: { request_cost: 0.005, total_cost: 0.006 } }],
    [
      'xAI',
      {
        cost_in_usd_ticks: 37756000,
        num_sources_used: 2,
        num_server_side_tools_used: 3,
        server_side_tool_usage_details: { web_search_calls: 2, mcp_calls: 1 },
      },
    ],
    [
      'Ark',
      { tool_usage: { web_search: 1 }, tool_usage_details: { web_search: { search_engine: 1, new: 2 } } },
    ],
    ['Qwen, of searches', { plugins: { search: { count: 1, strategy: 'turbo' } } }],
    ['Qwen, of searches in Responses', { x_tools: { web_search: { count: 1 } } }],
    [
      'Ali',
      {
        prompt_tokens_details: { cache_creation: { ephemeral_5m_input_tokens: 9 }, cache_type: 'ephemeral' },
      },
    ],
  ])('what %s reports beside the tokens is known', (_, members) => {
    expect(readAnswerUsage({ ...chat, ...details, ...members })).not.toHaveProperty('unread');
  });

  test.each<[string, object, object]>([
    ['Ark', { tool_usage: { image_process: 1 } }, { 'tool_usage.image_process': 1 }],
    ['a plugin of an Ark bot', { bot_actions: { calculator: 2 } }, { 'bot_actions.calculator': 2 }],
    ['Qwen', { x_tools: { web_extractor: { count: 1 } } }, { 'x_tools.web_extractor.count': 1 }],
    [
      'Mistral, which reports them for conversations',
      { connectors: { web_search: 1 } },
      { 'connectors.web_search': 1 },
    ],
    [
      'xAI',
      { server_side_tool_usage_details: { document_search_calls: 1 } },
      { 'server_side_tool_usage_details.document_search_calls': 1 },
    ],
  ])('another tool of %s is unread', (_, members, unread) => {
    expect(readAnswerUsage({ ...chat, ...members })?.unread).toEqual(unread);
  });

  test('what costs something and is not read is not', () => {
    expect(
      readAnswerUsage({
        ...chat,
        new_queries: 3,
        server_tool_use: { web_search_requests: 2, new_requests: 2 },
        prompt_tokens_details: { cached_tokens: 1, new_thing: 5 },
      })?.unread,
    ).toEqual({
      new_queries: 3,
      'server_tool_use.new_requests': 2,
      'prompt_tokens_details.new_thing': 5,
    });
  });
});

test('what Claude is billed for and its web fetches are known, also in iterations; other tools are not', () => {
  const counts = {
    ...message,
    cache_creation_input_tokens: 3,
    cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 2 },
    output_tokens_details: { thinking_tokens: 1 },
  };
  const usage = { ...counts, iterations: [{ type: 'message', ...counts }], service_tier: 'standard' };
  const toolCounts = { web_search_requests: 1, web_fetch_requests: 2, code_execution_requests: 4 };
  expect(readAnthropic({ ...usage, server_tool_use: toolCounts })).not.toHaveProperty('unread');
  expect(readAnthropic({ ...usage, server_tool_use: { ...toolCounts, new_requests: 4 } })?.unread).toEqual({
    'server_tool_use.new_requests': 4,
  });
});

test('searches that Cohere bills in a chat are unread, those of a ranking are its price per call', () => {
  const usage = { billed_units: { ...message, search_units: 1 } };
  expect(readCohere(usage)).not.toHaveProperty('unread');
  expect(readCohereChat(usage)?.unread).toEqual({ 'billed_units.search_units': 1 });
});

test('tokens of a modality that Google adds are unread', () => {
  const parts = [
    { modality: 'TEXT', tokenCount: 6 },
    { modality: 'VIDEO', tokenCount: 2 },
    { modality: 'HOLOGRAM', tokenCount: 2 },
  ];
  expect(readGemini({ ...google, promptTokensDetails: parts })?.unread).toEqual({
    'promptTokensDetails.HOLOGRAM': 2,
  });
});

describe('streams', () => {
  const usages = (events: readonly { type: string; usage?: Partial<Usage> }[]) =>
    events.flatMap(({ usage }) => (usage ? [usage.unread] : []));

  test('of chunks report what is unread', () => {
    const read = readChunks();
    read({ name: '', data: JSON.stringify({ id: 'c', choices: [{ delta: {}, finish_reason: 'stop' }] }) });
    const events = read({
      name: '',
      data: JSON.stringify({ choices: [], usage: { ...chat, new_requests: 1 } }),
    });
    expect(usages(events)).toEqual([{ new_requests: 1 }]);
  });

  test('of messages report what is unread, at the start and at the end', () => {
    const read = readMessages();
    const events = [
      { type: 'message_start', message: { id: 'm', usage: { ...message, new_input: 2 } } },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { output_tokens: 5, new_output: 3 },
      },
    ].flatMap((event) => read({ name: event.type, data: JSON.stringify(event) }));
    expect(usages(events)).toEqual([{ new_input: 2 }, { new_output: 3 }]);
  });

  test('of Gemini report what is unread', () => {
    const reader = new UsageReader();
    expect(reader.read({ usageMetadata: { ...google, newCount: 4 } }, undefined)?.unread).toEqual({
      newCount: 4,
    });
  });
});
