import { localServer, localServerOptions } from './openai/local-server.js';
import { rerankOperation } from './openai/rerank.js';

const options = localServerOptions({
  serves: ['embeddings', 'image-generation', 'speech', 'transcription'],
  topK: true,
  accepts: {
    earlierReasoning: {
      sent: 'text-with-tools',
      member: 'reasoning',
      source: 'https://localai.io/features/interleaved-thinking/',
    },
  },
});

/** https://localai.io/features/ */
export default localServer(1025, 'localai', 'LocalAI', 'cyan', {
  ...options,
  operations: { rerank: rerankOperation(options) },
});
