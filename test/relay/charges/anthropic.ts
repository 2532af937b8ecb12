import type { ChargeFamily } from './recorded-charge.js';

const CACHING = 'https://platform.claude.com/docs/en/build-with-claude/prompt-caching';
const PRICING = 'https://platform.claude.com/docs/en/about-claude/pricing';
const SONNET = { ratio: 1.5, completion: 5, cache: 0.1, cacheWrite: 1.25 };
const OPUS = { ratio: 2.5, completion: 5, cache: 0.1, cacheWrite: 1.25 };
const start = (model: string) => `"id":"msg_01","type":"message","role":"assistant","model":"${model}"`;
const text = '"content":[{"type":"text","text":"It is fine."}]';
const end = '"stop_reason":"end_turn","stop_sequence":null';
const words = [
  `event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
  'event: ping\ndata: {"type":"ping"}',
  `event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"It is fine."}}`,
  'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}',
];
const stop = 'event: message_stop\ndata: {"type":"message_stop"}';

/**
 * A stream opens with the usage so far, and closes with cumulative usage.
 * @param members of the closing delta, each preceded by a comma
 */
function stream(model: string, opening: string, closing: string, members = ''): string[] {
  return [
    `event: message_start
data: {"type":"message_start","message":{${start(model)},"content":[],"stop_reason":null,"stop_sequence":null,"usage":${opening}}}`,
    ...words,
    `event: message_delta
data: {"type":"message_delta","delta":{${end}${members}},"usage":${closing}}`,
    stop,
  ];
}

const CODE_TOOL = { type: 'code_execution_20250825', name: 'code_execution' };
const CONTAINER = ',"container":{"id":"container_01","expires_at":"2026-11-28T01:00:00Z"}';

/** @param container member of the message, and of the delta that ends it */
function ranCode(tools: string, container: string) {
  const model = 'claude-sonnet-4-6';
  return {
    model,
    prices: SONNET,
    body: `{${start(model)},${text},${end}${container},"usage":{"input_tokens":500,"output_tokens":100,${tools}}}`,
    stream: stream(
      model,
      '{"input_tokens":500,"output_tokens":1}',
      `{"input_tokens":500,"output_tokens":100,${tools}}`,
      container,
    ),
  };
}

export const anthropic: ChargeFamily = {
  provider: 'Anthropic',
  type: 14,
  charges: [
    {
      name: 'plain: the closing event repeats nothing but the output',
      documentation: 'https://platform.claude.com/docs/en/build-with-claude/streaming',
      model: 'claude-sonnet-4-6',
      prices: SONNET,
      body: `{${start('claude-sonnet-4-6')},${text},${end},"usage":{"input_tokens":2095,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":503,"service_tier":"standard"}}`,
      stream: stream(
        'claude-sonnet-4-6',
        '{"input_tokens":2095,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":2,"service_tier":"standard"}',
        '{"output_tokens":503}',
      ),
      charge: 6915,
      working: '2095 × 1.5 = 3142.5; 503 × 7.5 = 3772.5; together 6915',
    },
    {
      name: 'cache reads and writes of both lifetimes, which the input excludes',
      documentation: CACHING,
      model: 'claude-sonnet-4-6',
      prices: SONNET,
      body: `{${start('claude-sonnet-4-6')},${text},${end},"usage":{"input_tokens":50,"cache_creation_input_tokens":3000,"cache_read_input_tokens":10000,"cache_creation":{"ephemeral_5m_input_tokens":1000,"ephemeral_1h_input_tokens":2000},"output_tokens":200,"service_tier":"standard"}}`,
      stream: stream(
        'claude-sonnet-4-6',
        '{"input_tokens":50,"cache_creation_input_tokens":3000,"cache_read_input_tokens":10000,"cache_creation":{"ephemeral_5m_input_tokens":1000,"ephemeral_1h_input_tokens":2000},"output_tokens":1,"service_tier":"standard"}',
        '{"input_tokens":50,"cache_creation_input_tokens":3000,"cache_read_input_tokens":10000,"output_tokens":200}',
      ),
      charge: 10_950,
      working:
        '50 × 1.5 = 75; read 10,000 × 0.15 = 1500; written 1000 × 1.875 = 1875 and 2000 × 3 (twice the input) = 6000; 200 × 7.5 = 1500; together 10,950',
    },
    {
      name: 'thinking is part of the output; two searches are billed apart, a fetch is not',
      documentation: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool',
      model: 'claude-sonnet-4-6',
      prices: { ...SONNET, group: 0.5, tools: { web_search: 10 } },
      body: `{${start('claude-sonnet-4-6')},${text},${end},"usage":{"input_tokens":12000,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":900,"output_tokens_details":{"thinking_tokens":600},"server_tool_use":{"web_search_requests":2,"web_fetch_requests":1},"service_tier":"standard"}}`,
      stream: stream(
        'claude-sonnet-4-6',
        '{"input_tokens":3000,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":1,"service_tier":"standard"}',
        '{"input_tokens":12000,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":900,"output_tokens_details":{"thinking_tokens":600},"server_tool_use":{"web_search_requests":2,"web_fetch_requests":1}}',
      ),
      charge: 17_375,
      working:
        '(12,000 × 1.5 + 900 × 7.5) × 0.5 = 24,750 × 0.5 = 12,375; 2 × 10 USD / 1000 × 500,000 × 0.5 = 5000; together 17,375',
    },
    {
      name: 'code that ran several times in one container costs five minutes of it',
      documentation: `${PRICING}#code-execution-tool`,
      ...ranCode('"server_tool_use":{"web_search_requests":0,"code_execution_requests":3}', CONTAINER),
      tools: { protocol: 'anthropic-messages', offered: [CODE_TOOL] },
      charge: 3585,
      working:
        '(500 × 1.5 + 100 × 7.5) = 1500; 4.17 USD / 1000 (5 of 60 minutes at 0.05 USD) = 2085; together 3585',
    },
    {
      name: 'a container that was used for files or skills, without a count',
      documentation: `${PRICING}#code-execution-tool`,
      ...ranCode('"server_tool_use":null', CONTAINER),
      charge: 3585,
      working:
        'as above: "execution time is billed even if the tool is not used due to files being preloaded"',
    },
    {
      name: 'code beside a web search of 2026 is free',
      documentation: `${PRICING}#code-execution-tool`,
      ...ranCode('"server_tool_use":{"web_search_requests":1,"code_execution_requests":2}', CONTAINER),
      tools: {
        protocol: 'anthropic-messages',
        offered: [CODE_TOOL, { type: 'web_search_20260209', name: 'web_search' }],
      },
      charge: 6500,
      working: '(500 × 1.5 + 100 × 7.5) = 1500; a search 10 USD / 1000 = 5000; together 6500',
    },
    {
      name: 'code beside the web search of 2025 is not',
      documentation: `${PRICING}#code-execution-tool`,
      ...ranCode('"server_tool_use":{"web_search_requests":1,"code_execution_requests":2}', CONTAINER),
      tools: {
        protocol: 'anthropic-messages',
        offered: [CODE_TOOL, { type: 'web_search_20250305', name: 'web_search' }],
      },
      charge: 8585,
      working: '1500 as above; a search 5000; the container 2085; together 8585',
    },
    {
      name: 'inference in the US costs 1.1 times as much in every class',
      documentation: 'https://platform.claude.com/docs/en/manage-claude/data-residency',
      model: 'claude-opus-4-8',
      prices: { ...OPUS, serviceTiers: { us: 1.1, fast: 2 } },
      body: `{${start('claude-opus-4-8')},${text},${end},"usage":{"input_tokens":400,"cache_creation_input_tokens":0,"cache_read_input_tokens":2000,"output_tokens":100,"service_tier":"standard","inference_geo":"us"}}`,
      stream: stream(
        'claude-opus-4-8',
        '{"input_tokens":400,"cache_creation_input_tokens":0,"cache_read_input_tokens":2000,"output_tokens":1,"service_tier":"standard","inference_geo":"us"}',
        '{"input_tokens":400,"cache_creation_input_tokens":0,"cache_read_input_tokens":2000,"output_tokens":100}',
      ),
      charge: 3025,
      working: '(400 × 2.5 + 2000 × 0.25 + 100 × 12.5) × 1.1 = (1000 + 500 + 1250) × 1.1 = 3025',
    },
    {
      name: 'fast mode',
      documentation: 'https://platform.claude.com/docs/en/build-with-claude/fast-mode',
      model: 'claude-opus-4-8',
      prices: { ...OPUS, serviceTiers: { us: 1.1, fast: 2 } },
      body: `{${start('claude-opus-4-8')},${text},${end},"usage":{"input_tokens":400,"cache_creation_input_tokens":0,"cache_read_input_tokens":2000,"output_tokens":100,"service_tier":"standard","speed":"fast","inference_geo":"global"}}`,
      stream: stream(
        'claude-opus-4-8',
        '{"input_tokens":400,"cache_creation_input_tokens":0,"cache_read_input_tokens":2000,"output_tokens":1,"service_tier":"standard","speed":"fast","inference_geo":"global"}',
        '{"input_tokens":400,"cache_creation_input_tokens":0,"cache_read_input_tokens":2000,"output_tokens":100,"speed":"fast"}',
      ),
      charge: 5500,
      working: '2750 (as above without the region) × 2 = 5500',
    },
    {
      name: 'fast mode in the US: the factors are multiplied',
      documentation: 'https://platform.claude.com/docs/en/build-with-claude/fast-mode',
      model: 'claude-opus-4-8',
      prices: { ...OPUS, serviceTiers: { us: 1.1, fast: 2 } },
      body: `{${start('claude-opus-4-8')},${text},${end},"usage":{"input_tokens":400,"cache_creation_input_tokens":0,"cache_read_input_tokens":2000,"output_tokens":100,"service_tier":"standard","speed":"fast","inference_geo":"us"}}`,
      stream: stream(
        'claude-opus-4-8',
        '{"input_tokens":400,"cache_creation_input_tokens":0,"cache_read_input_tokens":2000,"output_tokens":1,"service_tier":"standard","speed":"fast","inference_geo":"us"}',
        '{"input_tokens":400,"cache_creation_input_tokens":0,"cache_read_input_tokens":2000,"output_tokens":100,"speed":"fast"}',
      ),
      charge: 6050,
      working: '2750 × 2 × 1.1 = 6050: the multiplier of data residency stacks with fast mode',
    },
    {
      name: 'a compaction is an iteration of its own, missing from the sums',
      documentation: 'https://platform.claude.com/docs/en/build-with-claude/compaction',
      model: 'claude-opus-4-8',
      prices: OPUS,
      body: `{${start('claude-opus-4-8')},${text},${end},"usage":{"input_tokens":23000,"output_tokens":1000,"iterations":[{"type":"compaction","input_tokens":80000,"output_tokens":3500},{"type":"message","input_tokens":23000,"output_tokens":1000}]}}`,
      stream: stream(
        'claude-opus-4-8',
        '{"input_tokens":23000,"output_tokens":1}',
        '{"input_tokens":23000,"output_tokens":1000,"iterations":[{"type":"compaction","input_tokens":80000,"output_tokens":3500},{"type":"message","input_tokens":23000,"output_tokens":1000}]}',
      ),
      charge: 313_750,
      working:
        'message 23,000 × 2.5 + 1000 × 12.5 = 57,500 + 12,500 = 70,000; compaction 80,000 × 2.5 + 3500 × 12.5 = 200,000 + 43,750 = 243,750; together 313,750',
    },
    {
      name: 'a context above 200,000 tokens: all input classes decide, at the prices of long contexts',
      documentation: PRICING,
      model: 'claude-sonnet-4-5',
      prices: {
        ...SONNET,
        tiers: [{ min_input_tokens: 200_001, model_ratio: 3, completion_ratio: 3.75 }],
      },
      body: `{${start('claude-sonnet-4-5')},${text},${end},"usage":{"input_tokens":1000,"cache_creation_input_tokens":0,"cache_read_input_tokens":200000,"output_tokens":100,"service_tier":"standard"}}`,
      stream: stream(
        'claude-sonnet-4-5',
        '{"input_tokens":1000,"cache_creation_input_tokens":0,"cache_read_input_tokens":200000,"output_tokens":1,"service_tier":"standard"}',
        '{"output_tokens":100}',
      ),
      charge: 64_125,
      working:
        '201,000 input tokens: 1000 × 3 = 3000; 200,000 × 0.3 = 60,000; 100 × 3 × 3.75 = 1125; together 64,125',
    },
  ],
};
