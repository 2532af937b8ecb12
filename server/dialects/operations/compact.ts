import { ApiError } from '../../contract/errors/api-error.js';
import { noUsage } from '../canonical/usage.js';
import { renderCompaction } from '../protocols/openai-responses/compaction.js';
import { parseCompact } from '../protocols/openai-responses/parse.js';
import { inputReferences } from '../protocols/openai-responses/read.js';
import { jsonBody, modelOf } from './json-body.js';
import { scanObject } from '../json/scan.js';
import type { Operation } from './operation.js';

const CODE = 'invalid_text_request';
const BYTES_PER_TOKEN = 4;
/** Estimated output of a compaction as a share of its input tokens. */
const KEPT_SHARE = 0.25;
/** Suffix of the model names under which operators can price compactions. */
const PRICED = '-openai-compact';

/** `POST /v1/responses/compact`: shortens a conversation so that the next response can continue from it. */
export const compact: Operation = {
  name: 'compact',
  content: ['output'],
  viaChat: { parse: parseCompact, answer: renderCompaction },
  read({ body, contentType }) {
    const fields = jsonBody(body);
    const model = modelOf(fields, CODE);
    const { input, previous_response_id: previous } = fields;
    if (previous !== undefined && previous !== null && typeof previous !== 'string')
      throw new ApiError(CODE, { detail: 'field previous_response_id must be a string' });
    if ((input === undefined || input === null) && !previous)
      throw new ApiError(CODE, { detail: 'field input is required' });
    const tokens = Math.ceil(body.length / BYTES_PER_TOKEN);
    const { noted } = scanObject(body);
    return {
      model,
      stream: false,
      maxTokens: undefined,
      includeUsage: false,
      body,
      contentType,
      fields,
      estimate: { ...noUsage(), input: tokens, output: Math.ceil(tokens * KEPT_SHARE) },
      pricedAs: [model + PRICED, `*${PRICED}`],
      ...(previous && { continues: previous }),
      ...(noted && { noted }),
      ...inputReferences(body),
    };
  },
};
