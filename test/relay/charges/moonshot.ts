import { answer, CALL, THOUGHT } from './chat-form.js';
import type { ChargeFamily } from './recorded-charge.js';

const API = 'https://platform.moonshot.ai/docs/api/chat';
const K2 = { ratio: 0.3, completion: 4, cache: 0.25 };
const chat = (usage: string, form: object = {}) => answer({ model: 'kimi-k2-0905-preview', usage, ...form });

const calls = (index: (at: number) => string) =>
  `"role":"assistant","content":"","tool_calls":[{${index(0)}"id":"c_1","type":"builtin_function","function":{"name":"$web_search","arguments":"{\\"search_result\\":{}}"}},{${index(1)}"id":"c_2","type":"function","function":{"name":"weather","arguments":"{}"}}]`;
const SEARCH = {
  message: calls(() => ''),
  delta: calls((at) => `"index":${at},`),
  finish: 'tool_calls',
};

export const moonshot: ChargeFamily = {
  provider: 'Moonshot',
  type: 25,
  charges: [
    {
      name: 'plain; a stream has its usage inside of the choice that ends',
      documentation: API,
      model: 'kimi-k2-0905-preview',
      prices: K2,
      ...chat('{"prompt_tokens":190,"completion_tokens":210,"total_tokens":400}', { place: 'in-choice' }),
      charge: 309,
      working: '190 × 0.3 = 57; 210 × 1.2 = 252; together 309',
    },
    {
      name: 'cached input beside the sums, inside of the choice of a stream',
      documentation: API,
      model: 'kimi-k2-0905-preview',
      prices: K2,
      ...chat('{"prompt_tokens":5000,"completion_tokens":100,"total_tokens":5100,"cached_tokens":4096}', {
        place: 'in-choice',
      }),
      charge: 698,
      working: '904 × 0.3 = 271.2; 4096 × 0.075 = 307.2; 100 × 1.2 = 120; 698.4, rounded 698',
    },
    {
      name: 'cached input, in a last chunk of a stream and with details',
      documentation: API,
      model: 'kimi-k2-0905-preview',
      prices: { ...K2, group: 0.5 },
      ...chat(
        '{"prompt_tokens":5000,"completion_tokens":100,"total_tokens":5100,"cached_tokens":4096,"prompt_tokens_details":{"cached_tokens":4096}}',
      ),
      charge: 349,
      working: '698.4 × 0.5 = 349.2, rounded 349',
    },
    {
      name: 'thinking is part of the completion, which is all that is reported',
      documentation: 'https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model',
      model: 'kimi-k2-thinking',
      prices: K2,
      ...chat('{"prompt_tokens":60,"completion_tokens":940,"total_tokens":1000}', {
        ...THOUGHT,
        model: 'kimi-k2-thinking',
        place: 'in-choice',
      }),
      charge: 1146,
      working: '60 × 0.3 = 18; 940 × 1.2 = 1128; together 1146',
    },
    {
      name: 'a tool call',
      documentation: 'https://platform.moonshot.ai/docs/api/tool-use',
      model: 'kimi-k2-0905-preview',
      prices: K2,
      ...chat('{"prompt_tokens":110,"completion_tokens":20,"total_tokens":130,"cached_tokens":0}', {
        ...CALL,
        place: 'in-choice',
      }),
      charge: 57,
      working: '110 × 0.3 = 33; 20 × 1.2 = 24; together 57',
    },
    {
      name: 'a call of the search that Moonshot runs; a function of the client beside it is free',
      documentation: 'https://platform.kimi.com/docs/pricing/tools',
      model: 'kimi-k2-0905-preview',
      prices: K2,
      ...chat('{"prompt_tokens":110,"completion_tokens":20,"total_tokens":130}', {
        ...SEARCH,
        place: 'in-choice',
      }),
      charge: 2112,
      working: '57 as above; 30 CNY / 7.3 = 4.1096 USD / 1000 = 2054.8; 2111.8, rounded 2112',
    },
  ],
};
