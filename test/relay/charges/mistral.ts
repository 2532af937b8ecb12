import type { ChargeFamily } from './recorded-charge.js';

const API = 'https://docs.mistral.ai/api/endpoint/chat';
const head = '"id":"cmpl-1","created":1764230400';
const answer = '"content":"It is fine."';
const whole = (model: string, usage: string, message = answer, finish = 'stop') =>
  `{${head},"object":"chat.completion","model":"${model}","usage":${usage},"choices":[{"index":0,"message":{"role":"assistant","tool_calls":null,${message}},"finish_reason":"${finish}"}]}`;

/** The last chunk of the answer has the usage. */
const streamed = (model: string, usage: string, delta = answer, finish = 'stop') => [
  `data: {${head},"object":"chat.completion.chunk","model":"${model}","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`,
  `data: {${head},"object":"chat.completion.chunk","model":"${model}","choices":[{"index":0,"delta":{${delta}},"finish_reason":null}]}`,
  `data: {${head},"object":"chat.completion.chunk","model":"${model}","choices":[{"index":0,"delta":{"content":""},"finish_reason":"${finish}"}],"usage":${usage}}`,
  'data: [DONE]',
];

const plain = '{"prompt_tokens":250,"total_tokens":300,"completion_tokens":50}';
const cached =
  '{"prompt_tokens":1000,"total_tokens":1100,"completion_tokens":100,"num_cached_tokens":640,"prompt_tokens_details":{"cached_tokens":640},"prompt_token_details":{"cached_tokens":640}}';
const cachedAlone =
  '{"prompt_tokens":1000,"total_tokens":1100,"completion_tokens":100,"num_cached_tokens":640}';
const thought = '{"prompt_tokens":80,"total_tokens":1080,"completion_tokens":1000}';
const thinking =
  '"content":[{"type":"thinking","thinking":[{"type":"text","text":"Let me see."}]},{"type":"text","text":"Four."}]';
const call =
  '"content":"","tool_calls":[{"id":"D681PevKs","function":{"name":"weather","arguments":"{\\"city\\":\\"Rome\\"}"},"index":0}]';
const called = '{"prompt_tokens":94,"total_tokens":124,"completion_tokens":30}';
const audioUsage =
  '{"prompt_audio_seconds":30,"prompt_tokens":5,"total_tokens":404,"completion_tokens":24,"prompt_tokens_details":{"cached_tokens":368}}';
const MEDIUM = { ratio: 0.2, completion: 5, cache: 0.1 };

export const mistral: ChargeFamily = {
  provider: 'Mistral',
  type: 42,
  charges: [
    {
      name: 'plain',
      documentation: API,
      model: 'mistral-medium-2508',
      prices: MEDIUM,
      body: whole('mistral-medium-2508', plain),
      stream: streamed('mistral-medium-2508', plain),
      charge: 100,
      working: '250 × 0.2 = 50; 50 × 1 = 50; together 100',
    },
    {
      name: 'cached input, under all of its names',
      documentation: API,
      model: 'mistral-medium-2508',
      prices: MEDIUM,
      body: whole('mistral-medium-2508', cached),
      stream: streamed('mistral-medium-2508', cached),
      charge: 185,
      working: '360 × 0.2 = 72; 640 × 0.02 = 12.8; 100 × 1 = 100; 184.8, rounded 185',
    },
    {
      name: 'cached input without details',
      documentation: API,
      model: 'mistral-medium-2508',
      prices: MEDIUM,
      body: whole('mistral-medium-2508', cachedAlone),
      stream: streamed('mistral-medium-2508', cachedAlone),
      charge: 185,
      working: 'as above: 184.8, rounded 185',
    },
    {
      name: 'thinking is part of the completion',
      documentation: 'https://docs.mistral.ai/capabilities/reasoning/',
      model: 'magistral-medium-2509',
      prices: { ratio: 1, completion: 2.5 },
      body: whole('magistral-medium-2509', thought, thinking),
      stream: streamed('magistral-medium-2509', thought, thinking),
      charge: 2580,
      working: '80 + 1000 × 2.5 = 2580',
    },
    {
      name: 'a tool call',
      documentation: 'https://docs.mistral.ai/capabilities/function_calling/',
      model: 'mistral-medium-2508',
      prices: { ...MEDIUM, group: 10 },
      body: whole('mistral-medium-2508', called, call, 'tool_calls'),
      stream: streamed('mistral-medium-2508', called, call, 'tool_calls'),
      charge: 488,
      working: '(94 × 0.2 + 30 × 1) × 10 = 48.8 × 10 = 488',
    },
    {
      name: 'Voxtral hears: tokens of audio are part of the total only, and never cheaper',
      documentation: 'https://docs.mistral.ai/capabilities/audio/',
      model: 'voxtral-small-2507',
      prices: { ratio: 0.05, completion: 3, cache: 0.1, audio: 50 },
      body: whole('voxtral-small-2507', audioUsage),
      stream: streamed('voxtral-small-2507', audioUsage),
      charge: 941,
      working:
        'audio 404 - 5 - 24 = 375 × 0.05 × 50 = 937.5; text 5 × 0.05 = 0.25; 24 × 0.15 = 3.6; 941.35, rounded 941',
    },
  ],
};
