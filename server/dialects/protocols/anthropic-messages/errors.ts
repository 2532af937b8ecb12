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

/** Error types that this protocol defines (https://docs.claude.com/en/api/errors). */
const own: ReadonlySet<string> = new Set([...Object.values(kinds), 'api_error', 'timeout_error']);

/**
 * Clients of this protocol act on the error type, so it follows the status. A type of this protocol that the provider
 * reported is kept, except on statuses that have a type of their own.
 */
export function renderError({ status, kind, message }: ClientError): {
  type: 'error';
  error: { type: string; message: string };
} {
  const rest = status >= 500 ? 'api_error' : 'invalid_request_error';
  return { type: 'error', error: { type: kinds[status] ?? (own.has(kind) ? kind : rest), message } };
}

/** Agents shorten the conversation when they read these words (https://docs.claude.com/en/api/errors). */
const TOO_LONG = 'prompt is too long';

export function tooLong({ message }: ClientError): Partial<ClientError> {
  const isTooLong = message.toLowerCase().includes(TOO_LONG);
  return {
    status: 400,
    kind: 'invalid_request_error',
    ...(!isTooLong && { message: `${TOO_LONG}: ${message}` }),
  };
}
