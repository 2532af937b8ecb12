import { localServer, localServerOptions, thinkingTemplates } from './openai/local-server.js';
import { rerankOperation } from './openai/rerank.js';

const options = localServerOptions({
  serves: ['embeddings', 'transcription', 'translation'],
  topK: true,
  accepts: {
    earlierReasoning: {
      sent: 'text-with-tools',
      member: 'reasoning',
      source: 'https://docs.vllm.ai/en/latest/features/interleaved_thinking/',
    },
  },
  modelsAccept: [thinkingTemplates('https://docs.vllm.ai/en/stable/features/reasoning_outputs/')],
});

/** https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html */
export default localServer(
  1021,
  'vllm',
  'vLLM',
  'blue',
  {
    ...options,
    operations: { rerank: rerankOperation(options) },
  },
  { modelOwner: 'vllm' },
);
