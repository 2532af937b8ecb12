import { ApiError } from '../../contract/errors/api-error.js';
import { isRecord, list, record } from '../json/lenient.js';
import { readPath } from '../protocols/gemini/path.js';
import { jsonBody } from './json-body.js';
import type { Operation } from './operation.js';
import { imageEstimate } from './images.js';

const MAX_IMAGES = 8;
/** Number of images if the request sets none: https://ai.google.dev/gemini-api/docs/imagen */
const DEFAULT_IMAGES = 4;

/** `POST /v1beta/models/{model}:predict`: Imagen for clients of Google's API. */
export const predict: Operation = {
  name: 'predict',
  read({ body, contentType, path }) {
    const fields = jsonBody(body);
    const { model } = readPath(path);
    if (model === '') throw refused('the path names no model');
    const [instance, ...others] = list(fields.instances);
    if (!isRecord(instance) || others.length > 0) throw refused('field instances must hold one object');
    if (typeof instance.prompt !== 'string' || instance.prompt === '')
      throw refused('field instances.prompt is required');
    const { sampleCount, sample_count: snake } = record(fields.parameters);
    const count = sampleCount ?? snake ?? DEFAULT_IMAGES;
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MAX_IMAGES)
      throw refused(`field parameters.sampleCount must be a whole number from 1 to ${MAX_IMAGES}`);
    return {
      model,
      stream: false,
      maxTokens: 0,
      includeUsage: false,
      body,
      contentType,
      fields,
      estimate: imageEstimate(
        { prompt: instance.prompt, count, size: 'auto', quality: 'auto', stream: false },
        model,
      ),
    };
  },
};

function refused(detail: string): ApiError {
  return new ApiError('invalid_gemini_request', { detail });
}
