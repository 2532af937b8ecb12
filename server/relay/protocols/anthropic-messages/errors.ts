import type { ClientError } from '../protocol.js';

const kinds: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** spec/relay-and-billing.md B11: clients of this protocol decide by the type, so it follows the status. */
export function renderError(error: ClientError): { type: 'error'; error: { type: string; message: string } } {
  const rest = error.status >= 500 ? 'api_error' : 'invalid_request_error';
  return { type: 'error', error: { type: kinds[error.status] ?? rest, message: error.message } };
}
