import { answer, CALL } from './chat-form.js';
import type { ChargeFamily } from './recorded-charge.js';

const USAGE = 'https://openrouter.ai/docs/use-cases/usage-accounting';
const SONNET = { ratio: 1.5, completion: 5, cache: 0.1, cacheWrite: 1.25 };
const chat = (model: string, usage: string, form: object = {}) =>
  answer({ model, usage, more: '"provider":"Anthropic",', ...form });
const cost = (usd: number) => `"cost":${usd},"is_byok":false,"cost_details":{"upstream_inference_cost":null}`;

export const openrouter: ChargeFamily = {
  provider: 'OpenRouter',
  type: 20,
  charges: [
    {
      name: 'plain: the cost in credits is not what the gateway charges',
      documentation: USAGE,
      model: 'anthropic/claude-sonnet-4.5',
      prices: SONNET,
      ...chat(
        'anthropic/claude-sonnet-4.5',
        `{"prompt_tokens":194,"completion_tokens":20,"total_tokens":214,${cost(0.000882)},"prompt_tokens_details":{"cached_tokens":0,"cache_write_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}}`,
      ),
      charge: 441,
      working: '194 × 1.5 = 291; 20 × 7.5 = 150; together 441',
    },
    {
      name: 'cache reads and writes are part of the prompt',
      documentation: 'https://openrouter.ai/docs/guides/best-practices/prompt-caching',
      model: 'anthropic/claude-sonnet-4.5',
      prices: SONNET,
      ...chat(
        'anthropic/claude-sonnet-4.5',
        `{"prompt_tokens":10339,"completion_tokens":60,"total_tokens":10399,${cost(0.02)},"prompt_tokens_details":{"cached_tokens":8000,"cache_write_tokens":2000,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}}`,
      ),
      charge: 5909,
      working:
        '339 × 1.5 = 508.5; read 8000 × 0.15 = 1200; written 2000 × 1.875 = 3750; 60 × 7.5 = 450; 5908.5, rounded half up',
    },
    {
      name: 'reasoning is part of the completion',
      documentation: 'https://openrouter.ai/docs/guides/best-practices/reasoning-tokens',
      model: 'deepseek/deepseek-r1',
      prices: { ratio: 0.25, completion: 4 },
      ...chat(
        'deepseek/deepseek-r1',
        `{"prompt_tokens":100,"completion_tokens":800,"total_tokens":900,${cost(0.0017)},"completion_tokens_details":{"reasoning_tokens":700}}`,
        { message: '"role":"assistant","content":"It is fine.","reasoning":"Let me see."' },
      ),
      charge: 825,
      working: '100 × 0.25 = 25; 800 × 1 = 800; together 825',
    },
    {
      name: 'searches of its own tool',
      documentation: 'https://openrouter.ai/docs/guides/features/server-tools/web-search',
      model: 'openai/gpt-5.2',
      prices: { ratio: 0.875, completion: 8, tools: { web_search: 10 } },
      ...chat(
        'openai/gpt-5.2',
        `{"prompt_tokens":4000,"completion_tokens":100,"total_tokens":4100,${cost(0.0284)},"server_tool_use":{"web_search_requests":2},"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}}`,
      ),
      charge: 14_200,
      working: '4000 × 0.875 = 3500; 100 × 7 = 700; 2 × 10 USD / 1000 × 500,000 = 10,000; together 14,200',
    },
    {
      name: 'a generated image is part of the completion, at a price of its own',
      documentation: 'https://openrouter.ai/docs/guides/overview/multimodal/image-generation',
      model: 'google/gemini-2.5-flash-image',
      prices: { ratio: 0.15, completion: 8, imageCompletion: 100 },
      ...chat(
        'google/gemini-2.5-flash-image',
        `{"prompt_tokens":10,"completion_tokens":1310,"total_tokens":1320,${cost(0.0388)},"completion_tokens_details":{"reasoning_tokens":0,"image_tokens":1290}}`,
        {
          message:
            '"role":"assistant","content":"Here.","images":[{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}]',
        },
      ),
      charge: 19_376,
      working: '10 × 0.15 = 1.5; text 20 × 1.2 = 24; image 1290 × 15 = 19,350; 19,375.5, rounded half up',
    },
    {
      name: 'a tool call',
      documentation: USAGE,
      model: 'anthropic/claude-sonnet-4.5',
      prices: SONNET,
      ...chat(
        'anthropic/claude-sonnet-4.5',
        `{"prompt_tokens":600,"completion_tokens":40,"total_tokens":640,${cost(0.0024)}}`,
        CALL,
      ),
      charge: 1200,
      working: '600 × 1.5 = 900; 40 × 7.5 = 300; together 1200',
    },
  ],
};
