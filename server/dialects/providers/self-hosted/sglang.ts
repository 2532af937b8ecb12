import { localServer, thinkingTemplates } from '../../kit/openai/local-server.js';

const CHAT = 'https://github.com/sgl-project/sglang/blob/main/docs/basic_usage/openai_api_completions.ipynb';

/** https://docs.sglang.ai/basic_usage/openai_api.html; its rerank responses have a format of their own. */
export default localServer(
  1022,
  'sglang',
  'SGLang',
  'violet',
  {
    serves: ['embeddings'],
    topK: true,
    modelsAccept: [thinkingTemplates(CHAT)],
    facts: { finish: [{ words: { abort: 'broken' }, source: 'https://docs.sglang.ai' }] },
  },
  { modelOwner: 'sglang' },
);
