import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../canonical/failure.js';
import { base64Floats } from '../../kit/openai/operations/base64-floats.js';
import { vectorsOf } from '../../kit/openai/operations/embeddings-for-google.js';
import { unsupportedParameter, type OperationRequest } from '../../operations/operation.js';
import type { OperationCodec } from '../../kit/provider.js';
import { innerError } from './errors.js';
import { baiduCall } from './request.js';
import { readUsage } from './usage.js';
import { record } from '../../json/lenient.js';

const MAX_TEXTS = 16;

/** https://cloud.baidu.com/doc/WENXINWORKSHOP/s/alj562vvu */
export const embeddings: OperationCodec = {
  json: true,
  request(request, target) {
    const { dimensions, user } = request.fields;
    if (dimensions !== undefined && dimensions !== null)
      throw unsupportedParameter('dimensions: not supported by this model');
    return baiduCall(target, { input: textsOf(request), user_id: user ?? undefined });
  },
  answer(body, request) {
    const failure = innerError(body);
    if (failure) throw new UpstreamError(failure);
    const vectors = vectorsOf(body, textsOf(request).length);
    const usage = readUsage(record(body).usage);
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
