import type { ClientError } from '../protocol.js';

/** `response.error`: OpenAI's codes for rate limits and server errors, otherwise the provider's own code. */
export function responseError({ status, code, message, billing }: ClientError): {
  code: string;
  message: string;
} {
  if (status === 429 && !billing) return { code: 'rate_limit_exceeded', message };
  return { code: status >= 500 ? 'server_error' : String(code ?? 'invalid_request_error'), message };
}

/** https://platform.openai.com/docs/api-reference/responses-streaming/error */
export function errorEvent({ code, message, parameter }: ClientError): string {
  const event = { type: 'error', sequence_number: 0, code, message, param: parameter ?? null };
  return `event: error\ndata: ${JSON.stringify(event)}\n\n`;
}
