import { record, text } from '../../json/lenient.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { aliModes, HYBRID, wholeWithoutThinking } from './answer-modes.js';
import { aliImages } from './images.js';
import { aliRerank } from './rerank.js';
import { aliSpeech } from './speech.js';
import { aliTranscription } from './transcription.js';
import { aliVideos } from './videos.js';
import { defineProvider, HEX_KEY, modelNames } from '../../kit/define-provider.js';
import { INTERLEAVED, thinkingFamilies } from '../../kit/openai/compatible-rules.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';
import { qualified } from '../../kit/openai/chat-answer/reported-tools.js';
import type { ReasoningRule } from '../../kit/rules/chat-rules.js';

const PAGE = 'https://help.aliyun.com/zh/model-studio/qwen-api-reference';

const ERRORS = 'https://www.alibabacloud.com/help/en/model-studio/error-code';

const REASONING: ReasoningRule = {
  sent: 'text-with-tools',
  source: 'https://help.aliyun.com/zh/model-studio/deep-thinking',
};

/** Hosts of the coding plan, whose paths have no prefix. */
const CODING_PLAN = /^https:\/\/coding(-intl)?\./;

/** DashScope's OpenAI-compatible mode (https://help.aliyun.com/zh/model-studio/compatibility-of-openai-with-dashscope). */
export default defineProvider({
  type: 17,
  id: 'ali',
  name: { en: 'Ali Tongyi Qianwen (DashScope)', zh: '阿里通义千问' },
  synonyms: ['Alibaba', 'Aliyun', 'DashScope', 'Bailian', 'Qwen', 'Tongyi', '阿里', '百炼', '千问'],
  color: 'orange',
  baseUrl: 'https://dashscope.aliyuncs.com',
  sdkPath: /\/(?:compatible-mode\/v1|compatible-mode|api\/v1|v1)$/,
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
    gte-rerank-v2 qwen3-tts-flash qwen3-asr-flash`),
  api: openAICompatible({
    videos: aliVideos,
    operations: { ...aliImages, rerank: aliRerank, speech: aliSpeech, transcription: aliTranscription },
    accepts: {
      ranges: { of: { top_p: [0.001, 0.999] }, source: PAGE },
      // "The system message must be the first one of the list."
      instructions: { place: 'first', source: PAGE },
    },
    facts: {
      tooLong: [{ messages: /range of input length should be/i, passedOn: true, source: ERRORS }],
      usage: [
        {
          counts: {
            written: { sums: ['cache_creation_input_tokens'], input: ['cache_creation_input_tokens'] },
          },
          // The same tokens, by the time that they are cached.
          within: { input: ['cache_creation.*'] },
          source: 'https://www.alibabacloud.com/help/en/model-studio/context-cache',
        },
        {
          counts: { inputVideo: { input: ['video_tokens'] } },
          source: 'https://help.aliyun.com/zh/model-studio/qwen-omni',
        },
        {
          // Searches by `enable_search`, with their strategy, and those of Responses.
          callReader: {
            paths: ['plugins.search.count', 'x_tools.web_search.count'],
            read: ({ plugins, x_tools: tools }) => {
              const { count: searches, strategy } = record(record(plugins).search);
              return [
                [qualified('dashscope_search', text(strategy)), searches],
                ['dashscope_search', record(record(tools).web_search).count],
              ];
            },
          },
          countsAllCalls: ['x_tools'],
          source: 'https://www.alibabacloud.com/help/en/model-studio/web-search',
        },
      ],
      failures: [
        { codes: ['Arrearage', 'arrearage'], means: { disables: true }, passedOn: true, source: ERRORS },
      ],
    },
    answers: aliModes,
    modelsAccept: [
      {
        models: /^qwen3(?!.*(?:instruct|coder))|^qwen-(?:max|plus|flash|turbo)|^qwq/,
        rules: { earlierReasoning: REASONING },
      },
      { models: INTERLEAVED, rules: { earlierReasoning: REASONING } },
      ...thinkingFamilies,
      {
        models: HYBRID,
        rules: {
          thinkingSwitch: { form: 'enable', source: 'https://help.aliyun.com/zh/model-studio/deep-thinking' },
        },
      },
    ],
    serves: ['embeddings'],
    url: (path, { baseUrl }) => baseUrl + (CODING_PLAN.test(baseUrl) ? '' : '/compatible-mode') + path,
    headers: (target) => {
      const headers = bearerHeaders(target);
      if (target.other !== '') headers['x-dashscope-plugin'] = target.other;
      return headers;
    },
    change: (members, model) => wholeWithoutThinking((name) => members.value(name), model),
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
