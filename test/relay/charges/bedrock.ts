import type { ChargeFamily } from './recorded-charge.js';

const USAGE = 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html';
const NOVA = { ratio: 0.4, completion: 4, cache: 0.25, cacheWrite: 1 };
const metrics = '"metrics":{"latencyMs":551}';
const answer = '{"text":"It is fine."}';

interface Converse {
  readonly usage: string;
  readonly content?: string;
  readonly deltas?: readonly string[];
  readonly stop?: string;
  /** Further members of the response and of `metadata`, each preceded by a comma. */
  readonly more?: string;
}

/** Usage is in `metadata`, the last message of a stream. */
function converse({ usage, content = answer, deltas, stop = 'end_turn', more = '' }: Converse) {
  return {
    body: `{"output":{"message":{"role":"assistant","content":[${content}]}},"stopReason":"${stop}","usage":${usage},${metrics}${more}}`,
    stream: [
      'event: messageStart\ndata: {"role":"assistant"}',
      ...(deltas ?? [
        `event: contentBlockDelta\ndata: {"contentBlockIndex":0,"delta":${answer}}`,
        'event: contentBlockStop\ndata: {"contentBlockIndex":0}',
      ]),
      `event: messageStop\ndata: {"stopReason":"${stop}"}`,
      `event: metadata\ndata: {"usage":${usage},${metrics}${more}}`,
    ],
  };
}

export const bedrock: ChargeFamily = {
  provider: 'Amazon Bedrock (Converse)',
  type: 33,
  framing: 'converse',
  charges: [
    {
      name: 'plain',
      documentation: USAGE,
      model: 'amazon.nova-pro-v1:0',
      prices: NOVA,
      ...converse({ usage: '{"inputTokens":125,"outputTokens":60,"totalTokens":185}' }),
      charge: 146,
      working: '125 × 0.4 = 50; 60 × 1.6 = 96; together 146',
    },
    {
      name: 'cache reads and writes, which the input excludes',
      documentation: 'https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html',
      model: 'amazon.nova-pro-v1:0',
      prices: NOVA,
      ...converse({
        usage:
          '{"inputTokens":50,"outputTokens":100,"totalTokens":3150,"cacheReadInputTokens":2000,"cacheWriteInputTokens":1000}',
      }),
      charge: 780,
      working:
        '50 × 0.4 = 20; read 2000 × 0.1 = 200; written 1000 × 0.4 = 400; 100 × 1.6 = 160; together 780',
    },
    {
      name: 'cache writes by lifetime',
      documentation: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CacheDetail.html',
      model: 'arn:aws:bedrock:us-east-1:111122223333:application-inference-profile/abc123',
      prices: { ratio: 1.5, completion: 5, cache: 0.1, cacheWrite: 1.25 },
      ...converse({
        usage:
          '{"inputTokens":12,"outputTokens":50,"totalTokens":4062,"cacheReadInputTokens":1000,"cacheWriteInputTokens":3000,"cacheDetails":[{"ttl":"1h","inputTokens":2000},{"ttl":"5m","inputTokens":1000}]}',
      }),
      charge: 8418,
      working:
        '12 × 1.5 = 18; read 1000 × 0.15 = 150; written 1000 × 1.875 = 1875 and 2000 × 3 = 6000; 50 × 7.5 = 375; together 8418',
    },
    {
      name: 'reasoning is part of the output; priority tier',
      documentation: 'https://docs.aws.amazon.com/bedrock/latest/userguide/service-tiers-inference.html',
      model: 'deepseek.v3-v1:0',
      prices: { ratio: 0.29, completion: 3, serviceTiers: { priority: 1.75, flex: 0.5 } },
      ...converse({
        content: `{"reasoningContent":{"reasoningText":{"text":"Let me see."}}},${answer}`,
        deltas: [
          'event: contentBlockDelta\ndata: {"contentBlockIndex":0,"delta":{"reasoningContent":{"text":"Let me see."}}}',
          'event: contentBlockStop\ndata: {"contentBlockIndex":0}',
          `event: contentBlockDelta\ndata: {"contentBlockIndex":1,"delta":${answer}}`,
          'event: contentBlockStop\ndata: {"contentBlockIndex":1}',
        ],
        usage: '{"inputTokens":200,"outputTokens":400,"totalTokens":600}',
        more: ',"serviceTier":{"type":"priority"}',
      }),
      charge: 711,
      working: '(200 × 0.29 + 400 × 0.87) × 1.75 = (58 + 348) × 1.75 = 710.5, rounded half up',
    },
    {
      name: 'a tool call',
      documentation: 'https://docs.aws.amazon.com/bedrock/latest/userguide/tool-use.html',
      model: 'amazon.nova-pro-v1:0',
      prices: { ...NOVA, group: 5 },
      ...converse({
        content: '{"toolUse":{"toolUseId":"t1","name":"weather","input":{"city":"Rome"}}}',
        deltas: [
          'event: contentBlockStart\ndata: {"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"t1","name":"weather"}}}',
          'event: contentBlockDelta\ndata: {"contentBlockIndex":0,"delta":{"toolUse":{"input":"{\\"city\\":\\"Rome\\"}"}}}',
          'event: contentBlockStop\ndata: {"contentBlockIndex":0}',
        ],
        stop: 'tool_use',
        usage: '{"inputTokens":400,"outputTokens":30,"totalTokens":430}',
      }),
      charge: 1040,
      working: '(400 × 0.4 + 30 × 1.6) × 5 = (160 + 48) × 5 = 1040',
    },
  ],
};

const claude = '"id":"msg_bdrk_1","type":"message","role":"assistant","model":"claude-sonnet-4-5-20250929"';
const SONNET = { ratio: 1.5, completion: 5, cache: 0.1, cacheWrite: 1.25 };

/** The last event has metrics of Bedrock, which repeat the usage in other words. */
function invoked(opening: string, closing: string, whole: string, invocationMetrics: string) {
  return {
    body: `{${claude},"content":[{"type":"text","text":"Fine."}],"stop_reason":"end_turn","stop_sequence":null,"usage":${whole}}`,
    stream: [
      `data: {"type":"message_start","message":{${claude},"content":[],"stop_reason":null,"usage":${opening}}}`,
      'data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
      'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Fine."}}',
      'data: {"type":"content_block_stop","index":0}',
      `data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":${closing}}`,
      `data: {"type":"message_stop","amazon-bedrock-invocationMetrics":${invocationMetrics}}`,
    ],
  };
}

export const bedrockClaude: ChargeFamily = {
  provider: 'Amazon Bedrock (Claude)',
  type: 33,
  framing: 'invoke',
  charges: [
    {
      name: 'plain',
      documentation:
        'https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html',
      model: 'claude-sonnet-4-5-20250929',
      prices: SONNET,
      ...invoked(
        '{"input_tokens":300,"output_tokens":1}',
        '{"output_tokens":80}',
        '{"input_tokens":300,"output_tokens":80}',
        '{"inputTokenCount":300,"outputTokenCount":80,"invocationLatency":900,"firstByteLatency":300}',
      ),
      charge: 1050,
      working: '300 × 1.5 = 450; 80 × 7.5 = 600; together 1050',
    },
    {
      name: 'cache reads and writes',
      documentation: 'https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html',
      model: 'claude-sonnet-4-5-20250929',
      prices: SONNET,
      ...invoked(
        '{"input_tokens":40,"cache_creation_input_tokens":1200,"cache_read_input_tokens":5000,"output_tokens":2}',
        '{"output_tokens":100}',
        '{"input_tokens":40,"cache_creation_input_tokens":1200,"cache_read_input_tokens":5000,"output_tokens":100}',
        '{"inputTokenCount":40,"outputTokenCount":100,"cacheReadInputTokenCount":5000,"cacheWriteInputTokenCount":1200,"invocationLatency":900,"firstByteLatency":300}',
      ),
      charge: 3810,
      working:
        '40 × 1.5 = 60; read 5000 × 0.15 = 750; written 1200 × 1.875 = 2250; 100 × 7.5 = 750; together 3810',
    },
  ],
};
