import { defineProvider, modelNames } from '../kit/define-provider.js';
import { thinkingFamilies } from '../kit/openai/compatible-rules.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../kit/openai/openai-compatible.js';
import { rerankOperation } from '../kit/openai/operations/rerank.js';

const options: OpenAICompatibleOptions = {
  serves: ['embeddings', 'image-generation'],
  modelsAccept: [
    {
      models: /deepseek-v3\.2|ernie-5/i,
      rules: {
        earlierReasoning: {
          sent: 'text-with-tools',
          source: 'https://cloud.baidu.com/doc/qianfan-docs/s/6mkqjcw2w',
        },
      },
    },
    ...thinkingFamilies,
  ],
  facts: {
    finish: [{ words: { normal: 'stop' }, source: 'https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t' }],
    tooLong: [
      {
        codes: ['tokens_too_long', 'characters_too_long'],
        messages: /(?:prompt|input) tokens? too long|the max input (?:characters|tokens|length)/i,
        passedOn: true,
        source: 'https://cloud.baidu.com/doc/qianfan-api/s/rmwbl43x7',
      },
    ],
  },
  url: (path, { baseUrl }) => baseUrl + path.replace(/^\/v1/, '/v2'),
  headers: ({ key }) => {
    const [secret = '', application] = key.split('|');
    const headers: Record<string, string> = { authorization: `Bearer ${secret}` };
    if (application) headers.appid = application;
    return headers;
  },
};

/** https://cloud.baidu.com/doc/qianfan-api. The key is `key` or `key|appid`, for accounts that must name an application. */
export default defineProvider({
  type: 46,
  id: 'baidu-v2',
  name: { en: 'Baidu Qianfan V2', zh: '百度文心千帆V2' },
  synonyms: ['Baidu', 'Wenxin', 'ERNIE', 'Qianfan', '百度', '文心'],
  color: 'blue',
  baseUrl: 'https://qianfan.baidubce.com',
  sdkPath: /\/v2$/,
  keys: [{ prefix: 'bce-v3/', certainty: 'certain' }],
  models: modelNames(`
    ernie-4.0-8k-latest ernie-4.0-8k-preview ernie-4.0-8k ernie-4.0-turbo-8k-latest
    ernie-4.0-turbo-8k-preview ernie-4.0-turbo-8k ernie-4.0-turbo-128k ernie-3.5-8k-preview
    ernie-3.5-8k ernie-3.5-128k ernie-speed-8k ernie-speed-128k ernie-speed-pro-128k ernie-lite-8k
    ernie-lite-pro-128k ernie-tiny-8k ernie-char-8k ernie-char-fiction-8k ernie-novel-8k deepseek-v3
    deepseek-r1 deepseek-r1-distill-qwen-32b deepseek-r1-distill-qwen-14b`),
  api: openAICompatible({ ...options, operations: { rerank: rerankOperation(options) } }),
});
