import { ApiError } from '../../contract/errors/api-error.js';
import { isRecord, record, type UnknownRecord } from '../json/lenient.js';
import { snakeCase } from '../protocols/gemini/google-fields.js';
import { readPath } from '../protocols/gemini/path.js';
import { jsonBody } from './json-body.js';
import type { Operation, OperationCall, OperationName, OperationRequest } from './operation.js';
import { inputTokens, inputUsage } from './text-tokens.js';

const MAX_DIMENSIONS = 65_536;

/** The content of one requested embedding. */
export interface ContentToEmbed {
  readonly parts: readonly unknown[];
  readonly dimensions: number | undefined;
}

/** `POST /v1beta/models/{model}:embedContent`. */
export const embedContent = embedding('embed-content', 'embedding', (fields) => [contentOf(fields)]);
/** `POST /v1beta/models/{model}:batchEmbedContents`: a list of embedContent requests. */
export const batchEmbedContents = embedding('batch-embed-contents', 'embeddings', contentsOf);

function embedding(
  name: OperationName,
  content: string,
  contents: (fields: UnknownRecord) => ContentToEmbed[],
): Operation {
  return { name, content: [content], read: (call) => read(call, contents) };
}

function read(
  { body, contentType, path }: OperationCall,
  contents: (fields: UnknownRecord) => ContentToEmbed[],
): OperationRequest {
  const fields = jsonBody(body);
  const { model } = readPath(path);
  if (model === '') throw refused('the path names no model');
  const tokens = contents(fields).reduce((sum, { parts }) => sum + inputTokens(parts), 0);
  return {
    model,
    stream: false,
    maxTokens: 0,
    includeUsage: false,
    body,
    contentType,
    fields,
    estimate: inputUsage(tokens),
  };
}

/** The content of one request. https://ai.google.dev/api/embeddings @throws ApiError 400 */
export function contentOf(fields: UnknownRecord): ContentToEmbed {
  const { content } = fields;
  if (!isRecord(content)) throw refused('field content is required');
  const parts: readonly unknown[] = Array.isArray(content.parts) ? content.parts : [content.parts];
  if (parts.length === 0 || !parts.every(isRecord)) throw refused('field content.parts is required');
  const dimensions =
    fieldOf(fields, 'outputDimensionality') ??
    fieldOf(record(fieldOf(fields, 'embedContentConfig')), 'outputDimensionality');
  return { parts, dimensions: dimensionsOf(dimensions) };
}

/** The contents of a batch, in order. @throws ApiError 400 */
export function contentsOf({ requests }: UnknownRecord): ContentToEmbed[] {
  if (!Array.isArray(requests) || requests.length === 0) throw refused('field requests is required');
  return requests.map((request: unknown) => {
    if (!isRecord(request)) throw refused('field requests must be a list of objects');
    return contentOf(request);
  });
}

/** A member in camelCase or snake_case. */
function fieldOf(fields: UnknownRecord, name: string): unknown {
  return fields[name] ?? fields[snakeCase(name)] ?? undefined;
}

function dimensionsOf(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= MAX_DIMENSIONS)
    return number;
  throw refused(`field outputDimensionality must be a whole number from 1 to ${MAX_DIMENSIONS}`);
}

function refused(detail: string): ApiError {
  return new ApiError('invalid_gemini_request', { detail });
}
