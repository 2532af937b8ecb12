import { UpstreamError } from '../../canonical/failure.js';
import { count, isRecord, list, record, text } from '../../json/lenient.js';
import { noUsage, withUnread } from '../../canonical/usage.js';
import { unreadMembers } from '../../json/unread-members.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { withDocument } from '../../kit/openai/operations/rerank.js';
import type { OperationCodec } from '../../kit/provider.js';

const unreadOf = unreadMembers(['total_tokens']);

/** https://www.alibabacloud.com/help/en/model-studio/text-rerank-api: documents are texts. */
export const aliRerank: OperationCodec = {
  json: true,
  request: ({ fields }, target) => ({
    method: 'POST',
    url: `${target.baseUrl}/api/v1/services/rerank/text-rerank/text-rerank`,
    headers: { ...bearerHeaders(target), 'content-type': 'application/json' },
    body: Buffer.from(
      JSON.stringify({
        model: target.model,
        input: { query: fields.query, documents: list(fields.documents).map(documentText) },
        parameters: {
          return_documents: false,
          ...(typeof fields.top_n === 'number' && { top_n: fields.top_n }),
        },
        ...target.override,
      }),
    ),
  }),
  answer(body, request) {
    const { output, usage, message } = record(body);
    const { results } = record(output);
    if (!Array.isArray(results))
      throw new UpstreamError(invalidResponse(text(message) || 'the answer holds no results'));
    const tokens = count(record(usage).total_tokens);
    const input = tokens ?? request.estimate.input;
    return {
      usage: tokens === undefined ? undefined : withUnread({ ...noUsage(), input: tokens }, unreadOf(usage)),
      body: {
        model: request.model,
        results: results.map((result) => withDocument(record(result), request)),
        usage: { prompt_tokens: input, total_tokens: input },
      },
    };
  },
};

function documentText(document: unknown): string {
  if (!isRecord(document)) return text(document);
  return typeof document.text === 'string' ? document.text : JSON.stringify(document);
}
