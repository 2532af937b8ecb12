import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../canonical/failure.js';
import { noUsage } from '../../canonical/usage.js';
import { count, isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { OperationRequest } from '../../operations/operation.js';
import { invalidResponse } from '../../kit/provider-error.js';
import type { OperationCodec } from '../../kit/provider.js';
import { modelCall } from './call.js';
import { innerError } from './errors.js';
import { baseId } from './model-ids.js';

/** How to call one family of embedding models. */
interface EmbeddingFamily {
  /** Most texts in one request. */
  readonly maxTexts: number;
  /** Whether the length of the vectors can be chosen. */
  readonly resizes: boolean;
  body(texts: readonly string[], dimensions: unknown, fields: UnknownRecord): object;
  vectors(answer: UnknownRecord): readonly unknown[];
}

const titan: EmbeddingFamily = {
  maxTexts: 1,
  resizes: false,
  body: ([inputText]) => ({ inputText }),
  vectors: ({ embedding }) => [embedding],
};

const cohere: EmbeddingFamily = {
  maxTexts: 96,
  resizes: false,
  body: (texts, _dimensions, fields) => ({
    texts,
    // Required; documents and queries are embedded differently.
    input_type: text(fields.input_type) || 'search_document',
    ...(text(fields.truncate) && { truncate: fields.truncate }),
  }),
  // With requested types, the vectors are grouped by type.
  vectors: ({ embeddings }) => list(isRecord(embeddings) ? embeddings.float : embeddings),
};

/** Families by the beginning of the base id; the first match wins. */
const FAMILIES: readonly (readonly [prefix: string, family: EmbeddingFamily])[] = [
  // https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-mm.html
  [
    'amazon.titan-embed-image',
    {
      ...titan,
      resizes: true,
      body: ([inputText], outputEmbeddingLength) => ({
        inputText,
        ...(outputEmbeddingLength !== undefined && { embeddingConfig: { outputEmbeddingLength } }),
      }),
    },
  ],
  // https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html
  ['amazon.titan-embed-text-v1', titan],
  [
    'amazon.titan-embed',
    { ...titan, resizes: true, body: ([inputText], dimensions) => ({ inputText, dimensions }) },
  ],
  // https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-embed-v3.html
  ['cohere.embed-english-v3', cohere],
  ['cohere.embed-multilingual-v3', cohere],
  // https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-embed-v4.html
  [
    'cohere.embed',
    {
      ...cohere,
      resizes: true,
      body: (texts, output_dimension, fields) => ({
        ...cohere.body(texts, undefined, fields),
        embedding_types: ['float'],
        output_dimension,
      }),
    },
  ],
];

/** Whether the model makes embeddings and no text. */
export function embeds(model: string): boolean {
  return /embed/i.test(baseId(model));
}

/** Embeddings for OpenAI clients by InvokeModel, in the formats of the makers of the models. */
export const embeddings: OperationCodec = {
  json: true,
  request(request, target) {
    const family = familyOf(target.model);
    const texts = textsOf(request);
    if (texts.length > family.maxTexts)
      throw new ApiError('convert_request_failed', {
        detail: `this model embeds at most ${family.maxTexts} ${family.maxTexts === 1 ? 'text' : 'texts'} per request`,
      });
    const dimensions = request.fields.dimensions ?? undefined;
    if (dimensions !== undefined && !family.resizes)
      throw new ApiError('unsupported_parameter', { detail: 'dimensions: not supported by this model' });
    const body = { ...family.body(texts, dimensions, request.fields), ...target.override };
    return modelCall(target, {
      model: target.model,
      action: 'invoke',
      body: Buffer.from(JSON.stringify(body)),
    });
  },
  answer(body, request) {
    const answer = record(body);
    const family = 'inputTextTokenCount' in answer || 'embedding' in answer ? titan : cohere;
    const vectors = family.vectors(answer).map(vectorOf);
    if (vectors.length !== textsOf(request).length || vectors.some((vector) => vector.length === 0))
      throw new UpstreamError(
        innerError(answer) ?? invalidResponse('the answer does not hold a vector for each input'),
      );
    const tokens = count(answer.inputTextTokenCount);
    const used = tokens ?? request.estimate.input;
    const shown =
      request.fields.encoding_format === 'base64' ? base64 : (values: readonly number[]) => values;
    return {
      usage: tokens === undefined ? undefined : { ...noUsage(), input: tokens },
      body: {
        object: 'list',
        model: request.model,
        data: vectors.map((values, index) => ({ object: 'embedding', index, embedding: shown(values) })),
        usage: { prompt_tokens: used, total_tokens: used },
      },
    };
  },
};

/** @throws ApiError convert_request_failed for other embedding models, whose format is not known */
function familyOf(model: string): EmbeddingFamily {
  const base = baseId(model);
  const family = FAMILIES.find(([prefix]) => base.startsWith(prefix))?.[1];
  if (family) return family;
  throw new ApiError('convert_request_failed', { detail: `embeddings of model ${base} are not supported` });
}

/** @throws ApiError for inputs that are not text: these models do not support OpenAI's token ids */
function textsOf({ fields }: OperationRequest): string[] {
  const inputs: readonly unknown[] = Array.isArray(fields.input) ? fields.input : [fields.input];
  return inputs.map((input) => {
    if (typeof input === 'string') return input;
    throw new ApiError('convert_request_failed', { detail: 'only texts can be embedded by this model' });
  });
}

function vectorOf(value: unknown): number[] {
  return list(value).filter((number): number is number => typeof number === 'number');
}

/** Little-endian 32-bit floats, which OpenAI clients decode. */
function base64(values: readonly number[]): string {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeFloatLE(value, index * 4));
  return bytes.toString('base64');
}
