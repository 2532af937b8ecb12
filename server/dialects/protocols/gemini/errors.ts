import { table } from '../../kit/table.js';
import type { ClientError } from '../protocol.js';

/**
 * Status names by HTTP status, after https://google.aip.dev/193 and
 * https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto.
 */
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

/** Status names that share an HTTP status with one above; they are kept if the provider reported them. */
const shared = table<number>({
  FAILED_PRECONDITION: 400,
  OUT_OF_RANGE: 400,
  ALREADY_EXISTS: 409,
  UNKNOWN: 500,
  DATA_LOSS: 500,
});

/**
 * Clients of this protocol act on the status name, so it follows the HTTP status. Google's own details are passed on.
 * Otherwise the invalid parameter becomes a field violation, and the time to wait a RetryInfo.
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
  // A `param` that repeats the HTTP status does not name a parameter.
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

/** https://ai.google.dev/gemini-api/docs/troubleshooting */
const TOO_LONG = 'The input token count exceeds the maximum number of tokens allowed';

export function tooLong({ message }: ClientError): Partial<ClientError> {
  const isTooLong = /input token count.*exceeds/i.test(message);
  return { status: 400, kind: 'INVALID_ARGUMENT', ...(!isTooLong && { message: `${TOO_LONG}: ${message}` }) };
}
