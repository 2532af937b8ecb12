import { answer, CALL, chunks, completion, THOUGHT, type ChatForm } from './chat-form.js';
import type { ChargeFamily } from './recorded-charge.js';

const API = 'https://www.volcengine.com/docs/82379/1494384';
const BOTS = 'https://www.volcengine.com/docs/82379/1285207';
const SEED = { ratio: 0.06, completion: 10, cache: 0.2 };
const chat = (usage: string, form: object = {}) =>
  answer({ model: 'doubao-seed-1-6-250615', usage, more: '"service_tier":"default",', ...form });

/** Bots report the models that they called, and the calls of their plugins. */
function bot(models: string): { body: string; stream: string[] } {
  const usage = `{"model_usage":${models},"action_usage":[{"name":"content_plugin","count":1}]}`;
  const form: ChatForm = { model: 'bot-20260101-abcde', usage };
  const renamed = (text: string) => text.replace(`"usage":${usage}`, `"bot_usage":${usage}`);
  return { body: renamed(completion(form)), stream: chunks(form).map(renamed) };
}

export const volcengine: ChargeFamily = {
  provider: 'Volcengine Ark',
  type: 45,
  charges: [
    {
      name: 'plain',
      documentation: API,
      model: 'doubao-seed-1-6-250615',
      prices: SEED,
      ...chat(
        '{"prompt_tokens":700,"completion_tokens":90,"total_tokens":790,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}}',
      ),
      charge: 96,
      working: '700 × 0.06 = 42; 90 × 0.6 = 54; together 96',
    },
    {
      name: 'cached input',
      documentation: 'https://www.volcengine.com/docs/82379/1398933',
      model: 'doubao-seed-1-6-250615',
      prices: SEED,
      ...chat(
        '{"prompt_tokens":9000,"completion_tokens":50,"total_tokens":9050,"prompt_tokens_details":{"cached_tokens":8000},"completion_tokens_details":{"reasoning_tokens":0}}',
      ),
      charge: 186,
      working: '1000 × 0.06 = 60; 8000 × 0.012 = 96; 50 × 0.6 = 30; together 186',
    },
    {
      name: 'thinking is part of the completion',
      documentation: 'https://www.volcengine.com/docs/82379/1449737',
      model: 'doubao-seed-1-6-250615',
      prices: SEED,
      ...chat(
        '{"prompt_tokens":90,"completion_tokens":500,"total_tokens":590,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":430}}',
        THOUGHT,
      ),
      charge: 305,
      working: '90 × 0.06 = 5.4; 500 × 0.6 = 300; 305.4, rounded 305',
    },
    {
      name: 'a tool call within a TPM guarantee, which has no ratio',
      documentation: API,
      model: 'doubao-seed-1-6-250615',
      prices: { ...SEED, group: 10 },
      ...chat('{"prompt_tokens":250,"completion_tokens":25,"total_tokens":275}', {
        ...CALL,
        more: '"service_tier":"scale",',
      }),
      charge: 300,
      working: '(250 × 0.06 + 25 × 0.6) × 10 = (15 + 15) × 10 = 300',
    },
    {
      name: 'a bot that called two models, and its search once',
      documentation: BOTS,
      model: 'bot-20260101-abcde',
      prices: { ratio: 0.4, completion: 2.5 },
      ...bot(
        '[{"name":"doubao-pro-32k","prompt_tokens":100,"completion_tokens":20,"total_tokens":120},{"name":"doubao-pro-32k","prompt_tokens":3000,"completion_tokens":200,"total_tokens":3200}]',
      ),
      charge: 1734,
      working:
        '3100 × 0.4 = 1240; 220 × 1 = 220; 4 CNY / 7.3 = 0.5479 USD / 1000 = 273.95; 1733.95, rounded 1734',
    },
  ],
};
