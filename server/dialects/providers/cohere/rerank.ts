import { UpstreamError } from '../../canonical/failure.js';
import { count, isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { withDocument } from '../../kit/openai/operations/rerank.js';
import type { OperationCodec } from '../../kit/provider.js';
import { cohereCall, overrideOf } from './address.js';
import { innerError } from './errors.js';
import { readUsage } from './usage.js';

/**
 * https://docs.cohere.com/reference/rerank: documents are texts, and are not returned. Searches are billed, not tokens; those
 * of the request are charged, and more than one search multiplies a price per call.
 */
export const rerank: OperationCodec = {
  json: true,
  request({ fields }, target) {
    const body = {
      model: target.model,
      query: fields.query,
      documents: list(fields.documents).map(documentText),
      top_n: fields.top_n ?? undefined,
      max_tokens_per_doc: fields.max_tokens_per_doc ?? undefined,
      ...overrideOf(target),
    };
    return cohereCall(target, '/v2/rerank', body);
  },
  answer(body, request) {
    const answer = record(body);
    const failure = innerError(answer, answer);
    if (failure) throw new UpstreamError(failure);
    if (!Array.isArray(answer.results))
      throw new UpstreamError(invalidResponse('the answer holds no results'));
    const reported = readUsage(answer.meta);
    const { input } = reported ?? request.estimate;
    const calls = count(record(record(answer.meta).billed_units).search_units) ?? 1;
    return {
      usage: calls > 1 ? { ...(reported ?? request.estimate), more: { calls } } : reported,
      body: {
        model: request.model,
        results: list(answer.results).map((result) => withDocument(record(result), request)),
        usage: { prompt_tokens: input, total_tokens: input },
      },
    };
  },
};

/** Documents with several fields are ranked best as YAML: https://docs.cohere.com/docs/reranking-best-practices */
function documentText(document: unknown): string {
  if (!isRecord(document)) return text(document);
  const names = Object.keys(document);
  if (names.length === 1 && typeof document.text === 'string') return document.text;
  return names.map((name) => `${name}: ${fieldText(document, name)}`).join('\n');
}

function fieldText(document: UnknownRecord, name: string): string {
  const value = document[name];
  return typeof value === 'string' ? value : JSON.stringify(value);
}
