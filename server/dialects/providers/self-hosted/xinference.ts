import { defineProvider } from '../../kit/define-provider.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../../kit/openai/openai-compatible.js';
import { rerankOperation } from '../../kit/openai/operations/rerank.js';

const options: OpenAICompatibleOptions = {
  completions: '/v1/completions',
  serves: ['embeddings', 'image-generation', 'image-edit', 'speech', 'transcription', 'translation'],
};

/** https://inference.readthedocs.io */
export default defineProvider({
  type: 47,
  id: 'xinference',
  name: { en: 'Xinference', zh: 'Xinference' },
  color: 'blue',
  baseUrl: null,
  modelOwner: 'xinference',
  models: ['bge-reranker-v2-m3', 'jina-reranker-v2'],
  api: openAICompatible({ ...options, operations: { rerank: rerankOperation(options) } }),
});
