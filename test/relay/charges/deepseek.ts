import { answer, CALL, THOUGHT } from './chat-form.js';
import type { ChargeFamily } from './recorded-charge.js';

const API = 'https://api-docs.deepseek.com/api/create-chat-completion';
const CHAT = { ratio: 0.14, completion: 1.5, cache: 0.1 };
const fingerprint = '"system_fingerprint":"fp_1",';

/** Hits and misses are the two parts of the prompt. A stream has its usage in the chunk that ends the choice. */
const chat = (usage: string, form: object = {}) =>
  answer({ model: 'deepseek-chat', usage, more: fingerprint, place: 'with-finish', ...form });
const reasoner = (usage: string) => chat(usage, { model: 'deepseek-reasoner', ...THOUGHT });

export const deepseek: ChargeFamily = {
  provider: 'DeepSeek',
  type: 43,
  charges: [
    {
      name: 'plain',
      documentation: API,
      model: 'deepseek-chat',
      prices: CHAT,
      ...chat(
        '{"prompt_tokens":500,"completion_tokens":200,"total_tokens":700,"prompt_tokens_details":{"cached_tokens":0},"prompt_cache_hit_tokens":0,"prompt_cache_miss_tokens":500}',
      ),
      charge: 112,
      working: '500 × 0.14 = 70; 200 × 0.21 = 42; together 112',
    },
    {
      name: 'cache hits, named twice',
      documentation: 'https://api-docs.deepseek.com/guides/kv_cache',
      model: 'deepseek-chat',
      prices: CHAT,
      ...chat(
        '{"prompt_tokens":10000,"completion_tokens":100,"total_tokens":10100,"prompt_tokens_details":{"cached_tokens":9600},"prompt_cache_hit_tokens":9600,"prompt_cache_miss_tokens":400}',
      ),
      charge: 211,
      working: '400 × 0.14 = 56; 9600 × 0.014 = 134.4; 100 × 0.21 = 21; 211.4, rounded 211',
    },
    {
      name: 'cache hits beside the sums only',
      documentation: 'https://api-docs.deepseek.com/guides/kv_cache',
      model: 'deepseek-chat',
      prices: { ...CHAT, group: 3 },
      ...chat(
        '{"prompt_tokens":10000,"completion_tokens":100,"total_tokens":10100,"prompt_cache_hit_tokens":9600,"prompt_cache_miss_tokens":400}',
      ),
      charge: 634,
      working: '211.4 × 3 = 634.2, rounded 634',
    },
    {
      name: 'reasoning is part of the completion',
      documentation: 'https://api-docs.deepseek.com/guides/reasoning_model',
      model: 'deepseek-reasoner',
      prices: { ratio: 0.275, completion: 4, cache: 0.25 },
      ...reasoner(
        '{"prompt_tokens":120,"completion_tokens":1400,"total_tokens":1520,"prompt_tokens_details":{"cached_tokens":64},"completion_tokens_details":{"reasoning_tokens":1300},"prompt_cache_hit_tokens":64,"prompt_cache_miss_tokens":56}',
      ),
      charge: 1560,
      working: '56 × 0.275 = 15.4; 64 × 0.06875 = 4.4; 1400 × 1.1 = 1540; 1559.8, rounded 1560',
    },
    {
      name: 'a tool call',
      documentation: 'https://api-docs.deepseek.com/guides/function_calling',
      model: 'deepseek-chat',
      prices: CHAT,
      ...chat(
        '{"prompt_tokens":200,"completion_tokens":25,"total_tokens":225,"prompt_tokens_details":{"cached_tokens":128},"prompt_cache_hit_tokens":128,"prompt_cache_miss_tokens":72}',
        CALL,
      ),
      charge: 17,
      working: '72 × 0.14 = 10.08; 128 × 0.014 = 1.792; 25 × 0.21 = 5.25; 17.122, rounded 17',
    },
  ],
};
