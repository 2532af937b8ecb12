import { parseBuffer } from 'music-metadata';
import { Refusal } from '../../core/refusal.js';
import { noUsage, type Usage } from '../hub/usage.js';
import { formFields, isForm, readForm, type FormPart } from './form.js';
import { modelOf } from './json-body.js';
import type { Operation, OperationName } from './operation.js';

const CODE = 'invalid_audio_request';
const DEFAULT_MODEL = 'whisper-1';
const TOKENS_PER_MINUTE = 1000;
/** Sound whose length cannot be read is taken for a thin MP3 of 64 kbit/s. */
const BYTES_PER_SECOND = 8000;

/** `POST /v1/audio/transcriptions` and `/v1/audio/translations` (spec/relay-and-billing.md E8). */
export const transcription = listening('transcription');
export const translation = listening('translation');

function listening(name: OperationName): Operation {
  return {
    name,
    read({ body, contentType }) {
      if (!isForm(contentType)) throw new Refusal(CODE, { detail: 'the request must be a multipart form' });
      const form = readForm(body, contentType);
      const fields = formFields(form);
      return {
        model: modelOf(fields, CODE, DEFAULT_MODEL),
        stream: fields.stream === 'true',
        maxTokens: 0,
        includeUsage: true,
        body,
        contentType,
        fields,
        estimate: heard(fileOf(form).value.length / BYTES_PER_SECOND),
      };
    },
    measure: async (request) => {
      const seconds = await lengthOf(fileOf(readForm(request.body, request.contentType)));
      return seconds === undefined ? request : { ...request, estimate: heard(seconds) };
    },
  };
}

function fileOf(form: readonly FormPart[]): FormPart {
  const file = form.find(({ name, fileName }) => name === 'file' && fileName !== undefined);
  if (!file || file.value.length === 0) throw new Refusal(CODE, { detail: 'file is required' });
  return file;
}

/** Seconds of sound as tokens of input, started seconds counted whole (spec/relay-and-billing.md C4). */
export function heard(seconds: number): Usage {
  return { ...noUsage(), input: Math.max(1, Math.round((Math.ceil(seconds) / 60) * TOKENS_PER_MINUTE)) };
}

/** Seconds; undefined where the file's format does not tell, which is no reason to refuse it. */
async function lengthOf({ value, contentType, fileName }: FormPart): Promise<number | undefined> {
  try {
    const { format } = await parseBuffer(
      value,
      { mimeType: contentType, path: fileName },
      { duration: true, skipCovers: true },
    );
    return format.duration !== undefined && Number.isFinite(format.duration) && format.duration > 0
      ? format.duration
      : undefined;
  } catch {
    // The vendor may know formats that this library does not.
    return undefined;
  }
}
