import type { ClientError } from '../protocol.js';

/** spec/relay-and-billing.md B11. */
export function renderError({ message, kind, parameter = '', code }: ClientError): object {
  return { error: { message, type: kind, param: parameter, code } };
}
