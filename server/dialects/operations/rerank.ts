import { ApiError } from '../../contract/errors/api-error.js';
import { isRecord } from '../json/lenient.js';
import { jsonBody, modelOf, wholeNumber } from './json-body.js';
import type { Operation } from './operation.js';
import { inputTokens, inputUsage } from './text-tokens.js';

const MAX_DOCUMENTS = 100_000;

/** `POST /v1/rerank` in the format of Jina and Cohere. */
export const rerank: Operation = {
  name: 'rerank',
  content: ['results', 'data'],
  read({ body, contentType }) {
    const fields = jsonBody(body);
    const { query, documents } = fields;
    if (typeof query !== 'string' || query === '')
      throw new ApiError('invalid_query', { detail: 'query is empty' });
    if (!Array.isArray(documents) || documents.length === 0)
      throw new ApiError('invalid_documents', { detail: 'documents is empty' });
    if (!documents.every((one) => typeof one === 'string' || isRecord(one)))
      throw new ApiError('invalid_documents', { detail: 'documents must be texts or objects' });
    wholeNumber(fields, 'top_n', [1, MAX_DOCUMENTS], 'invalid_documents');
    return {
      model: modelOf(fields, 'invalid_text_request'),
      stream: false,
      maxTokens: 0,
      includeUsage: false,
      body,
      contentType,
      fields,
      estimate: inputUsage(inputTokens(query) + inputTokens(documents)),
    };
  },
};
