import type { ChargeFamily } from './recorded-charge.js';

const PRICING = 'https://docs.cohere.com/docs/how-does-cohere-pricing-work';
const COMMAND = { ratio: 1.25, completion: 4 };

interface Message {
  readonly usage: string;
  readonly content?: string;
  readonly deltas?: readonly string[];
  readonly finish?: string;
  /** Further members of the message, each followed by a comma. */
  readonly more?: string;
}

function chat({
  usage,
  content = '{"type":"text","text":"It is fine."}',
  deltas,
  finish = 'COMPLETE',
  more = '',
}: Message) {
  return {
    body: `{"id":"c1","finish_reason":"${finish}","message":{"role":"assistant",${more}"content":[${content}]},"usage":${usage}}`,
    stream: [
      'event: message-start\ndata: {"type":"message-start","id":"c1","delta":{"message":{"role":"assistant","content":[],"tool_plan":"","tool_calls":[],"citations":[]}}}',
      ...(deltas ?? [
        'event: content-start\ndata: {"type":"content-start","index":0,"delta":{"message":{"content":{"type":"text","text":""}}}}',
        'event: content-delta\ndata: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"It is fine."}}}}',
        'event: content-end\ndata: {"type":"content-end","index":0}',
      ]),
      `event: message-end\ndata: {"type":"message-end","delta":{"finish_reason":"${finish}","usage":${usage}}}`,
    ],
  };
}

export const cohere: ChargeFamily = {
  provider: 'Cohere',
  type: 34,
  charges: [
    {
      name: 'plain: billed units, which exclude the instructions that Cohere adds',
      documentation: PRICING,
      model: 'command-a-03-2025',
      prices: COMMAND,
      ...chat({
        usage:
          '{"billed_units":{"input_tokens":60,"output_tokens":25},"tokens":{"input_tokens":560,"output_tokens":27}}',
      }),
      charge: 200,
      working: '60 × 1.25 = 75; 25 × 5 = 125; together 200',
    },
    {
      name: 'cached tokens have no price of their own',
      documentation: 'https://docs.cohere.com/reference/chat',
      model: 'command-a-03-2025',
      prices: { ...COMMAND, cache: 0.1 },
      ...chat({
        usage:
          '{"billed_units":{"input_tokens":400,"output_tokens":20},"tokens":{"input_tokens":900,"output_tokens":22},"cached_tokens":864}',
      }),
      charge: 600,
      working: '400 × 1.25 = 500; 20 × 5 = 100; together 600',
    },
    {
      name: 'thinking is part of the billed output',
      documentation: 'https://docs.cohere.com/docs/reasoning',
      model: 'command-a-reasoning-08-2025',
      prices: COMMAND,
      ...chat({
        content: '{"type":"thinking","thinking":"Let me see."},{"type":"text","text":"Three."}',
        deltas: [
          'event: content-start\ndata: {"type":"content-start","index":0,"delta":{"message":{"content":{"type":"thinking","thinking":""}}}}',
          'event: content-delta\ndata: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"Let me see."}}}}',
          'event: content-end\ndata: {"type":"content-end","index":0}',
          'event: content-start\ndata: {"type":"content-start","index":1,"delta":{"message":{"content":{"type":"text","text":""}}}}',
          'event: content-delta\ndata: {"type":"content-delta","index":1,"delta":{"message":{"content":{"text":"Three."}}}}',
          'event: content-end\ndata: {"type":"content-end","index":1}',
        ],
        usage:
          '{"billed_units":{"input_tokens":10,"output_tokens":700},"tokens":{"input_tokens":80,"output_tokens":705}}',
      }),
      charge: 3513,
      working: '10 × 1.25 = 12.5; 700 × 5 = 3500; 3512.5, rounded half up',
    },
    {
      name: 'a tool call',
      documentation: 'https://docs.cohere.com/docs/tool-use-overview',
      model: 'command-a-03-2025',
      prices: { ...COMMAND, group: 2 },
      ...chat({
        more: '"tool_plan":"I look.","tool_calls":[{"id":"weather_1","type":"function","function":{"name":"weather","arguments":"{\\"city\\":\\"Rome\\"}"}}],',
        content: '',
        deltas: [
          'event: tool-plan-delta\ndata: {"type":"tool-plan-delta","delta":{"message":{"tool_plan":"I look."}}}',
          'event: tool-call-start\ndata: {"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":{"id":"weather_1","type":"function","function":{"name":"weather","arguments":""}}}}}',
          'event: tool-call-delta\ndata: {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"{\\"city\\":\\"Rome\\"}"}}}}}',
          'event: tool-call-end\ndata: {"type":"tool-call-end","index":0}',
        ],
        finish: 'TOOL_CALL',
        usage:
          '{"billed_units":{"input_tokens":44,"output_tokens":18},"tokens":{"input_tokens":1400,"output_tokens":50}}',
      }),
      charge: 290,
      working: '(44 × 1.25 + 18 × 5) × 2 = (55 + 90) × 2 = 290',
    },
    {
      name: 'an answer that reached its limit, and tokens without billed units',
      documentation: 'https://docs.cohere.com/reference/chat',
      model: 'command-r7b-12-2024',
      prices: { ratio: 0.02, completion: 4 },
      ...chat({
        finish: 'MAX_TOKENS',
        usage: '{"tokens":{"input_tokens":500,"output_tokens":256}}',
      }),
      charge: 30,
      working: '500 × 0.02 = 10; 256 × 0.08 = 20.48; 30.48, rounded 30',
    },
  ],
};
