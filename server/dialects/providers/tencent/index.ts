import { defineProvider } from '../../kit/define-provider.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';
import type { ChatCodec, Provider } from '../../kit/provider.js';
import { normalize } from './answer.js';
import { tencentFacts } from './facts.js';
import { chatMembers, TRANSLATED } from './request.js';
import { credentialsOf, signatureHeaders } from './signature.js';

const PAGE = 'https://cloud.tencent.com/document/product/1729/105701';

const VERSION = '2023-09-01';

/** Requests and responses have the structure of OpenAI's, with other names. */
const translated = openAICompatible({
  passes: false,
  models: false,
  accepts: {
    options: { names: TRANSLATED, source: PAGE },
    instructions: { place: 'first', source: 'https://cloud.tencent.com/document/product/1729/105701' },
  },
  streamOptions: false,
  url: (_, { baseUrl }) => `${baseUrl}/`,
  headers: () => ({ 'x-tc-version': VERSION }),
  change: chatMembers,
  normalize,
  facts: tencentFacts,
});

const chat: ChatCodec = {
  ...translated.chat!,
  request: (requested, target) => ({
    ...translated.chat!.request(requested, target),
    sign: (call, now) =>
      Promise.resolve(signatureHeaders(call, 'ChatCompletions', credentialsOf(target.key), now)),
  }),
};

/** https://cloud.tencent.com/document/product/1729 */
const tencent: Provider = { ...translated, chat };

export default defineProvider({
  type: 23,
  id: 'tencent',
  name: { en: 'Tencent Hunyuan', zh: '腾讯混元' },
  synonyms: ['Tencent', 'Hunyuan', '腾讯', '混元'],
  color: 'teal',
  baseUrl: 'https://hunyuan.tencentcloudapi.com',
  sdkPath: 'none',
  models: [
    'hunyuan-turbos-latest',
    'hunyuan-t1-latest',
    'hunyuan-lite',
    'hunyuan-standard',
    'hunyuan-standard-256K',
    'hunyuan-large',
    'hunyuan-vision',
  ],
  form: {
    keyHint: {
      en: 'In this form: AppId|SecretId|SecretKey',
      zh: '按照如下格式输入：AppId|SecretId|SecretKey',
    },
    keyPage: 'https://console.cloud.tencent.com/cam/capi',
    keyForms: [
      {
        name: { en: 'Access key', zh: '访问密钥' },
        parts: [
          {
            label: { en: 'AppId', zh: 'AppId' },
            placeholder: { en: '1250000000', zh: '1250000000' },
            isPublic: true,
          },
          {
            label: { en: 'SecretId', zh: 'SecretId' },
            placeholder: { en: 'AKID…', zh: 'AKID…' },
            isPublic: true,
          },
          { label: { en: 'SecretKey', zh: 'SecretKey' }, placeholder: { en: '', zh: '' } },
        ],
      },
      {
        name: { en: 'Without AppId', zh: '不含 AppId' },
        parts: [
          {
            label: { en: 'SecretId', zh: 'SecretId' },
            placeholder: { en: 'AKID…', zh: 'AKID…' },
            isPublic: true,
          },
          { label: { en: 'SecretKey', zh: 'SecretKey' }, placeholder: { en: '', zh: '' } },
        ],
      },
    ],
  },
  api: tencent,
});
