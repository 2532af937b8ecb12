import { ApiError } from '../../../contract/errors/api-error.js';
import { audioTokens } from '../../canonical/media/audio.js';
import { UpstreamError } from '../../canonical/failure.js';
import { noUsage, type Usage } from '../../canonical/usage.js';
import { count, record, text, type UnknownRecord } from '../../json/lenient.js';
import { joined } from '../../operations/form-body.js';
import { formFile, type Form, type FormPart } from '../../operations/form.js';
import type { OperationRequest } from '../../operations/operation.js';
import { invalidResponse } from '../../kit/provider-error.js';
import type { OperationAnswer, OperationCodec, Target, UpstreamCall } from '../../kit/provider.js';
import { runCall } from './address.js';
import { resultOf } from './errors.js';

type Task = 'transcribe' | 'translate';

/**
 * https://developers.cloudflare.com/workers-ai/models/whisper/ takes the bytes of a file,
 * https://developers.cloudflare.com/workers-ai/models/whisper-large-v3-turbo/ takes JSON with options.
 */
export const transcription = listening('transcribe');
export const translation = listening('translate');

const FORMATS = ['json', 'text', 'verbose_json', 'vtt'];

function listening(task: Task): OperationCodec {
  return {
    json: true,
    request: (request, target) => requestOf(request, target, task),
    answer: (body, request) => answerOf(resultOf(body), request, task),
  };
}

/** @throws ApiError 400 for what the model cannot do */
function requestOf({ form, fields, stream }: OperationRequest, target: Target, task: Task): UpstreamCall {
  const file = form && formFile(form, 'file');
  if (!form || !file) throw unsupported('file is required');
  if (stream) throw unsupported('stream: not supported by this model');
  const format = formatOf(fields);
  if (!FORMATS.includes(format)) throw unsupported(`response_format ${format}: not supported by this model`);
  if (target.model.endsWith('/whisper-large-v3-turbo'))
    return jsonCall(target, form, file, optionsOf(fields, task));
  if (task === 'translate') throw unsupported('this model does not translate');
  return bytesCall(target, form, file);
}

function optionsOf(fields: UnknownRecord, task: Task): object {
  return {
    task,
    // The model detects the language if none is given.
    language: text(fields.language) || undefined,
    initial_prompt: text(fields.prompt) || undefined,
  };
}

function bytesCall(target: Target, { bytes }: Form, { contentType, start, end }: FormPart): UpstreamCall {
  const { length, body, streamed } = joined(bytes, [{ from: start, to: end }]);
  const call = runCall(target, contentType ?? 'application/octet-stream', { body, streamed });
  call.headers['content-length'] = String(length);
  return call;
}

/** The file may be too large to keep in memory, so its base64 is inserted into the text of the other members. */
function jsonCall(target: Target, { bytes }: Form, { start, end }: FormPart, options: object): UpstreamCall {
  const { stream: _stream, ...override } = target.override ?? {};
  const members = JSON.stringify({ ...options, ...override }).slice(1);
  const { length, body, streamed } = joined(bytes, [
    Buffer.from('{"audio":"'),
    { from: start, to: end, base64: true },
    Buffer.from(`",${members}`),
  ]);
  const call = runCall(target, 'application/json', { body, streamed });
  call.headers['content-length'] = String(length);
  return call;
}

function answerOf(
  result: UnknownRecord,
  { fields, audioTokensPerMinute }: OperationRequest,
  task: Task,
): OperationAnswer {
  const { text: spoken, vtt, segments, words, transcription_info: info } = result;
  if (typeof spoken !== 'string') throw new UpstreamError(invalidResponse('the answer holds no text'));
  const { duration, language } = record(info);
  const usage = usageOf(duration, audioTokensPerMinute);
  switch (formatOf(fields)) {
    case 'text':
      return { usage, media: plain('text/plain', `${spoken}\n`) };
    case 'vtt':
      return { usage, media: plain('text/vtt', text(vtt)) };
    case 'verbose_json':
      return { usage, body: { task, language, duration, text: spoken, segments, words } };
    default:
      return { usage, body: { text: spoken } };
  }
}

/** Undefined if the duration is not reported. */
function usageOf(duration: unknown, perMinute: number | undefined): Usage | undefined {
  if (!count(duration)) return undefined;
  return { ...noUsage(), input: audioTokens(Number(duration), perMinute) };
}

function plain(type: string, content: string): { contentType: string; bytes: Buffer } {
  return { contentType: `${type}; charset=utf-8`, bytes: Buffer.from(content) };
}

function formatOf({ response_format: format }: UnknownRecord): string {
  return text(format) || 'json';
}

function unsupported(detail: string): ApiError {
  return new ApiError('convert_request_failed', { detail });
}
