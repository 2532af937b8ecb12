/** `ECONNREFUSED`, `UND_ERR_CONNECT_TIMEOUT`, `EAUTH` … */
const CODE = /^[A-Z][A-Z0-9_]{1,63}$/;

/**
 * What users may read of an error of the HTTP or mail client. Its message can contain addresses and names of the operator's
 * proxy, relay or mail server.
 * @returns `EUNKNOWN` if it has no code
 */
export function errorCode(error: unknown): string {
  const { code, name, cause } = Object(error) as { code?: unknown; name?: unknown; cause?: unknown };
  if (typeof code === 'string' && CODE.test(code)) return code;
  // Of `AbortSignal.timeout`.
  if (name === 'TimeoutError') return 'ETIMEDOUT';
  return cause === undefined ? 'EUNKNOWN' : errorCode(cause);
}
