import { list, record } from '../../json/lenient.js';
import { defineProvider, modelNames } from '../../kit/define-provider.js';
import type { Provider } from '../../kit/provider.js';
import { fitted } from '../../kit/rules/fit-chat.js';
import { readAnswer } from './answer.js';
import { readError } from './errors.js';
import { anthropicFacts } from './facts.js';
import { models, prefills } from './models.js';
import { countTokens, nativeMessages } from './native.js';
import { anthropicRules } from './request-rules.js';
import { claudeThoughts, messagesRequest } from './request.js';
import { readStream } from './stream.js';
import { LEAST_THINKING_LIMIT } from './thinking.js';

/** Anthropic's Messages API. */
export const anthropic: Provider = {
  native: { 'anthropic-messages': nativeMessages },
  chat: fitted(anthropicRules, {
    request: messagesRequest,
    thoughts: () => claudeThoughts,
    answer: readAnswer,
    stream: readStream,
    prefills,
    leastThinkingLimit: LEAST_THINKING_LIMIT,
  }),
  countTokens,
  models,
  countsCacheApart: true,
  facts: anthropicFacts,
  readError,
};

export default defineProvider({
  type: 14,
  id: 'anthropic',
  name: { en: 'Anthropic Claude', zh: 'Anthropic Claude' },
  synonyms: ['Claude', 'Sonnet', 'Opus', 'Haiku'],
  color: 'indigo',
  baseUrl: 'https://api.anthropic.com',
  keys: [{ prefix: 'sk-ant-', certainty: 'certain' }],
  // Each entry has a type, where OpenAI's list has `object`.
  isModelList: ({ data, has_more: more }) =>
    more !== undefined && list(data).every((model) => record(model).type === 'model'),
  models: modelNames(`
    claude-sonnet-5-5 claude-opus-5-5 claude-sonnet-5 claude-opus-5 claude-opus-4-8 claude-sonnet-4-6
    claude-haiku-4-5-20251001
    claude-instant-1.2 claude-2 claude-2.0 claude-2.1 claude-3-sonnet-20240229 claude-3-opus-20240229
    claude-3-haiku-20240307 claude-3-5-haiku-20241022 claude-3-5-sonnet-20240620
    claude-3-5-sonnet-20241022 claude-3-7-sonnet-20250219 claude-3-7-sonnet-20250219-thinking`),
  api: anthropic,
  form: {
    baseUrls: [
      { label: { en: 'Z.ai Coding Plan', zh: 'Z.ai 编程套餐' }, url: 'https://api.z.ai/api/anthropic' },
      {
        label: { en: 'Zhipu Coding Plan', zh: '智谱编程套餐' },
        url: 'https://open.bigmodel.cn/api/anthropic',
      },
      { label: { en: 'Kimi Code plan', zh: 'Kimi Code 套餐' }, url: 'https://api.kimi.com/coding' },
      {
        label: { en: 'Volcengine Ark Coding Plan', zh: '火山方舟编程套餐' },
        url: 'https://ark.cn-beijing.volces.com/api/coding',
      },
      {
        label: { en: 'MiniMax token plan', zh: 'MiniMax Token 套餐' },
        url: 'https://api.minimax.io/anthropic',
      },
      {
        label: { en: 'Alibaba Coding Plan', zh: '阿里云百炼编程套餐' },
        url: 'https://coding.dashscope.aliyuncs.com/apps/anthropic',
      },
      {
        label: { en: 'Tencent Coding Plan', zh: '腾讯云编程套餐' },
        url: 'https://api.lkeap.cloud.tencent.com/coding/anthropic',
      },
    ],
  },
});
