import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../canonical/failure.js';
import { noUsage, type Usage } from '../../canonical/usage.js';
import { count, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { contentOf, contentsOf, type ContentToEmbed } from '../../operations/embed-content.js';
import type { OperationRequest } from '../../operations/operation.js';
import { inputsOf } from '../gemini/operations/embeddings.js';
import { gemini } from '../gemini/index.js';
import { innerError } from '../gemini/errors.js';
import { readUsage } from '../gemini/usage.js';
import { base64Floats } from '../../kit/openai/operations/base64-floats.js';
import { invalidResponse } from '../../kit/provider-error.js';
import type { OperationAnswer, OperationCodec, Provider, Target, UpstreamCall } from '../../kit/provider.js';
import { vertexCall } from './address.js';
import { errorReader } from './errors.js';

/** Texts in one request: https://cloud.google.com/vertex-ai/generative-ai/docs/embeddings/get-text-embeddings */
const MAX_TEXTS = 250;
const HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

/** A text with the options that Google clients may set. */
interface Instance {
  readonly content: string;
  readonly task_type?: string;
  readonly title?: string;
}

/** Embedding models, which Vertex AI serves through `predict`; from the second generation on through `embedContent`. */
export const embeddingModels: Provider = {
  native: {},
  operations: {
    embeddings: operation(
      ({ fields }) => inputsOf({ fields } as OperationRequest).map((content) => ({ content })),
      ({ fields }) => count(fields.dimensions),
      openaiAnswer,
    ),
    'embed-content': operation(
      ({ fields }) => [instanceOf(fields, contentOf(fields))],
      ({ fields }) => contentOf(fields).dimensions,
      ([values], usage) => googleAnswer({ embedding: { values } }, usage),
    ),
    'batch-embed-contents': operation(
      ({ fields }) =>
        contentsOf(fields).map((content, at) => instanceOf(record(list(fields.requests)[at]), content)),
      ({ fields }) => commonDimensions(contentsOf(fields)),
      (vectors, usage) => googleAnswer({ embeddings: vectors.map((values) => ({ values })) }, usage),
    ),
  },
  readError: errorReader(gemini.readError),
};

type Answered = (vectors: number[][], usage: Usage | undefined, request: OperationRequest) => object;

function operation(
  instances: (request: OperationRequest) => Instance[],
  dimensions: (request: OperationRequest) => number | undefined,
  answered: Answered,
): OperationCodec {
  return {
    json: true,
    request: (request, target) => embedCall(instances(request), dimensions(request), target),
    answer(body, request): OperationAnswer {
      const { vectors, usage } = read(body);
      if (vectors.length !== instances(request).length)
        throw new UpstreamError(invalidResponse('the answer does not hold a vector for each input'));
      return { usage, body: answered(vectors, usage, request) };
    },
  };
}

/** @throws ApiError convert_request_failed for more texts than the model takes at once */
function embedCall(instances: Instance[], dimensions: number | undefined, target: Target): UpstreamCall {
  const model = `publishers/google/models/${encodeURIComponent(target.model).replaceAll('%40', '@')}`;
  const isGemini = target.model.startsWith('gemini-');
  if (isGemini && instances.length > 1) throw unsupported('this model embeds one text in each request');
  if (instances.length > MAX_TEXTS) throw unsupported(`this model embeds at most ${MAX_TEXTS} texts at once`);
  const [first] = instances;
  const usesContent = /^gemini-embedding-[2-9]/.test(target.model);
  const body = {
    ...(usesContent
      ? {
          content: { role: 'user', parts: [{ text: first?.content }] },
          taskType: first?.task_type,
          title: first?.title,
          outputDimensionality: dimensions,
        }
      : { instances, parameters: { autoTruncate: true, outputDimensionality: dimensions } }),
    ...target.override,
  };
  return vertexCall(
    { method: 'POST', url: '', headers: HEADERS, body: Buffer.from(JSON.stringify(body)) },
    target,
    `${model}:${usesContent ? 'embedContent' : 'predict'}`,
  );
}

/** @throws UpstreamError for an error inside a 200 response, or a response without vectors */
function read(body: unknown): { vectors: number[][]; usage: Usage | undefined } {
  const failure = innerError(body);
  if (failure) throw new UpstreamError(failure);
  const answer = record(body);
  const embedded = list(answer.predictions).map((one) => record(record(one).embeddings));
  const found = answer.embedding === undefined ? embedded : [record(answer.embedding)];
  const vectors = found.map(({ values }) => list(values).filter((n): n is number => typeof n === 'number'));
  if (vectors.length === 0 || vectors.some((vector) => vector.length === 0))
    throw new UpstreamError(invalidResponse('the answer holds no vectors'));
  return { vectors, usage: usageOf(answer, embedded) };
}

/** Undefined unless the tokens of every text are reported. */
function usageOf(answer: UnknownRecord, embedded: readonly UnknownRecord[]): Usage | undefined {
  const reported = readUsage(answer.usageMetadata);
  if (reported?.input || reported?.more) return { ...noUsage(), ...reported };
  const tokens = embedded.map(({ statistics }) => count(record(statistics).token_count));
  if (tokens.length === 0 || tokens.includes(undefined)) return undefined;
  return { ...noUsage(), input: tokens.reduce<number>((sum, one) => sum + (one ?? 0), 0) };
}

function openaiAnswer(vectors: number[][], usage: Usage | undefined, request: OperationRequest): object {
  const tokens = (usage ?? request.estimate).input;
  const isBase64 = request.fields.encoding_format === 'base64';
  return {
    object: 'list',
    model: request.model,
    data: vectors.map((values, index) => ({
      object: 'embedding',
      index,
      embedding: isBase64 ? base64Floats(values) : values,
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function googleAnswer(answer: object, usage: Usage | undefined): object {
  return {
    ...answer,
    ...(usage && { usageMetadata: { promptTokenCount: usage.input, totalTokenCount: usage.input } }),
  };
}

function instanceOf(fields: UnknownRecord, { parts }: ContentToEmbed): Instance {
  const config = record(fields.embedContentConfig ?? fields.embed_content_config);
  const taskType = text(fields.taskType ?? fields.task_type ?? config.taskType);
  const title = text(fields.title ?? config.title);
  const content = parts.map((part) => {
    const words = record(part).text;
    if (typeof words !== 'string') throw unsupported('only texts can be embedded by this model');
    return words;
  });
  return {
    content: content.join('\n'),
    ...(taskType !== '' && { task_type: taskType }),
    ...(title !== '' && { title }),
  };
}

function commonDimensions(contents: readonly ContentToEmbed[]): number | undefined {
  const [dimensions, ...others] = new Set(contents.map((content) => content.dimensions));
  if (others.length > 0) throw unsupported('outputDimensionality must be the same in all requests');
  return dimensions;
}

function unsupported(detail: string): ApiError {
  return new ApiError('convert_request_failed', { detail });
}
