import { localServer } from './openai/local-server.js';

/** https://docs.sglang.ai/basic_usage/openai_api.html; its rerank responses have a format of their own. */
export default localServer(
  1022,
  'sglang',
  'SGLang',
  'violet',
  {
    serves: ['embeddings'],
    topK: true,
    facts: { finish: [{ words: { abort: 'broken' }, source: 'https://docs.sglang.ai' }] },
  },
  { modelOwner: 'sglang' },
);
