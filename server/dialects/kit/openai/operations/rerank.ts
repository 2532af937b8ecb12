import { isRecord, list, record, type UnknownRecord } from '../../../json/lenient.js';
import type { OperationRequest } from '../../../operations/operation.js';
import type { OperationCodec } from '../../provider.js';
import { passedJson, parsedAnswer, totalTokens } from './operations.js';
import type { OpenAIDialect } from '../dialect.js';

/**
 * Rerank in the format of Jina and similar providers. Responses are normalized to `{results, usage}`, which clients of the
 * gateway expect.
 * @param own members in the provider's format; undefined removes a member
 */
export function rerankOperation(
  dialect: OpenAIDialect,
  own?: (request: OperationRequest) => Readonly<Record<string, unknown>>,
): OperationCodec {
  return {
    request: (request, target) => passedJson(request, target, '/v1/rerank', dialect, own?.(request)),
    answer: (body, request) => {
      const answer = parsedAnswer(body);
      const usage = totalTokens(answer);
      const total = (usage ?? request.estimate).input;
      const { model, results = answer.data } = answer;
      return {
        usage,
        body: {
          model: model ?? request.model,
          results: list(results).map((result) => withDocument(record(result), request)),
          usage: { prompt_tokens: total, total_tokens: total },
        },
      };
    },
  };
}

/** A result with its document, if it was requested: providers that omit it get it from the request. */
export function withDocument(result: UnknownRecord, { fields }: OperationRequest): UnknownRecord {
  const { index, relevance_score, document } = result;
  if (isRecord(document)) return { index, relevance_score, document };
  if (fields.return_documents !== true) return { index, relevance_score };
  const source: unknown = document || list(fields.documents)[Number(index)];
  return {
    index,
    relevance_score,
    document: typeof source === 'string' ? { text: source } : source,
  };
}
