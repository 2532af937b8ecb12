import { defineProvider, modelNames } from '../kit/define-provider.js';
import { openAICompatible } from '../kit/openai/openai-compatible.js';

export default defineProvider({
  type: 31,
  id: 'lingyiwanwu',
  name: { en: '01.AI (Lingyiwanwu)', zh: '零一万物' },
  synonyms: ['01.AI', 'Yi', '零一万物'],
  color: 'green',
  baseUrl: 'https://api.lingyiwanwu.com',
  models: modelNames(`
    yi-large yi-medium yi-vision yi-medium-200k yi-spark yi-large-rag yi-large-turbo yi-large-preview
    yi-large-rag-preview`),
  api: openAICompatible({}),
});
