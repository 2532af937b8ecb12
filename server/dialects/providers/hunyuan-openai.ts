import { urlBelow } from '../kit/openai/address.js';
import { defineProvider } from '../kit/define-provider.js';
import { INTERLEAVED, thinkingFamilies } from '../kit/openai/compatible-rules.js';
import { openAICompatible } from '../kit/openai/openai-compatible.js';
import type { ReasoningRule } from '../kit/rules/chat-rules.js';

const REASONING: ReasoningRule = {
  sent: 'text-with-tools',
  source: 'https://cloud.tencent.com/document/product/1823/130930',
};

const PAGE = 'https://cloud.tencent.com/document/product/1729/111007';

/** https://cloud.tencent.com/document/product/1729/111007: the OpenAI-compatible API of Hunyuan, with its own API keys. */
export default defineProvider({
  type: 1019,
  id: 'hunyuan-openai',
  name: { en: 'Tencent Hunyuan (OpenAI-compatible)', zh: '腾讯混元（OpenAI 兼容）' },
  color: 'teal',
  baseUrl: 'https://api.hunyuan.cloud.tencent.com',
  models: [
    'hunyuan-2.0-thinking-20251109',
    'hunyuan-2.0-instruct-20251111',
    'hunyuan-turbos-latest',
    'hunyuan-t1-latest',
    'hunyuan-a13b',
    'hunyuan-lite',
    'hunyuan-embedding',
  ],
  api: openAICompatible({
    accepts: {
      rejectedOptions: { names: ['frequency_penalty', 'presence_penalty'], source: PAGE },
    },
    url: urlBelow(''),
    serves: ['embeddings'],
    modelsAccept: [
      { models: /^hy[3-9]/i, rules: { earlierReasoning: REASONING } },
      { models: INTERLEAVED, rules: { earlierReasoning: REASONING } },
      ...thinkingFamilies,
    ],
  }),
  form: {
    keyPage: 'https://console.cloud.tencent.com/hunyuan/api-key',
    baseUrls: [
      { label: { en: 'TokenHub', zh: 'TokenHub' }, url: 'https://tokenhub.tencentmaas.com' },
      {
        label: { en: 'Coding Plan', zh: '编程套餐（Coding Plan）' },
        url: 'https://api.lkeap.cloud.tencent.com/coding/v3',
      },
    ],
  },
});
