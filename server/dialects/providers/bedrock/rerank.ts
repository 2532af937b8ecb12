import { UpstreamError } from '../../canonical/failure.js';
import { isRecord, list, record, text } from '../../json/lenient.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { withDocument } from '../../kit/openai/operations/rerank.js';
import type { OperationCodec } from '../../kit/provider.js';
import { modelCall } from './call.js';
import { innerError } from './errors.js';
import { baseId } from './model-ids.js';

/** Documents of one query as Bedrock bills it: https://aws.amazon.com/bedrock/pricing/ */
const DOCUMENTS_PER_QUERY = 100;
/** Version of Cohere's API, which its models on Bedrock require. */
const COHERE_API = 2;

/** Whether the model ranks documents and makes no text. */
export function reranks(model: string): boolean {
  return /\.rerank-/.test(baseId(model));
}

/**
 * Rerank by InvokeModel: https://docs.aws.amazon.com/bedrock/latest/userguide/rerank-supported.html. Queries are billed, not
 * tokens; more than one multiplies a price per call.
 */
export const rerank: OperationCodec = {
  json: true,
  request: ({ fields }, target) =>
    modelCall(target, {
      model: target.model,
      action: 'invoke',
      body: Buffer.from(
        JSON.stringify({
          query: fields.query,
          documents: list(fields.documents).map(documentText),
          ...(typeof fields.top_n === 'number' && { top_n: fields.top_n }),
          ...(baseId(target.model).startsWith('cohere.') && { api_version: COHERE_API }),
          ...target.override,
        }),
      ),
    }),
  estimate({ estimate, fields }) {
    const calls = Math.ceil(list(fields.documents).length / DOCUMENTS_PER_QUERY);
    return calls > 1 ? { ...estimate, more: { ...estimate.more, calls } } : estimate;
  },
  answer(body, request) {
    const answer = record(body);
    if (!Array.isArray(answer.results))
      throw new UpstreamError(innerError(answer) ?? invalidResponse('the answer holds no results'));
    const { input } = request.estimate;
    return {
      usage: undefined,
      body: {
        model: request.model,
        results: answer.results.map((result) => withDocument(record(result), request)),
        usage: { prompt_tokens: input, total_tokens: input },
      },
    };
  },
};

function documentText(document: unknown): string {
  if (!isRecord(document)) return text(document);
  return typeof document.text === 'string' ? document.text : JSON.stringify(document);
}
