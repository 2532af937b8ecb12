import { defineProvider } from '../../kit/define-provider.js';
import { withGoogleEmbeddings } from '../../kit/openai/operations/embeddings-for-google.js';
import { readAnswer } from './answer.js';
import { embeddings } from './embeddings.js';
import { readError } from './errors.js';
import { baiduFacts } from './facts.js';
import { models } from './models.js';
import { chatRequest } from './request.js';
import { readStream } from './stream.js';
import { plain } from '../../kit/rules/fit-chat.js';

/** Version 1 of Qianfan's API, with keys of applications: https://cloud.baidu.com/doc/WENXINWORKSHOP */
export default defineProvider({
  type: 15,
  id: 'baidu',
  name: { en: 'Baidu Qianfan (v1)', zh: '百度文心千帆' },
  synonyms: ['Baidu', 'Wenxin', 'ERNIE', 'Qianfan', '百度', '文心'],
  color: 'blue',
  baseUrl: 'https://aip.baidubce.com',
  sdkPath: 'none',
  models,
  api: withGoogleEmbeddings({
    native: {},
    chat: plain({ request: chatRequest, answer: readAnswer, stream: readStream }),
    operations: { embeddings },
    facts: baiduFacts,
    readError,
  }),
  form: {
    keyHint: { en: 'In this form: APIKey|SecretKey', zh: '按照如下格式输入：APIKey|SecretKey' },
    keyForms: [
      {
        name: { en: 'Application', zh: '应用' },
        parts: [
          {
            label: { en: 'API Key', zh: 'API Key' },
            placeholder: { en: 'API key of the application', zh: '应用的 API Key' },
          },
          {
            label: { en: 'Secret Key', zh: 'Secret Key' },
            placeholder: { en: 'Secret key of the application', zh: '应用的 Secret Key' },
          },
        ],
      },
    ],
    keyPage: 'https://console.bce.baidu.com/qianfan/ais/console/applicationConsole/application/v1',
    note: {
      text: {
        en: 'For keys of applications. New models need type Baidu Qianfan V2, with an API key.',
        zh: '适用于应用的 API Key 和 Secret Key；新模型请使用「百度文心千帆V2」类型和 API Key。',
      },
      color: 'blue',
    },
  },
});
