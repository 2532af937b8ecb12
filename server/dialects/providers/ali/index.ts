import { bearerHeaders } from '../openai/address.js';
import { aliModes, wholeWithoutThinking } from './answer-modes.js';
import { aliImages } from './images.js';
import { aliRerank } from './rerank.js';
import { aliVideos } from './videos.js';
import { defineProvider, HEX_KEY, modelNames } from '../define-provider.js';
import { openAICompatible } from '../openai/openai-compatible.js';

const GREATEST = 0.999;
const LEAST = 0.001;

/** Hosts of the coding plan, whose paths have no prefix. */
const CODING_PLAN = /^https:\/\/coding(-intl)?\./;

function acceptedTopP(topP: unknown): { top_p?: number } {
  if (typeof topP !== 'number') return {};
  if (topP >= 1) return { top_p: GREATEST };
  return topP <= 0 ? { top_p: LEAST } : {};
}

/** DashScope's OpenAI-compatible mode (https://help.aliyun.com/zh/model-studio/compatibility-of-openai-with-dashscope). */
export default defineProvider({
  type: 17,
  id: 'ali',
  name: { en: 'Ali Tongyi Qianwen (DashScope)', zh: '阿里通义千问' },
  color: 'orange',
  baseUrl: 'https://dashscope.aliyuncs.com',
  // https://help.aliyun.com/zh/model-studio/coding-plan-quickstart
  keys: [
    {
      prefix: 'sk-sp-',
      certainty: 'certain',
      baseUrls: ['https://coding.dashscope.aliyuncs.com', 'https://coding-intl.dashscope.aliyuncs.com'],
    },
    {
      prefix: 'sk-',
      rest: HEX_KEY,
      certainty: 'likely',
      baseUrls: ['https://dashscope.aliyuncs.com', 'https://dashscope-intl.aliyuncs.com'],
    },
  ],
  models: modelNames(`
    qwen-turbo qwen-plus qwen-max qwen-max-longcontext text-embedding-v1 qwen-image-plus qwen-image
    wan2.6-t2i wan2.5-t2i-preview wan2.2-t2i-plus wan2.2-t2i-flash wanx2.1-t2i-plus wanx2.1-t2i-turbo
    gte-rerank-v2`),
  api: openAICompatible({
    videos: aliVideos,
    operations: { ...aliImages, rerank: aliRerank },
    accepts: {
      // "The system message must be the first one of the list."
      instructions: { place: 'first', source: 'https://help.aliyun.com/zh/model-studio/qwen-api-reference' },
    },
    serves: ['embeddings'],
    answers: aliModes,
    thinking: [
      {
        models: /^qwen3(?!.*(?:thinking|instruct|coder))|^qwen-(?:plus|flash|turbo)/,
        form: 'enable',
        source: 'https://help.aliyun.com/zh/model-studio/deep-thinking',
      },
    ],
    url: (path, { baseUrl }) => baseUrl + (CODING_PLAN.test(baseUrl) ? '' : '/compatible-mode') + path,
    headers: (target) => {
      const headers = bearerHeaders(target);
      if (target.other !== '') headers['x-dashscope-plugin'] = target.other;
      return headers;
    },
    change: (members, model) => ({
      ...acceptedTopP(members.value('top_p')),
      ...wholeWithoutThinking((name) => members.value(name), model),
    }),
  }),
  form: {
    baseUrls: [
      { label: { en: 'International', zh: '国际站' }, url: 'https://dashscope-intl.aliyuncs.com' },
      {
        label: { en: 'Coding Plan', zh: '编程套餐（Coding Plan）' },
        url: 'https://coding.dashscope.aliyuncs.com',
      },
      {
        label: { en: 'Coding Plan, international', zh: '编程套餐（Coding Plan，国际站）' },
        url: 'https://coding-intl.dashscope.aliyuncs.com',
      },
    ],
  },
});
