import { ApiError } from '../../contract/errors/api-error.js';
import { jsonBody, modelOf } from './json-body.js';
import type { Operation } from './operation.js';
import { inputTokens, inputUsage } from './text-tokens.js';

const CODE = 'invalid_text_request';
const DEFAULT_MODEL = 'text-moderation-stable';

/** `POST /v1/moderations`: a text, or a list of texts and images. */
export const moderations: Operation = {
  name: 'moderations',
  content: ['results'],
  read({ body, contentType }) {
    const fields = jsonBody(body);
    const { input } = fields;
    if (input === undefined || input === null || input === '' || (Array.isArray(input) && input.length === 0))
      throw new ApiError(CODE, { detail: 'field input is required' });
    if (typeof input !== 'string' && !Array.isArray(input))
      throw new ApiError(CODE, { detail: 'field input must be a text or a list' });
    return {
      model: modelOf(fields, CODE, DEFAULT_MODEL),
      stream: false,
      maxTokens: 0,
      includeUsage: false,
      body,
      contentType,
      fields,
      estimate: inputUsage(inputTokens(input)),
    };
  },
};
