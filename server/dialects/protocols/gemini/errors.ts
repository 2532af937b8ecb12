import { table } from '../../../core/table.js';
import type { ClientError } from '../protocol.js';

/** https://google.aip.dev/193 and https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto, by HTTP status. */
const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
  529: 'UNAVAILABLE',
};

/** Words that share their HTTP status with another one (the rest follows the status alone). */
const shared = table<number>({
  FAILED_PRECONDITION: 400,
  OUT_OF_RANGE: 400,
  ALREADY_EXISTS: 409,
  UNKNOWN: 500,
  DATA_LOSS: 500,
});

/**
 * Clients of this protocol decide by the status word, so it follows the HTTP status. Details of Google are passed on; the
 * parameter that another provider names becomes a field violation, a time to wait a RetryInfo.
 */
export function renderError(error: ClientError): object {
  const { status, message, kind } = error;
  const rest = status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT';
  const word = shared[kind] === status ? kind : (statuses[status] ?? rest);
  const details = error.details ?? translatedDetails(error);
  return { error: { code: status, message, status: word, ...(details.length > 0 && { details }) } };
}

function translatedDetails(error: ClientError): object[] {
  const { status, message, parameter, retryAfterSeconds, billing } = error;
  const details: object[] = [];
  if (billing)
    details.push({
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'BILLING_DISABLED',
      domain: 'googleapis.com',
    });
  // A parameter that is the status itself stands for none.
  if (parameter && parameter !== String(status))
    details.push({
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ field: parameter, description: message }],
    });
  if (retryAfterSeconds !== undefined)
    details.push({
      '@type': 'type.googleapis.com/google.rpc.RetryInfo',
      retryDelay: `${Math.ceil(retryAfterSeconds)}s`,
    });
  return details;
}
