import { UpstreamError } from '../../canonical/failure.js';
import { isRecord, list, record } from '../../json/lenient.js';
import { withBase64 } from '../../kit/openai/operations/base64-floats.js';
import type { OpenAIDialect } from '../../kit/openai/dialect.js';
import { passedJson } from '../../kit/openai/operations/operations.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { readUsage } from '../../kit/openai/chat-answer/usage.js';
import type { OperationCodec } from '../../kit/provider.js';
import { resultOf } from './errors.js';

/** Embeddings in OpenAI's format, except that vectors are always lists of numbers. */
export function embeddingsOperation(dialect: OpenAIDialect): OperationCodec {
  return {
    json: true,
    request: (request, target) =>
      passedJson(request, target, '/v1/embeddings', dialect, { encoding_format: undefined }),
    answer(body, request) {
      const answer = resultOf(body);
      const data = list(answer.data).map(record);
      if (data.length === 0) throw new UpstreamError(invalidResponse('the answer holds no vectors'));
      const usage = readUsage(answer.usage);
      const tokens = (usage ?? request.estimate).input;
      const isBase64 = request.fields.encoding_format === 'base64';
      return {
        usage,
        body: {
          ...answer,
          model: request.model,
          data: isBase64 ? data.map(withBase64) : data,
          usage: isRecord(answer.usage) ? answer.usage : { prompt_tokens: tokens, total_tokens: tokens },
        },
      };
    },
  };
}
