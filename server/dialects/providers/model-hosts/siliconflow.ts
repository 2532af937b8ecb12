import { list, record, text } from '../../json/lenient.js';
import { defineProvider, modelNames, PLAIN_KEY } from '../../kit/define-provider.js';
import { INTERLEAVED, thinkingFamilies } from '../../kit/openai/compatible-rules.js';
import { amount, balanceAt, balanceBySite } from '../../kit/balance.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../../kit/openai/openai-compatible.js';
import { passedJson, parsedAnswer } from '../../kit/openai/operations/operations.js';
import { imageUsage } from '../../kit/openai/operations/image-usage.js';
import { rerankOperation } from '../../kit/openai/operations/rerank.js';

const API = 'https://docs.siliconflow.cn/cn/api-reference/chat-completions/chat-completions';

const options: OpenAICompatibleOptions = {
  completions: '/v1/completions',
  serves: ['embeddings', 'speech', 'transcription'],
  modelsAccept: [
    {
      models:
        /qwen3(?!.*(?:thinking|instruct|coder))|glm-(?:4\.[5-9]|[5-9])|deepseek-v(?:3\.[1-9]|[4-9])|hunyuan-a13b/i,
      rules: {
        thinkingSwitch: {
          form: 'enable',
          source: 'https://docs.siliconflow.cn/cn/api-reference/chat-completions/chat-completions',
        },
      },
    },
    {
      models: INTERLEAVED,
      rules: {
        earlierReasoning: {
          sent: 'text-with-tools',
          source: 'https://docs.siliconflow.com/cn/userguide/guides/interleaved-thinking',
        },
      },
    },
    ...thinkingFamilies,
    {
      models: /deepseek/i,
      rules: {
        jsonOutput: { takes: 'object', source: 'https://docs.siliconflow.cn/cn/userguide/guides/json-mode' },
      },
    },
  ],
  facts: {
    finish: [{ words: { eos: 'stop' }, source: API }],
    tooLong: [{ messages: /max_seq_len/i, passedOn: true, source: API }],
    // Without balance.
    failures: [{ codes: ['30001'], means: { disables: true }, source: API }],
  },
};

/** https://docs.siliconflow.cn/cn/api-reference */
export default defineProvider({
  type: 40,
  id: 'siliconflow',
  name: { en: 'SiliconFlow', zh: 'SiliconCloud' },
  synonyms: ['SiliconCloud', '硅基流动'],
  color: 'grape',
  baseUrl: 'https://api.siliconflow.cn',
  keys: [
    {
      prefix: 'sk-',
      rest: /^[a-z]{48}$/,
      certainty: 'likely',
      baseUrls: ['https://api.siliconflow.cn', 'https://api.siliconflow.com'],
    },
    {
      prefix: 'sk-',
      rest: PLAIN_KEY,
      certainty: 'possible',
      baseUrls: ['https://api.siliconflow.cn', 'https://api.siliconflow.com'],
    },
  ],
  models: modelNames(`
    THUDM/glm-4-9b-chat InstantX/InstantID ByteDance/SDXL-Lightning deepseek-ai/deepseek-llm-67b-chat
    Qwen/Qwen1.5-14B-Chat Qwen/Qwen1.5-7B-Chat Qwen/Qwen1.5-110B-Chat Qwen/Qwen1.5-32B-Chat
    01-ai/Yi-1.5-6B-Chat 01-ai/Yi-1.5-9B-Chat-16K 01-ai/Yi-1.5-34B-Chat-16K THUDM/chatglm3-6b
    deepseek-ai/DeepSeek-V2-Chat Qwen/Qwen2-72B-Instruct Qwen/Qwen2-7B-Instruct
    Qwen/Qwen2-57B-A14B-Instruct deepseek-ai/DeepSeek-Coder-V2-Instruct Qwen/Qwen2-1.5B-Instruct
    internlm/internlm2_5-7b-chat BAAI/bge-large-en-v1.5 BAAI/bge-large-zh-v1.5
    Pro/Qwen/Qwen2-7B-Instruct Pro/Qwen/Qwen2-1.5B-Instruct Pro/Qwen/Qwen1.5-7B-Chat
    Pro/THUDM/glm-4-9b-chat Pro/THUDM/chatglm3-6b Pro/01-ai/Yi-1.5-9B-Chat-16K Pro/01-ai/Yi-1.5-6B-Chat
    Pro/google/gemma-2-9b-it Pro/internlm/internlm2_5-7b-chat Pro/meta-llama/Meta-Llama-3-8B-Instruct
    Pro/mistralai/Mistral-7B-Instruct-v0.2 black-forest-labs/FLUX.1-schnell FunAudioLLM/SenseVoiceSmall
    netease-youdao/bce-embedding-base_v1 BAAI/bge-m3 internlm/internlm2_5-20b-chat
    Qwen/Qwen2-Math-72B-Instruct netease-youdao/bce-reranker-base_v1 BAAI/bge-reranker-v2-m3`),
  api: openAICompatible({
    ...options,
    operations: {
      rerank: rerankOperation(options),
      'image-generation': {
        request(request, target) {
          const { size, n, image_size, batch_size } = request.fields;
          return passedJson(request, target, '/v1/images/generations', options, {
            size: undefined,
            n: undefined,
            image_size: image_size ?? size ?? undefined,
            batch_size: batch_size ?? n ?? undefined,
          });
        },
        answer(body, request) {
          const answer = parsedAnswer(body);
          const images = list(answer.data).length > 0 ? answer.data : answer.images;
          const data = list(images).map((image) => ({ url: text(record(image).url) }));
          const created = typeof answer.created === 'number' ? answer.created : Math.floor(Date.now() / 1000);
          return { usage: imageUsage({ ...answer, data }, request), body: { created, data } };
        },
      },
    },
  }),
  form: {
    baseUrls: [{ label: { en: 'International', zh: '国际站' }, url: 'https://api.siliconflow.com' }],
  },
  balance: balanceAt('/v1/user/info', (body, target) => {
    const { code, data } = record(body);
    return code === 20000 ? balanceBySite(amount(record(data).totalBalance), target, 'siliconflow.com') : [];
  }),
});
