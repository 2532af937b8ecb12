import { answer, THOUGHT } from './chat-form.js';
import type { ChargeFamily } from './recorded-charge.js';

const API = 'https://help.aliyun.com/zh/model-studio/qwen-api-reference';
const CACHE = 'https://www.alibabacloud.com/help/en/model-studio/context-cache';
const PLUS = { ratio: 0.2, completion: 3 };
const fingerprint = '"system_fingerprint":null,';
const chat = (model: string, usage: string, form: object = {}) =>
  answer({ model, usage, more: fingerprint, ...form });

export const ali: ChargeFamily = {
  provider: 'Ali (Qwen)',
  type: 17,
  charges: [
    {
      name: 'plain',
      documentation: API,
      model: 'qwen-plus',
      prices: PLUS,
      ...chat(
        'qwen-plus',
        '{"prompt_tokens":22,"completion_tokens":80,"total_tokens":102,"prompt_tokens_details":{"cached_tokens":0}}',
      ),
      charge: 52,
      working: '22 × 0.2 = 4.4; 80 × 0.6 = 48; 52.4, rounded 52',
    },
    {
      name: 'implicit cache: hits are part of the prompt, and cost a fifth',
      documentation: CACHE,
      model: 'qwen-plus',
      prices: { ...PLUS, cache: 0.2 },
      ...chat(
        'qwen-plus',
        '{"prompt_tokens":3019,"completion_tokens":104,"total_tokens":3123,"prompt_tokens_details":{"cached_tokens":2048}}',
      ),
      charge: 339,
      working: '971 × 0.2 = 194.2; 2048 × 0.04 = 81.92; 104 × 0.6 = 62.4; 338.52, rounded 339',
    },
    {
      name: 'explicit cache: what was written costs 1.25 times as much, and is part of the prompt',
      documentation: CACHE,
      model: 'qwen3-coder-plus',
      prices: { ratio: 0.5, completion: 5, cache: 0.1, cacheWrite: 1.25 },
      ...chat(
        'qwen3-coder-plus',
        '{"prompt_tokens":4000,"completion_tokens":60,"total_tokens":4060,"prompt_tokens_details":{"cached_tokens":1000,"cache_creation":{"ephemeral_5m_input_tokens":2600},"cache_creation_input_tokens":2600,"cache_type":"ephemeral"}}',
      ),
      charge: 2025,
      working:
        '4000 - 1000 - 2600 = 400 × 0.5 = 200; read 1000 × 0.05 = 50; written 2600 × 0.625 = 1625; 60 × 2.5 = 150; together 2025',
    },
    {
      name: 'thinking is part of the completion',
      documentation: 'https://help.aliyun.com/zh/model-studio/deep-thinking',
      model: 'qwen-plus',
      prices: { ...PLUS, completion: 10 },
      ...chat(
        'qwen-plus',
        '{"prompt_tokens":10,"completion_tokens":1360,"total_tokens":1370,"completion_tokens_details":{"reasoning_tokens":1110},"prompt_tokens_details":{"cached_tokens":0}}',
        THOUGHT,
      ),
      charge: 2722,
      working: '10 × 0.2 = 2; 1360 × 2 = 2720; together 2722',
    },
    {
      name: 'an image, whose tokens have the price of text with Qwen-VL',
      documentation: 'https://help.aliyun.com/zh/model-studio/vision',
      model: 'qwen3-vl-plus',
      prices: { ratio: 0.1, completion: 8 },
      ...chat(
        'qwen3-vl-plus',
        '{"prompt_tokens":1270,"completion_tokens":54,"total_tokens":1324,"prompt_tokens_details":{"image_tokens":1243,"text_tokens":27},"completion_tokens_details":{"text_tokens":54}}',
      ),
      charge: 170,
      working: '1270 × 0.1 = 127; 54 × 0.8 = 43.2; 170.2, rounded 170',
    },
    {
      name: 'Qwen-Omni hears and sees: audio, images and videos at prices of their own',
      documentation: 'https://help.aliyun.com/zh/model-studio/qwen-omni',
      model: 'qwen3-omni-flash',
      prices: { ratio: 0.2, completion: 4, audio: 9, image: 2 },
      ...chat(
        'qwen3-omni-flash',
        '{"prompt_tokens":900,"completion_tokens":50,"total_tokens":950,"prompt_tokens_details":{"audio_tokens":300,"image_tokens":400,"video_tokens":150,"text_tokens":50},"completion_tokens_details":{"text_tokens":50}}',
      ),
      charge: 810,
      working:
        'audio 300 × 1.8 = 540; images and frames (400 + 150) × 0.4 = 220; text 50 × 0.2 = 10; 50 × 0.8 = 40; together 810',
    },
    {
      name: 'a search, with its strategy',
      documentation: 'https://help.aliyun.com/zh/model-studio/web-search',
      model: 'qwen-plus',
      prices: PLUS,
      ...chat(
        'qwen-plus',
        '{"prompt_tokens":2000,"completion_tokens":80,"total_tokens":2080,"prompt_tokens_details":{"cached_tokens":0},"plugins":{"search":{"count":2,"strategy":"agent"}}}',
      ),
      charge: 996,
      working:
        '2000 × 0.2 = 400; 80 × 0.6 = 48; 2 × 4 CNY / 7.3 = 0.5479 USD / 1000 = 547.9; 995.9, rounded 996',
    },
    {
      name: 'a search by a strategy with a price of its own',
      documentation: 'https://help.aliyun.com/zh/model-studio/web-search',
      model: 'qwen-plus',
      prices: { ...PLUS, tools: { dashscope_search: 10, 'dashscope_search/turbo': 1 } },
      ...chat(
        'qwen-plus',
        '{"prompt_tokens":2000,"completion_tokens":80,"total_tokens":2080,"prompt_tokens_details":{"cached_tokens":0},"plugins":{"search":{"count":1,"strategy":"turbo"}}}',
      ),
      charge: 948,
      working: '448 as above; 1 USD / 1000 = 500; together 948',
    },
  ],
};
