import { defineProvider } from '../kit/define-provider.js';
import { zhipuApi } from './zhipu-v4.js';

/** https://docs.z.ai/api-reference: the international platform of Zhipu, with the same API. */
export default defineProvider({
  type: 1018,
  id: 'zai',
  name: { en: 'Z.ai', zh: 'Z.ai' },
  synonyms: ['GLM', 'Zhipu', '智谱'],
  color: 'indigo',
  baseUrl: 'https://api.z.ai',
  sdkPath: /\/api\/paas\/v4$/,
  keys: [{ prefix: '', rest: /^[0-9a-f]{32}\.[A-Za-z0-9]{16}$/, certainty: 'likely' }],
  models: [
    'glm-5.3',
    'glm-5.3-flash',
    'glm-5.2',
    'glm-5.1',
    'glm-5-turbo',
    'glm-5v-turbo',
    'glm-4.7',
    'glm-4.6v',
  ],
  api: zhipuApi('zai_search'),
  form: {
    keyPage: 'https://z.ai/manage-apikey/apikey-list',
    baseUrls: [
      {
        label: { en: 'GLM Coding Plan', zh: 'GLM 编程套餐' },
        url: 'https://api.z.ai/api/coding/paas/v4',
      },
    ],
  },
});
