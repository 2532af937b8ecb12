import { ApiError } from '../../contract/errors/api-error.js';
import { jsonBody, modelOf, wholeNumber } from './json-body.js';
import type { Operation } from './operation.js';
import { inputTokens, inputUsage } from './text-tokens.js';

const CODE = 'invalid_embedding_request';
const MAX_DIMENSIONS = 65_536;
const ENGINE = /^\/v1\/engines\/([^/?]+)\/embeddings/;

/** `POST /v1/embeddings`, and `/v1/engines/{model}/embeddings` for old clients. */
export const embeddings: Operation = {
  name: 'embeddings',
  content: ['data'],
  read({ body, contentType, path }) {
    const fields = jsonBody(body);
    const model = modelOf(fields, CODE, decoded(ENGINE.exec(path)?.[1]));
    const { input, encoding_format: format } = fields;
    if (input === undefined || input === null || input === '' || (Array.isArray(input) && input.length === 0))
      throw new ApiError(CODE, { detail: 'input is empty' });
    if (typeof input !== 'string' && !Array.isArray(input))
      throw new ApiError(CODE, { detail: 'field input must be a text or a list' });
    if (format !== undefined && format !== null && format !== 'float' && format !== 'base64')
      throw new ApiError(CODE, { detail: 'field encoding_format must be float or base64' });
    wholeNumber(fields, 'dimensions', [1, MAX_DIMENSIONS], CODE);
    return {
      model,
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

function decoded(engine: string | undefined): string | undefined {
  try {
    return engine === undefined ? undefined : decodeURIComponent(engine);
  } catch {
    // Invalid percent-encoding: the text is used as the model name, which no channel serves.
    return engine;
  }
}
