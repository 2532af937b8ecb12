import { answer, CALL, THOUGHT } from './chat-form.js';
import type { ChargeFamily } from './recorded-charge.js';

const LLAMA = { ratio: 0.44, completion: 1 };

export const together: ChargeFamily = {
  provider: 'Together AI',
  type: 1001,
  charges: [
    {
      name: 'plain: the chunk that ends the choice has the usage',
      documentation: 'https://docs.together.ai/reference/chat-completions-1',
      model: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
      prices: LLAMA,
      ...answer({
        model: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
        place: 'with-finish',
        more: '"prompt":[],',
        usage: '{"prompt_tokens":50,"completion_tokens":200,"total_tokens":250,"cached_tokens":0}',
      }),
      charge: 110,
      working: '250 × 0.44 = 110',
    },
    {
      name: 'cached input beside the sums, and reasoning as part of the completion',
      documentation: 'https://docs.together.ai/docs/reasoning-overview',
      model: 'deepseek-ai/DeepSeek-V4-Pro',
      prices: { ratio: 0.3, completion: 3, cache: 0.5 },
      ...answer({
        model: 'deepseek-ai/DeepSeek-V4-Pro',
        place: 'with-finish',
        message: '"role":"assistant","content":"It is fine.","reasoning":"Let me see."',
        usage: '{"prompt_tokens":1000,"completion_tokens":300,"total_tokens":1300,"cached_tokens":600}',
      }),
      charge: 480,
      working: '400 × 0.3 = 120; 600 × 0.15 = 90; 300 × 0.9 = 270; together 480',
    },
  ],
};

export const fireworks: ChargeFamily = {
  provider: 'Fireworks',
  type: 1002,
  charges: [
    {
      name: 'cached input',
      documentation: 'https://docs.fireworks.ai/guides/prompt-caching',
      model: 'accounts/fireworks/models/kimi-k2-instruct',
      prices: { ratio: 0.3, completion: 4, cache: 0.5 },
      ...answer({
        model: 'accounts/fireworks/models/kimi-k2-instruct',
        place: 'with-finish',
        usage:
          '{"prompt_tokens":3000,"total_tokens":3040,"completion_tokens":40,"prompt_tokens_details":{"cached_tokens":2000}}',
      }),
      charge: 648,
      working: '1000 × 0.3 = 300; 2000 × 0.15 = 300; 40 × 1.2 = 48; together 648',
    },
    {
      name: 'a tool call',
      documentation: 'https://docs.fireworks.ai/guides/function-calling',
      model: 'accounts/fireworks/models/kimi-k2-instruct',
      prices: { ratio: 0.3, completion: 4 },
      ...answer({
        ...CALL,
        model: 'accounts/fireworks/models/kimi-k2-instruct',
        place: 'with-finish',
        usage: '{"prompt_tokens":160,"total_tokens":190,"completion_tokens":30}',
      }),
      charge: 84,
      working: '160 × 0.3 = 48; 30 × 1.2 = 36; together 84',
    },
  ],
};

export const siliconflow: ChargeFamily = {
  provider: 'SiliconFlow',
  type: 40,
  charges: [
    {
      name: 'every chunk of a stream has the usage so far',
      documentation: 'https://docs.siliconflow.cn/cn/api-reference/chat-completions/chat-completions',
      model: 'Qwen/Qwen3-32B',
      prices: { ratio: 0.07, completion: 4 },
      ...answer({
        ...THOUGHT,
        model: 'Qwen/Qwen3-32B',
        place: 'every',
        early: '{"prompt_tokens":200,"completion_tokens":3,"total_tokens":203}',
        usage:
          '{"prompt_tokens":200,"completion_tokens":500,"total_tokens":700,"completion_tokens_details":{"reasoning_tokens":420}}',
      }),
      charge: 154,
      working: '200 × 0.07 = 14; 500 × 0.28 = 140; together 154',
    },
  ],
};

export const ollama: ChargeFamily = {
  provider: 'Ollama',
  type: 4,
  charges: [
    {
      name: 'plain',
      documentation: 'https://github.com/ollama/ollama/blob/main/docs/openai.md',
      model: 'qwen3:8b',
      prices: { ratio: 0.05, completion: 2 },
      ...answer({
        model: 'qwen3:8b',
        more: '"system_fingerprint":"fp_ollama",',
        usage: '{"prompt_tokens":400,"completion_tokens":100,"total_tokens":500}',
      }),
      charge: 30,
      working: '400 × 0.05 = 20; 100 × 0.1 = 10; together 30',
    },
    {
      name: 'reasoning is part of the completion, in a member of its own',
      documentation: 'https://github.com/ollama/ollama/blob/main/docs/openai.md',
      model: 'qwen3:8b',
      prices: { ratio: 0.05, completion: 2, group: 3 },
      ...answer({
        model: 'qwen3:8b',
        message: '"role":"assistant","content":"It is fine.","reasoning":"Let me see."',
        usage: '{"prompt_tokens":60,"completion_tokens":270,"total_tokens":330}',
      }),
      charge: 90,
      working: '(60 × 0.05 + 270 × 0.1) × 3 = (3 + 27) × 3 = 90',
    },
  ],
};

export const vllm: ChargeFamily = {
  provider: 'vLLM',
  type: 1021,
  charges: [
    {
      name: 'without details',
      documentation: 'https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
      model: 'local/llama',
      prices: LLAMA,
      ...answer({
        model: 'local/llama',
        usage: '{"prompt_tokens":75,"total_tokens":100,"completion_tokens":25,"prompt_tokens_details":null}',
      }),
      charge: 44,
      working: '100 × 0.44 = 44',
    },
    {
      name: 'cached input, with usage in every chunk',
      documentation: 'https://docs.vllm.ai/en/latest/features/automatic_prefix_caching.html',
      model: 'local/llama',
      prices: { ...LLAMA, cache: 0.25 },
      ...answer({
        model: 'local/llama',
        place: 'every',
        early: '{"prompt_tokens":1000,"total_tokens":1001,"completion_tokens":1}',
        usage:
          '{"prompt_tokens":1000,"total_tokens":1100,"completion_tokens":100,"prompt_tokens_details":{"cached_tokens":800}}',
      }),
      charge: 220,
      working: '200 × 0.44 = 88; 800 × 0.11 = 88; 100 × 0.44 = 44; together 220',
    },
  ],
};
