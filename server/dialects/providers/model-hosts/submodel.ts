import { defineProvider } from '../../kit/define-provider.js';
import { anyOpenAICompatible } from '../../kit/openai/openai-compatible.js';

export default defineProvider({
  type: 53,
  id: 'submodel',
  name: { en: 'SubModel', zh: 'SubModel' },
  color: 'blue',
  baseUrl: 'https://llm.submodel.ai',
  models: [],
  api: anyOpenAICompatible,
});
