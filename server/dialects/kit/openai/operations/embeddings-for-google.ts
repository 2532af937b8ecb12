import { UpstreamError } from '../../../canonical/failure.js';
import { list, record, text } from '../../../json/lenient.js';
import { contentOf, contentsOf, type ContentToEmbed } from '../../../operations/embed-content.js';
import { notSupported, type OperationRequest } from '../../../operations/operation.js';
import { invalidResponse } from '../../provider-error.js';
import type { OperationCodec, Provider } from '../../provider.js';

/**
 * Adds Google's embedding operations to a provider of embeddings: requests are translated to OpenAI's format, and responses
 * to Google's.
 */
export function withGoogleEmbeddings(provider: Provider): Provider {
  const { operations } = provider;
  if (!operations?.embeddings || operations['embed-content']) return provider;
  const { embeddings } = operations;
  return {
    ...provider,
    operations: {
      ...operations,
      'embed-content': through(
        embeddings,
        ({ fields }) => [contentOf(fields)],
        ([embedding]) => ({ embedding }),
      ),
      'batch-embed-contents': through(
        embeddings,
        ({ fields }) => contentsOf(fields),
        (vectors) => ({ embeddings: vectors }),
      ),
    },
  };
}

function through(
  embeddings: OperationCodec,
  contents: (request: OperationRequest) => ContentToEmbed[],
  answered: (vectors: { values: number[] }[]) => object,
): OperationCodec {
  return {
    json: true,
    request: (request, target) => embeddings.request(asOpenaiRequest(request, contents(request)), target),
    answer: (body, request) => {
      const reported = embeddings.answer?.(body, request);
      const vectors = vectorsOf(reported?.body ?? body, contents(request).length);
      const tokens = reported?.usage?.input;
      return {
        usage: reported?.usage,
        body: {
          ...answered(vectors.map((values) => ({ values }))),
          ...(tokens !== undefined && {
            usageMetadata: { promptTokenCount: tokens, totalTokenCount: tokens },
          }),
        },
      };
    },
  };
}

/** Builds the OpenAI request. `taskType` and `title` have no equivalent and are dropped. */
function asOpenaiRequest(request: OperationRequest, contents: ContentToEmbed[]): OperationRequest {
  const [dimensions, ...others] = new Set(contents.map((content) => content.dimensions));
  if (others.length > 0) throw notSupported('outputDimensionality must be the same in all requests');
  const fields = {
    model: request.model,
    input: contents.map(textOf),
    encoding_format: 'float',
    ...(dimensions !== undefined && { dimensions }),
  };
  return { ...request, fields, contentType: 'application/json', body: Buffer.from(JSON.stringify(fields)) };
}

function textOf({ parts }: ContentToEmbed): string {
  return parts
    .map((part) => {
      const words = record(part).text;
      if (typeof words !== 'string') throw notSupported('only texts can be embedded by this model');
      return words;
    })
    .join('\n');
}

/** The vectors in the order of the request. @throws UpstreamError unless there is one for each content */
export function vectorsOf(answer: unknown, expected: number): number[][] {
  const vectors: number[][] = [];
  for (const [position, item] of list(record(answer).data).map(record).entries()) {
    const index = typeof item.index === 'number' ? item.index : position;
    if (Number.isInteger(index) && index >= 0 && index < expected) vectors[index] = numbersOf(item.embedding);
  }
  const whole = Array.from({ length: expected }, (_, index) => vectors[index] ?? []);
  if (whole.every((vector) => vector.length > 0)) return whole;
  throw new UpstreamError(invalidResponse('the answer does not hold a vector for each content'));
}

/**
 * Some providers send base64 (little-endian 32-bit floats) even if lists were requested. Empty if the value is not a vector.
 */
function numbersOf(embedding: unknown): number[] {
  if (Array.isArray(embedding))
    return embedding.every((one): one is number => typeof one === 'number') ? embedding : [];
  const bytes = Buffer.from(text(embedding), 'base64');
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readFloatLE(index * 4));
}
