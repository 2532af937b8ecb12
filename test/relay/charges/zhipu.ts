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
    name: 'a search result beside the message, and a tool call',
    documentation: 'https://docs.z.ai/guides/tools/web-search',
    model: 'glm-4.6',
    prices: { ...GLM, group: 2 },
    ...chat(
      'glm-4.6',
      '{"prompt_tokens":2500,"completion_tokens":40,"total_tokens":2540,"prompt_tokens_details":{"cached_tokens":0}}',
      {
        ...CALL,
        more: `${request}"web_search":[{"title":"W","link":"https://w.example","content":"c","refer":"ref_1"}],`,
      },
    ),
    charge: 1596,
    working:
      '(2500 × 0.3 + 40 × 1.2) × 2 = (750 + 48) × 2 = 1596; results are input, and the tool has no price here',
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

export const zhipu: ChargeFamily = { provider: 'Zhipu', type: 26, charges };
export const zai: ChargeFamily = { provider: 'z.ai', type: 1018, charges };
