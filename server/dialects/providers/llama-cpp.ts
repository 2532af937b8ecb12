import { localServer, localServerOptions, thinkingTemplates } from './openai/local-server.js';
import { rerankOperation } from './openai/rerank.js';

const README = 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md';

const options = localServerOptions({
  serves: ['embeddings'],
  topK: true,
  modelsAccept: [thinkingTemplates(README)],
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
