import { localServer, localServerOptions, thinkingTemplates } from '../../kit/openai/local-server.js';
import { rerankOperation } from '../../kit/openai/operations/rerank.js';

const options = localServerOptions({
  serves: ['embeddings', 'transcription', 'translation'],
  topK: true,
  facts: {
    tooLong: [
      {
        messages: /longer than the maximum model length/i,
        passedOn: true,
        source: 'https://github.com/xorbitsai/inference/issues/3785',
      },
    ],
    finish: [
      {
        words: { repetition: 'length', abort: 'broken', error: 'broken' },
        source: 'https://docs.vllm.ai/en/latest/api/vllm/v1/engine',
      },
    ],
  },
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
