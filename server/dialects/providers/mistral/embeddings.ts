import { unsupportedParameter } from '../../operations/operation.js';
import type { OpenAIDialect } from '../openai/dialect.js';
import { embeddingsAnswer, passedJson } from '../openai/operations.js';
import { readUsage } from '../openai/usage.js';
import type { OperationCodec } from '../provider.js';

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
