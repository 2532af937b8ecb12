import { answer, CALL, chunks, completion, type ChatForm } from './chat-form.js';
import type { ChargeFamily } from './recorded-charge.js';

const API = 'https://console.groq.com/docs/api-reference#chat-create';
const LLAMA = { ratio: 0.295, completion: 1.33898305085 };
const OSS = { ratio: 0.075, completion: 4, cache: 0.5 };
const times = '"queue_time":0.04,"prompt_time":0.002,"completion_time":0.2,"total_time":0.202';

/** The chunk that ends the choice has the usage in `x_groq`. */
function beside(form: ChatForm): { body: string; stream: string[] } {
  const stream = chunks({ ...form, place: 'with-finish' }).map((event) =>
    event.replace(`,"usage":${form.usage}}`, `,"x_groq":{"id":"req_1","usage":${form.usage}}}`),
  );
  return {
    body: completion({ ...form, more: '"system_fingerprint":"fp_1","x_groq":{"id":"req_1"},' }),
    stream,
  };
}

const ran = (type: string, index: number) =>
  `{"index":${index},"type":"${type}","arguments":"{}","output":"o"}`;

export const groq: ChargeFamily = {
  provider: 'Groq',
  type: 1000,
  charges: [
    {
      name: 'plain: a stream has its usage in x_groq',
      documentation: API,
      model: 'llama-3.3-70b-versatile',
      prices: LLAMA,
      ...beside({
        model: 'llama-3.3-70b-versatile',
        usage: `{"prompt_tokens":400,"completion_tokens":200,"total_tokens":600,${times}}`,
      }),
      charge: 197,
      working: '400 × 0.295 = 118; 200 × 0.395 = 79; together 197',
    },
    {
      name: 'plain: usage that the client requests in a last chunk, too',
      documentation: API,
      model: 'llama-3.3-70b-versatile',
      prices: LLAMA,
      ...answer({
        model: 'llama-3.3-70b-versatile',
        usage: `{"prompt_tokens":400,"completion_tokens":200,"total_tokens":600,${times}}`,
      }),
      charge: 197,
      working: 'as above',
    },
    {
      name: 'cached input, in x_groq',
      documentation: 'https://console.groq.com/docs/prompt-caching',
      model: 'openai/gpt-oss-120b',
      prices: OSS,
      ...beside({
        model: 'openai/gpt-oss-120b',
        usage: `{"prompt_tokens":4641,"completion_tokens":1817,"total_tokens":6458,"prompt_tokens_details":{"cached_tokens":4608},${times}}`,
      }),
      charge: 720,
      working: '33 × 0.075 = 2.475; 4608 × 0.0375 = 172.8; 1817 × 0.3 = 545.1; 720.375, rounded 720',
    },
    {
      name: 'reasoning is part of the completion',
      documentation: 'https://console.groq.com/docs/reasoning',
      model: 'openai/gpt-oss-120b',
      prices: OSS,
      ...beside({
        model: 'openai/gpt-oss-120b',
        message: '"role":"assistant","content":"It is fine.","reasoning":"Let me see."',
        usage: `{"prompt_tokens":80,"completion_tokens":500,"total_tokens":580,"completion_tokens_details":{"reasoning_tokens":440},${times}}`,
      }),
      charge: 156,
      working: '80 × 0.075 = 6; 500 × 0.3 = 150; together 156',
    },
    {
      name: 'a tool call in flex processing, which costs as much as on demand',
      documentation: 'https://console.groq.com/docs/flex-processing',
      model: 'openai/gpt-oss-120b',
      prices: { ...OSS, group: 10 },
      ...beside({
        ...CALL,
        model: 'openai/gpt-oss-120b',
        more: '"service_tier":"flex",',
        usage: `{"prompt_tokens":150,"completion_tokens":30,"total_tokens":180,${times}}`,
      }),
      charge: 203,
      working: '(150 × 0.075 + 30 × 0.3) × 10 = (11.25 + 9) × 10 = 202.5, rounded half up',
    },
    {
      name: 'Compound: two searches and a visited page; code is billed by the hour, which it does not report',
      documentation: 'https://groq.com/pricing',
      model: 'groq/compound',
      prices: OSS,
      ...beside({
        model: 'groq/compound',
        message: `"role":"assistant","content":"It is fine.","executed_tools":[${['search', 'search', 'visit', 'python'].map(ran).join()}]`,
        more: '"usage_breakdown":{"models":[{"model":"openai/gpt-oss-120b","usage":{"prompt_tokens":2000,"completion_tokens":100,"total_tokens":2100}}]},',
        usage: `{"prompt_tokens":2000,"completion_tokens":100,"total_tokens":2100,${times}}`,
      }),
      charge: 5680,
      working: '2000 × 0.075 + 100 × 0.3 = 180; (2 × 5 + 1) USD / 1000 = 5500; together 5680',
    },
    {
      name: 'GPT-OSS searches and opens pages by the names of its browser',
      documentation: 'https://console.groq.com/docs/browser-search',
      model: 'openai/gpt-oss-120b',
      prices: OSS,
      ...beside({
        model: 'openai/gpt-oss-120b',
        message: `"role":"assistant","content":"It is fine.","executed_tools":[${['browser.search', 'browser.open'].map(ran).join()}]`,
        usage: `{"prompt_tokens":2000,"completion_tokens":100,"total_tokens":2100,${times}}`,
      }),
      charge: 3180,
      working: '180 as above; (5 + 1) USD / 1000 = 3000; together 3180',
    },
  ],
};
