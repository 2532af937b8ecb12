import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../canonical/failure.js';
import { record, text } from '../../json/lenient.js';
import { joined, type Piece } from '../../operations/form-body.js';
import type { Form, FormPart } from '../../operations/form.js';
import { invalidResponse } from '../openai/provider-error.js';
import type { OperationCodec } from '../provider.js';
import { cohereUrl } from './address.js';
import { innerError } from './errors.js';

const FORMATS = new Set<unknown>([undefined, '', 'json', 'text']);

/**
 * https://docs.cohere.com/reference/create-audio-transcription: the language is required, the response contains only the text
 * and reports no usage, and fields must precede the file.
 */
export const transcription: OperationCodec = {
  json: true,
  request({ form, fields, stream }, target) {
    if (!form) throw unsupported('the request must be a multipart form');
    if (stream) throw unsupported('stream: not supported by this model');
    if (!FORMATS.has(fields.response_format))
      throw unsupported('response_format: this model gives json and text');
    const language = text(fields.language);
    if (language === '') throw unsupported('language: this model requires the language of the audio');
    const boundary = `tollgate-${randomUUID()}`;
    const values = { model: target.model, language, temperature: text(fields.temperature) };
    const { length, body, streamed } = joined(form.bytes, formPieces(form, values, boundary));
    return {
      method: 'POST',
      url: cohereUrl(target, '/v2/audio/transcriptions'),
      headers: {
        authorization: `Bearer ${target.key}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(length),
        accept: 'application/json',
      },
      body,
      streamed,
    };
  },
  answer(body, { fields }) {
    const answer = record(body);
    const failure = innerError(answer, answer);
    if (failure) throw new UpstreamError(failure);
    const spoken = answer.text;
    if (typeof spoken !== 'string') throw new UpstreamError(invalidResponse('the answer holds no text'));
    if (fields.response_format !== 'text') return { usage: undefined, body: { text: spoken } };
    const media = { contentType: 'text/plain; charset=utf-8', bytes: Buffer.from(`${spoken}\n`) };
    return { usage: undefined, media };
  },
};

function formPieces({ parts }: Form, values: Readonly<Record<string, string>>, boundary: string): Piece[] {
  const file = parts.find(({ name, fileName }) => name === 'file' && fileName !== undefined);
  if (!file) throw unsupported('file is required');
  const fields = Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
  return [
    Buffer.from(fields.join('') + fileHeader(file, boundary)),
    { from: file.start, to: file.end },
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ];
}

function fileHeader({ fileName, contentType }: FormPart, boundary: string): string {
  const name = (fileName ?? 'audio').replaceAll(/["\r\n]/g, '_');
  return (
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n` +
    `content-type: ${contentType ?? 'application/octet-stream'}\r\n\r\n`
  );
}

function unsupported(detail: string): ApiError {
  return new ApiError('convert_request_failed', { detail });
}
