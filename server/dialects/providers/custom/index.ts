import { customUpstream, wholeAddress } from './custom-upstream.js';
import { defineProvider } from '../../kit/define-provider.js';
import { dashboardBalance } from '../../kit/balance.js';
import { thinkingFamilies } from '../../kit/openai/compatible-rules.js';
import { maybeTakesCacheHints } from '../../kit/openai/chat-request/cache-hints.js';
import {
  allOperations,
  openAICompatible,
  type OpenAICompatibleOptions,
} from '../../kit/openai/openai-compatible.js';
import { realtimeOf } from '../../kit/openai/realtime.js';

/** Without a setting, the channel's address is the complete URL of its only endpoint. */
const options: OpenAICompatibleOptions = {
  modelsAccept: thinkingFamilies,
  serves: allOperations,
  url: wholeAddress,
  refusesCacheHints: maybeTakesCacheHints,
};

export default defineProvider({
  type: 8,
  id: 'custom',
  name: { en: 'Custom channel', zh: '自定义渠道' },
  synonyms: ['proxy', 'relay', 'self-hosted', '中转', '自建'],
  color: 'pink',
  baseUrl: null,
  sdkPath: 'none',
  models: [],
  api: {
    ...openAICompatible({ ...options, realtime: realtimeOf(options) }),
    ofUpstream: customUpstream,
  },
  form: {
    baseUrl: {
      label: { en: 'Full base URL, may contain {model}', zh: '完整的 Base URL，支持变量{model}' },
      placeholder: {
        en: 'For example https://api.example.com/v1/chat/completions',
        zh: '例如：https://api.example.com/v1/chat/completions',
      },
    },
    note: {
      text: {
        en: 'For an upstream compatible with OpenAI choose the type OpenAI. Use this type only if you know you need it.',
        zh: '如果对接的是兼容 OpenAI 的中转项目，请选择 OpenAI 类型；只有清楚自己在做什么时才使用此类型。',
      },
      color: 'yellow',
    },
  },
  balance: dashboardBalance,
});
