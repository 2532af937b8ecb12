import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../canonical/failure.js';
import { record, text } from '../../json/lenient.js';
import { newForm } from '../../operations/form-body.js';
import { formFile } from '../../operations/form.js';
import { invalidResponse } from '../../kit/provider-error.js';
import type { OperationCodec } from '../../kit/provider.js';
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
    const file = formFile(form, 'file');
    if (!file) throw unsupported('file is required');
    const values = Object.entries({ model: target.model, language, temperature: text(fields.temperature) });
    const { length, body, streamed, contentType } = newForm(form, values, 'file', file);
    return {
      method: 'POST',
      url: cohereUrl(target, '/v2/audio/transcriptions'),
      headers: {
        authorization: `Bearer ${target.key}`,
        'content-type': contentType,
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

function unsupported(detail: string): ApiError {
  return new ApiError('convert_request_failed', { detail });
}
