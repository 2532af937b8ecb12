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

/** spec/relay-and-billing.md B11: clients of this protocol decide by the status word, so it follows the status. */
export function renderError({ status, message }: ClientError): object {
  const rest = status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT';
  return { error: { code: status, message, status: statuses[status] ?? rest } };
}
