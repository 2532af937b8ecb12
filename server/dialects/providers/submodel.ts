import { defineProvider } from './define-provider.js';
import { anyOpenAICompatible } from './openai/openai-compatible.js';

export default defineProvider({
  type: 53,
  id: 'submodel',
  name: { en: 'SubModel', zh: 'SubModel' },
  color: 'blue',
  baseUrl: 'https://llm.submodel.ai',
  models: [],
  api: anyOpenAICompatible,
});
