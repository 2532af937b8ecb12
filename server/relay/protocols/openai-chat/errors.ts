import type { ClientError } from '../protocol.js';

/** spec/relay-and-billing.md B11. */
export function renderError(error: ClientError): object {
  return {
    error: { message: error.message, type: error.kind, param: error.parameter ?? '', code: error.code },
  };
}
