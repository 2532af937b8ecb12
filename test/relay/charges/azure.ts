import { answer, CALL, type ChatForm } from './chat-form.js';
import type { ChargeFamily } from './recorded-charge.js';

const USAGE = 'https://learn.microsoft.com/azure/ai-foundry/openai/reference';
const GPT41 = { ratio: 1, completion: 4, cache: 0.25 };
const O4 = { ratio: 0.55, completion: 4 };
const safe =
  '"content_filter_results":{"hate":{"filtered":false,"severity":"safe"},"violence":{"filtered":false,"severity":"safe"}}';
const filters = `"prompt_filter_results":[{"prompt_index":0,${safe}}]`;

/** Every stream begins with an event about filters, which has no choices. */
function chat(form: ChatForm): { body: string; stream: string[] } {
  const { body, stream } = answer(form);
  const opening = `data: {"choices":[],"created":0,"id":"","model":"","object":"",${filters}}`;
  return { body: body.replace(/\}$/, `,${filters}}`), stream: [opening, ...stream] };
}

export const azure: ChargeFamily = {
  provider: 'Azure OpenAI',
  type: 3,
  charges: [
    {
      name: 'plain, with results of filters',
      documentation:
        'https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter-annotations',
      model: 'gpt-4.1',
      prices: GPT41,
      ...chat({
        model: 'gpt-4.1-2025-04-14',
        usage: '{"prompt_tokens":900,"completion_tokens":100,"total_tokens":1000}',
      }),
      charge: 1300,
      working: '900 + 100 × 4 = 1300',
    },
    {
      name: 'cached input',
      documentation: 'https://learn.microsoft.com/azure/ai-foundry/openai/how-to/prompt-caching',
      model: 'gpt-4.1',
      prices: GPT41,
      ...chat({
        model: 'gpt-4.1-2025-04-14',
        usage:
          '{"prompt_tokens":3072,"completion_tokens":50,"total_tokens":3122,"prompt_tokens_details":{"audio_tokens":0,"cached_tokens":2048},"completion_tokens_details":{"accepted_prediction_tokens":0,"audio_tokens":0,"reasoning_tokens":0,"rejected_prediction_tokens":0}}',
      }),
      charge: 1736,
      working: '1024 + 2048 × 0.25 = 512 + 50 × 4 = 200; together 1736',
    },
    {
      name: 'reasoning is part of the completion',
      documentation: 'https://learn.microsoft.com/azure/ai-foundry/openai/how-to/reasoning',
      model: 'o4-mini',
      prices: O4,
      ...chat({
        model: 'o4-mini-2025-04-16',
        usage:
          '{"prompt_tokens":75,"completion_tokens":1186,"total_tokens":1261,"completion_tokens_details":{"reasoning_tokens":1024}}',
      }),
      charge: 2650,
      working: '75 × 0.55 = 41.25; 1186 × 2.2 = 2609.2; 2650.45, rounded 2650',
    },
    {
      name: 'a tool call',
      documentation: USAGE,
      model: 'gpt-4.1',
      prices: { ...GPT41, group: 2 },
      ...chat({
        ...CALL,
        model: 'gpt-4.1-2025-04-14',
        usage: '{"prompt_tokens":120,"completion_tokens":60,"total_tokens":180}',
      }),
      charge: 720,
      working: '(120 + 60 × 4) × 2 = 720',
    },
    {
      name: 'priority processing',
      documentation: 'https://learn.microsoft.com/azure/ai-foundry/openai/concepts/priority-processing',
      model: 'gpt-4.1',
      prices: { ...GPT41, serviceTiers: { priority: 1.75 } },
      ...chat({
        model: 'gpt-4.1-2025-04-14',
        more: '"service_tier":"priority",',
        usage: '{"prompt_tokens":1000,"completion_tokens":200,"total_tokens":1200}',
      }),
      charge: 3150,
      working: '(1000 + 200 × 4) × 1.75 = 3150',
    },
    {
      name: 'a model priced per call',
      documentation: USAGE,
      model: 'gpt-4.1',
      prices: { perCall: 0.02, group: 0.9 },
      ...chat({
        model: 'gpt-4.1-2025-04-14',
        usage: '{"prompt_tokens":1000,"completion_tokens":200,"total_tokens":1200}',
      }),
      charge: 9000,
      working: '0.02 USD × 500,000 × 0.9 = 9000, whatever the tokens',
    },
  ],
};
