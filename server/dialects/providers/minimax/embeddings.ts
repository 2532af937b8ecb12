import { UpstreamError } from '../../canonical/failure.js';
import { noUsage } from '../../canonical/usage.js';
import { count, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import { unsupportedParameter } from '../../kit/images/image-request.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { withBase64 } from '../../kit/openai/operations/base64-floats.js';
import { parsedAnswer } from '../../kit/openai/operations/operations.js';
import { invalidResponse } from '../../kit/provider-error.js';
import type { OperationCodec } from '../../kit/provider.js';
import { withError } from './errors.js';

/** Texts of a request. */
const MAX_TEXTS = 4096;
/** Names that other APIs give to a text that is searched with; all others are texts to be found. */
const QUERY = /query/i;

/**
 * `/v1/embeddings` of `embo-01`: https://platform.minimaxi.com/document/guides/embeddings. Texts to be found and texts to search
 * with have different vectors: `type`, or `input_type` as in the APIs of others. Errors have status 200.
 */
export const minimaxEmbeddings: OperationCodec = {
  json: true,
  request: (request, target) => ({
    method: 'POST',
    url: `${target.baseUrl}/v1/embeddings`,
    headers: { ...bearerHeaders(target), 'content-type': 'application/json' },
    body: Buffer.from(
      JSON.stringify({
        model: target.model,
        texts: textsOf(request),
        type: typeOf(request.fields),
        ...target.override,
      }),
    ),
  }),
  answer(body, request) {
    const { vectors, total_tokens: total } = parsedAnswer(withError(record(body)));
    if (!Array.isArray(vectors) || vectors.length === 0)
      throw new UpstreamError(invalidResponse('the answer has no vectors'));
    const tokens = count(total);
    const input = tokens ?? request.estimate.input;
    const data = vectors.map((embedding: unknown, index) => ({ object: 'embedding', index, embedding }));
    return {
      usage: tokens === undefined ? undefined : { ...noUsage(), input: tokens },
      body: {
        object: 'list',
        model: request.model,
        data: request.fields.encoding_format === 'base64' ? data.map(withBase64) : data,
        usage: { prompt_tokens: input, total_tokens: input },
      },
    };
  },
};

/** @throws ApiError 400 for tokens, too many texts and other dimensions */
function textsOf({ fields: { input, dimensions } }: OperationRequest): readonly string[] {
  if (dimensions !== undefined && dimensions !== null)
    throw unsupportedParameter('dimensions: not supported by this model');
  const texts = typeof input === 'string' ? [input] : list(input);
  if (texts.length > MAX_TEXTS) throw notSupported(`input: this model accepts at most ${MAX_TEXTS} texts`);
  return texts.map((one) => {
    if (typeof one !== 'string') throw notSupported('input: this model accepts texts only');
    return one;
  });
}

function typeOf({ type, input_type: inputType }: UnknownRecord): 'db' | 'query' {
  return QUERY.test(text(type) || text(inputType)) ? 'query' : 'db';
}
