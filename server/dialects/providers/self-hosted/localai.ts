import { localServer, localServerOptions } from '../../kit/openai/local-server.js';
import { rerankOperation } from '../../kit/openai/operations/rerank.js';

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
