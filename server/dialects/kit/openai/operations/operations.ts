import { noUsage, withUnread, type Usage } from '../../../canonical/usage.js';
import { UpstreamError } from '../../../canonical/failure.js';
import { isRecord, list, record, type UnknownRecord } from '../../../json/lenient.js';
import { scanObject } from '../../../json/scan.js';
import { splice } from '../../../json/splice.js';
import { withField } from '../../../operations/form-body.js';
import type { OperationRequest } from '../../../operations/operation.js';
import type { OperationCodec, Provider, Target, UpstreamCall } from '../../provider.js';
import { addressOf, bearerHeaders } from '../address.js';
import { withBase64 } from './base64-floats.js';
import { speechUsage, transcriptUsage } from './audio-usage.js';
import { innerError } from '../errors.js';
import { imageStream, speechStream, transcriptStream } from './media-streams.js';
import { imageUsage } from './image-usage.js';
import type { OpenAIDialect } from '../dialect.js';
import { openaiFacts } from '../default-facts.js';
import { readUsage } from '../chat-answer/usage.js';
import { invalidResponse } from '../../provider-error.js';

/**
 * Forwards a JSON request unchanged, except for the model, the provider's members and the channel's param_override.
 * @param path of OpenAI's API, `/v1/embeddings`
 * @param own members in the provider's format; undefined removes a member
 */
export function passedJson(
  request: OperationRequest,
  target: Target,
  path: string,
  dialect: OpenAIDialect,
  own: Readonly<Record<string, unknown>> = {},
): UpstreamCall {
  const changes = new Map<string, string | undefined>([['model', JSON.stringify(target.model)]]);
  for (const [name, value] of Object.entries(own)) changes.set(name, JSON.stringify(value));
  for (const [name, value] of Object.entries(target.override ?? {}))
    if (name !== 'stream') changes.set(name, JSON.stringify(value));
  const headers = (dialect.headers ?? bearerHeaders)(target);
  headers['content-type'] = 'application/json';
  headers.accept = target.headers.accept ?? (request.stream ? 'text/event-stream' : 'application/json');
  const idempotency = target.headers['idempotency-key'];
  if (idempotency !== undefined) headers['idempotency-key'] = idempotency;
  return {
    method: 'POST',
    url: addressOf(dialect, path, target),
    headers,
    body: splice(scanObject(request.body), changes),
  };
}

/** The response as an object. @throws UpstreamError for an error inside it, or a body that is not an object */
export function parsedAnswer(body: unknown): UnknownRecord {
  if (!isRecord(body)) throw new UpstreamError(invalidResponse('the answer is not a JSON object'));
  const failure = innerError(body);
  if (failure) throw new UpstreamError(failure);
  return body;
}

/** Forwards a form or a JSON request unchanged, except for the model and, in JSON, the channel's param_override. */
function passedBody(
  request: OperationRequest,
  target: Target,
  path: string,
  dialect: OpenAIDialect,
): UpstreamCall {
  const { form } = request;
  if (!form) return passedJson(request, target, path, dialect);
  const headers = (dialect.headers ?? bearerHeaders)(target);
  const { length, body, streamed } = withField(form, 'model', target.model);
  headers['content-type'] = form.contentType;
  headers['content-length'] = String(length);
  headers.accept = target.headers.accept ?? '*/*';
  return { method: 'POST', url: addressOf(dialect, path, target), headers, body, streamed };
}

function listening(path: string, dialect: OpenAIDialect): OperationCodec {
  return {
    request: (request, target) => passedBody(request, target, path, dialect),
    answer: (body, { audioTokensPerMinute }) => ({
      usage: transcriptUsage(parsedAnswer(body), audioTokensPerMinute),
    }),
    stream: transcriptStream,
  };
}

/** A JSON operation whose response reports its tokens, or nothing. */
function jsonOperation(
  path: string,
  usage: (answer: UnknownRecord) => Usage | undefined,
  dialect: OpenAIDialect,
): OperationCodec {
  return {
    json: true,
    request: (request, target) => passedJson(request, target, path, dialect),
    answer: (body) => ({ usage: usage(parsedAnswer(body)) }),
  };
}

/** Total tokens of the response, for operations whose tokens are all input (rerank, vectors of images). */
export function totalTokens(answer: UnknownRecord): Usage | undefined {
  const reported = isRecord(answer.usage) ? answer.usage : record(answer.meta).tokens;
  const members = openaiFacts.usage;
  const counts = members.counts(reported);
  const total = counts.total ?? (counts.input ?? 0) + (counts.output ?? 0);
  return total > 0 ? withUnread({ ...noUsage(), input: total }, members.unread(reported)) : undefined;
}

/**
 * Reads embeddings, in the encoding that the client requested. Servers without `encoding_format` send lists of numbers, which
 * OpenAI's clients, which request base64 by default, would decode as base64.
 */
export const embeddingsAnswer =
  (usageOf: (answer: UnknownRecord) => Usage | undefined): NonNullable<OperationCodec['answer']> =>
  (body, { fields }) => {
    const answer = parsedAnswer(body);
    const usage = usageOf(answer);
    const data = list(answer.data).map(record);
    const isWrong =
      fields.encoding_format === 'base64' && data.some(({ embedding }) => Array.isArray(embedding));
    return isWrong ? { usage, body: { ...answer, data: data.map(withBase64) } } : { usage };
  };

export type Operations = NonNullable<Provider['operations']>;

/** https://platform.openai.com/docs/api-reference; OpenAI has no rerank: it follows Jina's API. */
export const operations = (dialect: OpenAIDialect): Operations => ({
  embeddings: {
    json: true,
    request: (request, target) => passedJson(request, target, '/v1/embeddings', dialect),
    answer: embeddingsAnswer(({ usage }) => readUsage(usage)),
  },
  moderations: jsonOperation('/v1/moderations', ({ usage }) => readUsage(usage), dialect),
  rerank: jsonOperation('/v1/rerank', totalTokens, dialect),
  'image-generation': {
    json: true,
    request: (request, target) => passedJson(request, target, '/v1/images/generations', dialect),
    answer: (body, request) => ({ usage: imageUsage(parsedAnswer(body), request) }),
    stream: imageStream('image_generation'),
  },
  'image-edit': {
    json: true,
    request: (request, target) => passedBody(request, target, '/v1/images/edits', dialect),
    answer: (body, request) => ({ usage: imageUsage(parsedAnswer(body), request) }),
    stream: imageStream('image_edit'),
  },
  // Audio is forwarded as it arrives; a JSON response is normally an error.
  speech: {
    request: (request, target) => passedJson(request, target, '/v1/audio/speech', dialect),
    answer: (body) => ({ usage: speechUsage(parsedAnswer(body)) }),
    stream: speechStream,
  },
  transcription: listening('/v1/audio/transcriptions', dialect),
  translation: listening('/v1/audio/translations', dialect),
});
