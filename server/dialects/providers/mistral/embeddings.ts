import { unsupportedParameter } from '../../operations/operation.js';
import type { OpenAIDialect } from '../../kit/openai/dialect.js';
import { embeddingsAnswer, passedJson } from '../../kit/openai/operations/operations.js';
import { readUsage } from '../../kit/openai/chat-answer/usage.js';
import type { OperationCodec } from '../../kit/provider.js';

/** Its vectors have one size; that of others can be chosen: https://docs.mistral.ai/capabilities/embeddings/code_embeddings */
const FIXED = /^mistral-embed/;
const FIXED_SIZE = 1024;

/** https://docs.mistral.ai/api/endpoint/embeddings: OpenAI's `dimensions` and `user` are rejected. */
export function embeddingsOperation(dialect: OpenAIDialect): OperationCodec {
  return {
    json: true,
    request(request, target) {
      const { dimensions, output_dimension } = request.fields;
      const size = output_dimension ?? dimensions ?? undefined;
      const isFixed = FIXED.test(target.model);
      if (isFixed && size !== undefined && size !== FIXED_SIZE)
        throw unsupportedParameter(`dimensions: vectors of this model always have ${FIXED_SIZE}`);
      return passedJson(request, target, '/v1/embeddings', dialect, {
        dimensions: undefined,
        output_dimension: isFixed ? undefined : size,
        user: undefined,
      });
    },
    answer: embeddingsAnswer(({ usage }) => readUsage(usage)),
  };
}
