import { TOO_LONG_CODE } from '../canonical/failure.js';
import type { ClientError } from './protocol.js';

/** OpenAI's error for a prompt beyond the model's context. @param parameter the member that holds the prompt */
export const tooLong =
  (parameter: string) =>
  ({ code }: ClientError): Partial<ClientError> =>
    code === TOO_LONG_CODE
      ? {}
      : { status: 400, kind: 'invalid_request_error', code: TOO_LONG_CODE, parameter };

/** The error object of OpenAI's API. */
export function renderError({ message, kind, parameter = '', code }: ClientError): object {
  return { error: { message, type: kind, param: parameter, code } };
}
