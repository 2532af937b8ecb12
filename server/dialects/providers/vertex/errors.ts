import { readError as readGoogleError } from '../gemini/errors.js';
import { isRecord, record, text } from '../../json/lenient.js';
import type { Provider } from '../../kit/provider.js';

type ReadError = Provider['readError'];

/** Errors of Vertex AI itself have Google's form, whatever the model; those of the model have its maker's form. */
export function errorReader(readOwn: ReadError): ReadError {
  return (status, headers, body) => {
    const own = readOwn(status, headers, body);
    if (!isGoogleError(body)) return own;
    const failure = readGoogleError(status, headers, body);
    // The model is not available in this region; other channels may have another one.
    if (failure.kind === 'FAILED_PRECONDITION') return { ...failure, retryable: true };
    return own.tooLong ? { ...failure, tooLong: true, retryable: false } : failure;
  };
}

/** `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED",…}}`, sometimes in a list (https://google.aip.dev/193). */
function isGoogleError(body: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return false;
  }
  const { error } = record(Array.isArray(value) ? value[0] : value);
  return isRecord(error) && text(error.status) !== '' && error.type === undefined;
}
