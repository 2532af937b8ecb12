import { ApiError } from '../../contract/errors/api-error.js';
import { audioTokens } from '../canonical/media/audio.js';
import { noUsage, type Usage } from '../canonical/usage.js';
import { formFields, formFile, type Form, type FormPart } from './form.js';
import { modelOf } from './json-body.js';
import type { Operation, OperationName } from './operation.js';
import { audioLength } from './audio-length.js';

const CODE = 'invalid_audio_request';
const DEFAULT_MODEL = 'whisper-1';
/** Assumed bit rate of audio whose duration is not known: an MP3 of 64 kbit/s. */
const BYTES_PER_SECOND = 8000;

/** `POST /v1/audio/transcriptions` and `/v1/audio/translations`. */
export const transcription = listening('transcription');
export const translation = listening('translation');

function listening(name: OperationName): Operation {
  return {
    name,
    content: ['text'],
    takesForms: true,
    read({ body, contentType, form, audioTokensPerMinute }) {
      if (!form) throw new ApiError(CODE, { detail: 'the request must be a multipart form' });
      const fields = formFields(form);
      const { start, end } = fileOf(form);
      return {
        model: modelOf(fields, CODE, DEFAULT_MODEL),
        stream: fields.stream === 'true',
        maxTokens: 0,
        includeUsage: true,
        body,
        contentType,
        form,
        fields,
        estimate: audioUsage((end - start) / BYTES_PER_SECOND, audioTokensPerMinute),
        ...(audioTokensPerMinute !== undefined && { audioTokensPerMinute }),
      };
    },
    measure: async (request) => {
      const { form, audioTokensPerMinute } = request;
      const seconds = form && (await audioLength(form.bytes, fileOf(form)));
      return seconds === undefined
        ? request
        : { ...request, estimate: audioUsage(seconds, audioTokensPerMinute) };
    },
  };
}

function fileOf(form: Form): FormPart {
  const file = formFile(form, 'file');
  if (!file || file.start === file.end) throw new ApiError(CODE, { detail: 'file is required' });
  return file;
}

/** Usage of audio input of this duration in seconds; at least one token. */
function audioUsage(seconds: number, perMinute: number | undefined): Usage {
  return { ...noUsage(), input: Math.max(1, audioTokens(seconds, perMinute)) };
}
