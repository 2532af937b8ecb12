import { UpstreamError } from '../../canonical/failure.js';
import { isRecord, list, record, text } from '../../json/lenient.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { withDocument } from '../../kit/openai/operations/rerank.js';
import type { OperationCodec } from '../../kit/provider.js';
import { runJson } from './address.js';
import { resultOf } from './errors.js';

/** https://developers.cloudflare.com/workers-ai/models/bge-reranker-base/: the response reports no usage. */
export const rerank: OperationCodec = {
  json: true,
  request: ({ fields }, target) =>
    runJson(target, {
      query: fields.query,
      contexts: list(fields.documents).map((document) => ({ text: documentText(document) })),
      top_k: fields.top_n ?? undefined,
    }),
  answer(body, request) {
    const { response } = resultOf(body);
    if (!Array.isArray(response)) throw new UpstreamError(invalidResponse('the answer holds no results'));
    const { input } = request.estimate;
    return {
      usage: undefined,
      body: {
        model: request.model,
        results: response
          .map(record)
          .map(({ id, score }) => withDocument({ index: id, relevance_score: score }, request)),
        usage: { prompt_tokens: input, total_tokens: input },
      },
    };
  },
};

function documentText(document: unknown): string {
  if (!isRecord(document)) return text(document);
  return typeof document.text === 'string' ? document.text : JSON.stringify(document);
}
