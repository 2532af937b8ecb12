import { UpstreamError } from '../../canonical/failure.js';
import { isRecord, list, text, type UnknownRecord } from '../../json/lenient.js';
import { notSupported, unsupportedParameter, type OperationRequest } from '../../operations/operation.js';
import { withBase64 } from '../../kit/openai/operations/base64-floats.js';
import type { OpenAIDialect } from '../../kit/openai/dialect.js';
import { embeddingsAnswer, parsedAnswer, passedJson } from '../../kit/openai/operations/operations.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { readUsage } from '../../kit/openai/chat-answer/usage.js';
import type { OperationCodec } from '../../kit/provider.js';

/** Models of texts and images, which have an API of their own. */
const VISION = /embedding-vision/i;
/** Their first versions, whose vectors have one size. */
const FIXED_SIZE = /embedding-vision-(?:241215|250328)/i;
const MEDIA = ['image_url', 'video_url'];

/**
 * Texts: OpenAI's format (https://www.volcengine.com/docs/82379/1521766). Texts, images and videos: one list of parts, which
 * becomes one vector (https://www.volcengine.com/docs/82379/1523520).
 */
export function embeddingsOperation(dialect: OpenAIDialect): OperationCodec {
  return {
    json: true,
    request(request, target) {
      if (!isMultimodal(request, target.model)) return passedJson(request, target, '/v1/embeddings', dialect);
      const { dimensions } = request.fields;
      if (dimensions !== undefined && dimensions !== null && FIXED_SIZE.test(target.model))
        throw unsupportedParameter('dimensions: not supported by this model');
      return passedJson(request, target, '/v1/embeddings/multimodal', dialect, {
        input: partsOf(request),
        user: undefined,
      });
    },
    answer(body, request) {
      const { data } = parsedAnswer(body);
      const read = embeddingsAnswer(({ usage }) => readUsage(usage));
      return isRecord(data) ? listed(parsedAnswer(body), data, request) : read(body, request);
    },
  };
}

/** Ids of endpoints do not show their model; parts other than texts do. */
function isMultimodal({ fields }: OperationRequest, model: string): boolean {
  return VISION.test(model) || (Array.isArray(fields.input) && fields.input.some(isRecord));
}

/**
 * The input as Ark's parts.
 * @throws ApiError for several texts, of which OpenAI's clients expect a vector each, and for token ids
 */
function partsOf({ fields: { input } }: OperationRequest): object[] {
  const inputs: readonly unknown[] = Array.isArray(input) ? input : [input];
  if (inputs.length > 1 && inputs.every((one) => typeof one === 'string'))
    throw notSupported('input: this model embeds one text per request');
  return inputs.map((one) => {
    if (typeof one === 'string') return { type: 'text', text: one };
    if (!isRecord(one)) throw notSupported('input: this model accepts texts, images and videos only');
    const name = MEDIA.find((member) => typeof one[member] === 'string');
    if (name !== undefined) return { ...one, type: name, [name]: { url: one[name] } };
    return { ...one, type: text(one.type) || ['text', ...MEDIA].find((member) => member in one) };
  });
}

/** The answer in OpenAI's format: a list with one vector. */
function listed(answer: UnknownRecord, data: UnknownRecord, { model, fields }: OperationRequest) {
  const isEmpty = list(data.embedding).length === 0 && text(data.embedding) === '';
  if (isEmpty) throw new UpstreamError(invalidResponse('the answer holds no vector'));
  const entry = { ...data, object: 'embedding', index: 0 };
  return {
    usage: readUsage(answer.usage),
    body: {
      ...answer,
      object: 'list',
      model,
      data: [fields.encoding_format === 'base64' ? withBase64(entry) : entry],
    },
  };
}
