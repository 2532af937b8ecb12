import { ApiError } from '../../contract/errors/api-error.js';
import { noUsage, type Usage } from '../canonical/usage.js';
import { jsonBody, modelOf } from './json-body.js';
import type { Operation } from './operation.js';
import { textTokens } from './text-tokens.js';

const CODE = 'invalid_audio_request';
const DEFAULT_MODEL = 'tts-1';
/** Approximate speaking rate, for estimating the duration of the audio. */
const CHARACTERS_PER_SECOND = 15;
const AUDIO_TOKENS_PER_MINUTE = 1000;

/** `POST /v1/audio/speech`. */
export const speech: Operation = {
  name: 'speech',
  read({ body, contentType }) {
    const fields = jsonBody(body);
    const model = modelOf(fields, CODE, DEFAULT_MODEL);
    const { input, stream_format: format } = fields;
    if (typeof input !== 'string' || input === '') throw new ApiError(CODE, { detail: 'input is required' });
    return {
      model,
      stream: format === 'sse',
      maxTokens: 0,
      includeUsage: true,
      body,
      contentType,
      fields,
      estimate: speechEstimate(model, input),
    };
  },
};

/** The `tts` models are priced by input characters, all others by input tokens and output audio. */
function speechEstimate(model: string, input: string): Usage {
  const characters = Array.from(input).length;
  if (model.startsWith('tts')) return { ...noUsage(), input: characters };
  const minutes = characters / CHARACTERS_PER_SECOND / 60;
  return {
    ...noUsage(),
    input: textTokens(input),
    more: { audioOutput: Math.ceil(minutes * AUDIO_TOKENS_PER_MINUTE) },
  };
}
