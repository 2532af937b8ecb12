import type { ClientError } from './protocol.js';

/** The error object of OpenAI's API. */
export function renderError({ message, kind, parameter = '', code }: ClientError): object {
  return { error: { message, type: kind, param: parameter, code } };
}
