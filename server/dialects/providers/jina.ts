import { count, record } from '../json/lenient.js';
import { noUsage } from '../canonical/usage.js';
import { jsonOperation } from './openai/operations.js';
import { openaiLike, type Vendor } from './openai/index.js';
import { rerankOperation } from './openai/rerank.js';

/** https://jina.ai/embeddings, https://jina.ai/reranker; chat is not supported. */
const vendor: Vendor = { name: 'jina', chat: false, models: false };

export const jina = openaiLike({
  ...vendor,
  operations: {
    rerank: rerankOperation(vendor),
    embeddings: jsonOperation(
      '/v1/embeddings',
      ({ usage }) => {
        const total = count(record(usage).total_tokens) ?? 0;
        return total > 0 ? { ...noUsage(), input: total } : undefined;
      },
      vendor,
    ),
  },
});
