import { defineProvider, UUID_KEY } from '../define-provider.js';
import { openAICompatible } from '../openai/openai-compatible.js';
import type { Target } from '../provider.js';
import { arkImageEdit } from './images.js';

/** Base URLs that already contain the path of the API, such as that of the coding plan. */
const SURFACE = /\/api\/(coding\/)?v3$/;

/** https://www.volcengine.com/docs/82379 (Ark): a model is an endpoint id, a bot id or a name. */
export default defineProvider({
  type: 45,
  id: 'volcengine',
  name: { en: 'ByteDance VolcEngine Ark (Doubao, DeepSeek)', zh: '字节火山方舟、豆包、DeepSeek通用' },
  color: 'blue',
  baseUrl: 'https://ark.cn-beijing.volces.com',
  keys: [{ prefix: '', rest: UUID_KEY, certainty: 'possible' }],
  models: [
    'Doubao-pro-128k',
    'Doubao-pro-32k',
    'Doubao-pro-4k',
    'Doubao-lite-128k',
    'Doubao-lite-32k',
    'Doubao-lite-4k',
    'Doubao-embedding',
    'doubao-seedream-5-0-260128',
    'doubao-seedream-4-5-251128',
    'doubao-seedream-4-0-250828',
    'doubao-seedream-3-0-t2i-250415',
    'doubao-seededit-3-0-i2i-250628',
  ],
  api: openAICompatible({
    serves: ['embeddings', 'image-generation'],
    thinking: [
      {
        models: /seed-(?:1[.-][6-9]|[2-9])|deepseek-v(?:3[.-][1-9]|[4-9])|glm-4[.-][5-9]|kimi-k2[.-][5-9]/i,
        form: 'type',
        source: 'https://www.volcengine.com/docs/82379/1449737',
      },
    ],
    operations: { 'image-edit': arkImageEdit(urlOf) },
    url: urlOf,
    adjustFailure: (failure) =>
      failure.code === 'AccountOverdueError' ? { ...failure, disables: true } : failure,
  }),
  form: {
    baseUrls: [
      {
        label: { en: 'Coding Plan', zh: '编程套餐（Coding Plan）' },
        url: 'https://ark.cn-beijing.volces.com/api/coding/v3',
      },
    ],
  },
});

function urlOf(path: string, { baseUrl }: Target, model: string): string {
  const root = SURFACE.test(baseUrl) ? baseUrl : `${baseUrl}/api/v3`;
  const rest = path.replace(/^\/v1/, '');
  return root + (model.startsWith('bot') && rest.startsWith('/chat/') ? `/bots${rest}` : rest);
}
