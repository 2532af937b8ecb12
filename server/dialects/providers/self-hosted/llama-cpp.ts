import { localServer, localServerOptions, thinkingTemplates } from '../../kit/openai/local-server.js';
import { rerankOperation } from '../../kit/openai/operations/rerank.js';

const SERVER = 'https://github.com/ggml-org/llama.cpp/tree/master/tools/server';
const README = 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md';

const options = localServerOptions({
  serves: ['embeddings'],
  topK: true,
  modelsAccept: [thinkingTemplates(README)],
  facts: {
    // `stop_type` of its own API, which gateways to it pass on.
    finish: [{ words: { word: 'stop', limit: 'length' }, source: README }],
    tooLong: [{ codes: ['exceed_context_size_error'], passedOn: true, source: SERVER }],
  },
});

/** https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md */
export default localServer(
  1024,
  'llama-cpp',
  'llama.cpp',
  'orange',
  {
    ...options,
    operations: { rerank: rerankOperation(options) },
  },
  { modelOwner: 'llamacpp' },
);
