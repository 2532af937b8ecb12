import { isUtf8 } from 'node:buffer';
import { ApiError } from '../../contract/errors/api-error.js';
import { isRecord, type UnknownRecord } from '../json/lenient.js';
import { scanObject } from '../json/scan.js';

/** Error codes for missing or invalid fields. */
export type OperationCode =
  | 'invalid_text_request'
  | 'invalid_embedding_request'
  | 'invalid_image_request'
  | 'invalid_audio_request'
  | 'invalid_query'
  | 'invalid_documents';

/** @throws ApiError 400 if the body is not a JSON object in UTF-8 */
export function jsonBody(body: Buffer): UnknownRecord {
  if (!isUtf8(body)) throw new ApiError('invalid_request', { detail: 'the body is not valid UTF-8' });
  let value: unknown;
  try {
    // Rejects bodies that are nested too deeply. The scan of a large body is cached, so editing it later does not repeat it.
    scanObject(body);
    value = JSON.parse(body.toString('utf8'));
  } catch (cause) {
    const detail = cause instanceof SyntaxError ? cause.message : 'the body is not JSON';
    throw new ApiError('invalid_request', { detail }, { cause });
  }
  if (!isRecord(value)) throw new ApiError('invalid_request', { detail: 'the body is not a JSON object' });
  return value;
}

/** The requested model, or the route's default if it has one. @throws ApiError 400 */
export function modelOf(fields: UnknownRecord, code: OperationCode, fallback?: string): string {
  const { model } = fields;
  if (model === undefined || model === null || model === '') {
    if (fallback !== undefined) return fallback;
    throw new ApiError(code, { detail: 'model is required' });
  }
  if (typeof model !== 'string') throw new ApiError(code, { detail: 'field model must be a string' });
  return model;
}

/** An integer within inclusive bounds; undefined when absent. @throws ApiError 400 */
export function wholeNumber(
  fields: UnknownRecord,
  name: string,
  [least, most]: readonly [number, number],
  code: OperationCode,
): number | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ApiError(code, { detail: `field ${name} must be a whole number from ${least} to ${most}` });
}
