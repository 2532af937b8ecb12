import { noUsage, type Usage } from '../../canonical/usage.js';
import { UpstreamError } from '../../canonical/failure.js';
import { count, isRecord, record, type Loose } from '../../json/lenient.js';
import { scanObject } from '../../json/scan.js';
import { splice } from '../../json/splice.js';
import { withField } from '../../operations/form-body.js';
import type { OperationRequest } from '../../operations/operation.js';
import type { OperationCodec, Provider, Target, UpstreamCall } from '../provider.js';
import { addressOf, bearerHeaders } from './address.js';
import { speechUsage, transcriptUsage } from './audio-usage.js';
import { innerError } from './errors.js';
import { imageStream, speechStream, transcriptStream } from './media-streams.js';
import { imageUsage } from './image-usage.js';
import type { Shape } from './shape.js';
import { readUsage } from './usage.js';
import { invalidResponse } from './provider-error.js';

/**
 * A JSON request that goes on as it came, but for the model and the channel's own members.
 * @param path of OpenAI's API, `/v1/embeddings`
 * @param own members in the vendor's words, undefined for those to leave out
 */
export function passedJson(
  request: OperationRequest,
  target: Target,
  path: string,
  shape: Shape,
  own: Readonly<Record<string, unknown>> = {},
): UpstreamCall {
  const changes = new Map<string, string | undefined>([['model', JSON.stringify(target.model)]]);
  for (const [name, value] of Object.entries(own)) changes.set(name, JSON.stringify(value));
  for (const [name, value] of Object.entries(target.override ?? {}))
    if (name !== 'stream') changes.set(name, JSON.stringify(value));
  const headers = (shape.headers ?? bearerHeaders)(target);
  headers['content-type'] = 'application/json';
  headers.accept = target.headers.accept ?? (request.stream ? 'text/event-stream' : 'application/json');
  const idempotency = target.headers['idempotency-key'];
  if (idempotency !== undefined) headers['idempotency-key'] = idempotency;
  return {
    method: 'POST',
    url: addressOf(shape, path, target),
    headers,
    body: splice(scanObject(request.body), changes),
  };
}

/** The answer as an object. @throws UpstreamError for an error inside it, and for what is none */
export function audioAnswer(body: unknown): Loose {
  if (!isRecord(body)) throw new UpstreamError(invalidResponse('the answer is not a JSON object'));
  const failure = innerError(body);
  if (failure) throw new UpstreamError(failure);
  return body;
}

/** A form or a JSON request that goes on as it came, but for the model. */
function passedBody(request: OperationRequest, target: Target, path: string, shape: Shape): UpstreamCall {
  const { form } = request;
  if (!form) return passedJson(request, target, path, shape);
  const headers = (shape.headers ?? bearerHeaders)(target);
  const { length, body, streamed } = withField(form, 'model', target.model);
  headers['content-type'] = form.contentType;
  headers['content-length'] = String(length);
  headers.accept = target.headers.accept ?? '*/*';
  return { method: 'POST', url: addressOf(shape, path, target), headers, body, streamed };
}

function listening(path: string, shape: Shape): OperationCodec {
  return {
    request: (request, target) => passedBody(request, target, path, shape),
    answer: (body, { audioTokensPerMinute }) => ({
      usage: transcriptUsage(audioAnswer(body), audioTokensPerMinute),
    }),
    stream: transcriptStream,
  };
}

/** A JSON operation whose answer tells its tokens in `usage`, or nothing. */
export function jsonOperation(
  path: string,
  usage: (answer: Loose) => Usage | undefined,
  shape: Shape,
): OperationCodec {
  return {
    json: true,
    request: (request, target) => passedJson(request, target, path, shape),
    answer: (body) => ({ usage: usage(audioAnswer(body)) }),
  };
}

/** `usage.total_tokens`, for answers whose tokens are all input (rerank). */
export function totalTokens(answer: Loose): Usage | undefined {
  const usage = isRecord(answer.usage) ? answer.usage : record(record(answer.meta).tokens);
  const total =
    count(usage.total_tokens) ?? (count(usage.input_tokens) ?? 0) + (count(usage.output_tokens) ?? 0);
  return total > 0 ? { ...noUsage(), input: total } : undefined;
}

export type Operations = NonNullable<Provider['operations']>;

/** https://platform.openai.com/docs/api-reference; rerank as its relatives know it (spec/providers/openai-family.md A.6). */
export const operations = (shape: Shape): Operations => ({
  embeddings: jsonOperation('/v1/embeddings', ({ usage }) => readUsage(usage), shape),
  moderations: jsonOperation('/v1/moderations', ({ usage }) => readUsage(usage), shape),
  rerank: jsonOperation('/v1/rerank', totalTokens, shape),
  'image-generation': {
    json: true,
    request: (request, target) => passedJson(request, target, '/v1/images/generations', shape),
    answer: (body, request) => ({ usage: imageUsage(audioAnswer(body), request) }),
    stream: imageStream('image_generation'),
  },
  'image-edit': {
    json: true,
    request: (request, target) => passedBody(request, target, '/v1/images/edits', shape),
    answer: (body, request) => ({ usage: imageUsage(audioAnswer(body), request) }),
    stream: imageStream('image_edit'),
  },
  // Sound as it comes; where JSON comes instead, it is an error.
  speech: {
    request: (request, target) => passedJson(request, target, '/v1/audio/speech', shape),
    answer: (body) => ({ usage: speechUsage(audioAnswer(body)) }),
    stream: speechStream,
  },
  transcription: listening('/v1/audio/transcriptions', shape),
  translation: listening('/v1/audio/translations', shape),
});
