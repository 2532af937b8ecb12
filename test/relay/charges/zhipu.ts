import { answer, CALL, THOUGHT } from './chat-form.js';
import type { ChargeFamily, RecordedCharge } from './recorded-charge.js';

const API = 'https://docs.z.ai/api-reference/llm/chat-completion';
const GLM = { ratio: 0.3, completion: 4, cache: 0.2 };
const request = '"request_id":"r-1",';
const chat = (model: string, usage: string, form: object = {}) =>
  answer({ model, usage, more: request, place: 'with-finish', ...form });

const charges: readonly RecordedCharge[] = [
  {
    name: 'plain',
    documentation: API,
    model: 'glm-4.6',
    prices: GLM,
    ...chat('glm-4.6', '{"prompt_tokens":100,"completion_tokens":50,"total_tokens":150}'),
    charge: 90,
    working: '100 × 0.3 = 30; 50 × 1.2 = 60; together 90',
  },
  {
    name: 'cached input is part of the prompt',
    documentation: 'https://docs.z.ai/guides/capabilities/cache',
    model: 'glm-4.6',
    prices: GLM,
    ...chat(
      'glm-4.6',
      '{"prompt_tokens":1200,"completion_tokens":300,"total_tokens":1500,"prompt_tokens_details":{"cached_tokens":800}}',
    ),
    charge: 528,
    working: '400 × 0.3 = 120; 800 × 0.06 = 48; 300 × 1.2 = 360; together 528',
  },
  {
    name: 'thinking is part of the completion',
    documentation: 'https://docs.z.ai/guides/capabilities/thinking-mode',
    model: 'glm-4.6',
    prices: GLM,
    ...chat(
      'glm-4.6',
      '{"prompt_tokens":30,"completion_tokens":970,"total_tokens":1000,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":900}}',
      THOUGHT,
    ),
    charge: 1173,
    working: '30 × 0.3 = 9; 970 × 1.2 = 1164; together 1173',
  },
  {
    name: 'an image is part of the prompt',
    documentation: 'https://docs.z.ai/guides/vlm/glm-4.6v',
    model: 'glm-4.6v',
    prices: { ratio: 0.15, completion: 3 },
    ...chat('glm-4.6v', '{"prompt_tokens":1433,"completion_tokens":67,"total_tokens":1500}'),
    charge: 245,
    working: '1433 × 0.15 = 214.95; 67 × 0.45 = 30.15; 245.1, rounded 245',
  },
];

/** A tool call after a search, whose results are beside the message. */
const searched = {
  model: 'glm-4.6',
  prices: { ...GLM, group: 2 },
  ...chat(
    'glm-4.6',
    '{"prompt_tokens":2500,"completion_tokens":40,"total_tokens":2540,"prompt_tokens_details":{"cached_tokens":0}}',
    {
      ...CALL,
      more: `${request}"web_search":[{"title":"W","link":"https://w.example","content":"c","refer":"ref_1"},{"title":"X","link":"https://x.example","content":"c","refer":"ref_2"}],`,
    },
  ),
};
const TOKENS = '(2500 × 0.3 + 40 × 1.2) × 2 = (750 + 48) × 2 = 1596; results are input';

export const zhipu: ChargeFamily = {
  provider: 'Zhipu',
  type: 26,
  charges: [
    ...charges,
    {
      name: 'one search, whatever it found, by the engine that is the default',
      documentation: 'https://bigmodel.cn/pricing',
      ...searched,
      charge: 2966,
      working: `${TOKENS}; 10 CNY / 7.3 = 1.3699 USD / 1000 × 2 = 1369.9; 2965.9, rounded 2966`,
    },
    {
      name: 'one search by the engine of the request',
      documentation: 'https://bigmodel.cn/pricing',
      ...searched,
      tools: {
        protocol: 'openai-chat',
        offered: [{ type: 'web_search', web_search: { enable: true, search_engine: 'search_pro' } }],
      },
      charge: 5706,
      working: `${TOKENS}; 30 CNY / 7.3 = 4.1096 USD / 1000 × 2 = 4109.6; 5705.6, rounded 5706`,
    },
  ],
};

export const zai: ChargeFamily = {
  provider: 'z.ai',
  type: 1018,
  charges: [
    ...charges,
    {
      name: 'one search, whatever it found',
      documentation: 'https://docs.z.ai/guides/overview/pricing',
      ...searched,
      charge: 11_596,
      working: `${TOKENS}; 10 USD / 1000 × 2 = 10,000; together 11,596`,
    },
  ],
};
