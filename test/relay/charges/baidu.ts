import { answer, CALL, THOUGHT } from './chat-form.js';
import type { ChargeFamily } from './recorded-charge.js';

const V2 = 'https://cloud.baidu.com/doc/qianfan-api/s/3m9b5lqft';
const V1 = 'https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t';
const ERNIE = { ratio: 0.28, completion: 4 };
const chat = (model: string, usage: string, form: object = {}) => answer({ model, usage, ...form });

export const baiduV2: ChargeFamily = {
  provider: 'Baidu Qianfan V2',
  type: 46,
  charges: [
    {
      name: 'plain',
      documentation: V2,
      model: 'ernie-4.5-turbo-128k',
      prices: ERNIE,
      ...chat('ernie-4.5-turbo-128k', '{"prompt_tokens":110,"completion_tokens":220,"total_tokens":330}'),
      charge: 277,
      working: '110 × 0.28 = 30.8; 220 × 1.12 = 246.4; 277.2, rounded 277',
    },
    {
      name: 'what was searched is part of the prompt',
      documentation: V2,
      model: 'ernie-4.5-turbo-128k',
      prices: ERNIE,
      ...chat(
        'ernie-4.5-turbo-128k',
        '{"prompt_tokens":2100,"completion_tokens":100,"total_tokens":2200,"prompt_tokens_details":{"search_tokens":2000,"cached_tokens":0}}',
      ),
      charge: 700,
      working: '2100 × 0.28 = 588; 100 × 1.12 = 112; together 700',
    },
    {
      name: 'reasoning is part of the completion; cached input of the prompt',
      documentation: V2,
      model: 'deepseek-r1',
      prices: { ratio: 0.28, completion: 4, cache: 0.2 },
      ...chat(
        'deepseek-r1',
        '{"prompt_tokens":600,"completion_tokens":900,"total_tokens":1500,"prompt_tokens_details":{"cached_tokens":500},"completion_tokens_details":{"reasoning_tokens":850}}',
        THOUGHT,
      ),
      charge: 1064,
      working: '100 × 0.28 = 28; 500 × 0.056 = 28; 900 × 1.12 = 1008; together 1064',
    },
    {
      name: 'a tool call',
      documentation: V2,
      model: 'ernie-4.5-turbo-128k',
      prices: { ...ERNIE, group: 2 },
      ...chat(
        'ernie-4.5-turbo-128k',
        '{"prompt_tokens":150,"completion_tokens":25,"total_tokens":175}',
        CALL,
      ),
      charge: 140,
      working: '(150 × 0.28 + 25 × 1.12) × 2 = (42 + 28) × 2 = 140',
    },
  ],
};

const v1 = '"id":"as-1","object":"chat.completion","created":1764230400';

export const baidu: ChargeFamily = {
  provider: 'Baidu Wenxin',
  type: 15,
  charges: [
    {
      name: 'every event of a stream repeats the tokens so far',
      documentation: V1,
      model: 'ERNIE-4.0-8K',
      prices: ERNIE,
      body: `{${v1},"result":"It is fine.","is_truncated":false,"need_clear_history":false,"finish_reason":"normal","usage":{"prompt_tokens":50,"completion_tokens":400,"total_tokens":450}}`,
      stream: [
        `data: {${v1},"sentence_id":0,"is_end":false,"is_truncated":false,"result":"It is","need_clear_history":false,"usage":{"prompt_tokens":50,"completion_tokens":0,"total_tokens":50}}`,
        `data: {${v1},"sentence_id":1,"is_end":true,"is_truncated":false,"result":" fine.","need_clear_history":false,"finish_reason":"normal","usage":{"prompt_tokens":50,"completion_tokens":400,"total_tokens":450}}`,
      ],
      charge: 462,
      working: '50 × 0.28 = 14; 400 × 1.12 = 448; together 462',
    },
    {
      name: 'a function call',
      documentation: V1,
      model: 'ERNIE-4.0-8K',
      prices: { ...ERNIE, group: 0.5 },
      body: `{${v1},"result":"","is_truncated":false,"need_clear_history":false,"finish_reason":"function_call","function_call":{"name":"weather","thoughts":"t","arguments":"{\\"city\\":\\"Rome\\"}"},"usage":{"prompt_tokens":300,"completion_tokens":30,"total_tokens":330}}`,
      stream: [
        `data: {${v1},"sentence_id":0,"is_end":true,"is_truncated":false,"result":"","need_clear_history":false,"finish_reason":"function_call","function_call":{"name":"weather","thoughts":"t","arguments":"{\\"city\\":\\"Rome\\"}"},"usage":{"prompt_tokens":300,"completion_tokens":30,"total_tokens":330}}`,
      ],
      charge: 59,
      working: '(300 × 0.28 + 30 × 1.12) × 0.5 = (84 + 33.6) × 0.5 = 58.8, rounded 59',
    },
  ],
};
