import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../canonical/failure.js';
import { list, record } from '../../json/lenient.js';
import { base64Floats } from '../../kit/openai/operations/base64-floats.js';
import { unsupportedParameter, type OperationRequest } from '../../operations/operation.js';
import { invalidResponse } from '../../kit/provider-error.js';
import type { OperationCodec } from '../../kit/provider.js';
import { cohereCall, overrideOf } from './address.js';
import { innerError } from './errors.js';
import { readUsage } from './usage.js';

/** https://docs.cohere.com/reference/embed */
const MAX_TEXTS = 96;
/** Models of before v4, whose vectors have one size. */
const FIXED_SIZE = /^embed-(?:english|multilingual)-/;

/** Embeddings for OpenAI clients, which may set Cohere's own members as well. */
export const embeddings: OperationCodec = {
  json: true,
  request(request, target) {
    const { fields } = request;
    const size = fields.dimensions ?? undefined;
    if (size !== undefined && FIXED_SIZE.test(target.model))
      throw unsupportedParameter('dimensions: not supported by this model');
    const body = {
      model: target.model,
      texts: textsOf(request),
      // Required. OpenAI has no such member, so vectors are meant to be stored unless the client says otherwise.
      input_type: fields.input_type ?? 'search_document',
      embedding_types: ['float'],
      output_dimension: size,
      truncate: fields.truncate ?? undefined,
      ...overrideOf(target),
    };
    return cohereCall(target, '/v2/embed', body);
  },
  answer(body, request) {
    const answer = record(body);
    const failure = innerError(answer, answer);
    if (failure) throw new UpstreamError(failure);
    const vectors = list(record(answer.embeddings).float).map(numbersOf);
    if (vectors.length !== textsOf(request).length || vectors.some(({ length }) => length === 0))
      throw new UpstreamError(invalidResponse('the answer does not hold a vector for each input'));
    const usage = readUsage(answer.meta);
    const tokens = (usage ?? request.estimate).input;
    const isBase64 = request.fields.encoding_format === 'base64';
    return {
      usage,
      body: {
        object: 'list',
        model: request.model,
        data: vectors.map((vector, index) => ({
          object: 'embedding',
          index,
          embedding: isBase64 ? base64Floats(vector) : vector,
        })),
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      },
    };
  },
};

/** @throws ApiError for inputs that are not text, and for too many of them */
function textsOf({ fields }: OperationRequest): string[] {
  const inputs: readonly unknown[] = Array.isArray(fields.input) ? fields.input : [fields.input];
  if (inputs.length > MAX_TEXTS)
    throw new ApiError('convert_request_failed', {
      detail: `input: this model accepts at most ${MAX_TEXTS} texts`,
    });
  return inputs.map((input) => {
    if (typeof input === 'string') return input;
    throw new ApiError('convert_request_failed', { detail: 'only texts can be embedded by this model' });
  });
}

function numbersOf(vector: unknown): number[] {
  return list(vector).filter((value): value is number => typeof value === 'number');
}
