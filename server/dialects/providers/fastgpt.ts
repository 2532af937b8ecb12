import { count, isRecord } from '../json/lenient.js';
import { defineProvider } from '../kit/define-provider.js';
import { openAICompatible } from '../kit/openai/openai-compatible.js';

/** Maximum sum of the placeholders that FastGPT sends instead of real token counts. */
const PLACEHOLDER_SUM = 3;

/** https://doc.fastgpt.io/docs/development/openapi/chat */
export default defineProvider({
  type: 22,
  id: 'fastgpt',
  name: { en: 'Knowledge base: FastGPT', zh: '知识库：FastGPT' },
  color: 'blue',
  baseUrl: 'https://fastgpt.run/api/openapi',
  keys: [{ prefix: 'fastgpt-', certainty: 'certain' }],
  models: [],
  api: openAICompatible({
    streamOptions: false,
    models: false,
    // With `detail`, the stream contains events that are not chat chunks.
    change: (members): Record<string, unknown> => (members.value('detail') === true ? { detail: false } : {}),
    normalize: (body) => {
      const { usage } = body;
      if (!isRecord(usage)) return body;
      const sum = (count(usage.prompt_tokens) ?? 0) + (count(usage.completion_tokens) ?? 0);
      return sum <= PLACEHOLDER_SUM ? { ...body, usage: undefined } : body;
    },
  }),
  form: {
    baseUrl: {
      label: { en: 'Private deployment address', zh: '私有部署地址' },
      placeholder: {
        en: 'For example https://fastgpt.example.com/api/openapi',
        zh: '例如：https://fastgpt.example.com/api/openapi',
      },
    },
    keyHint: {
      en: 'In this form: APIKey-AppId, such as fastgpt-0sp2gtvfdgyi4k30jwlgwf1i-64f335d84283f05518e9e041',
      zh: '按照如下格式输入：APIKey-AppId，例如：fastgpt-0sp2gtvfdgyi4k30jwlgwf1i-64f335d84283f05518e9e041',
    },
  },
});
