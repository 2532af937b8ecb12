/** A message about a connection or an address, for the operator. docs/operations.md lists all of them. */
export interface Message {
  /** What is wrong, with `{name}` where a value of the case stands. */
  readonly problem: string;
  /** When it is printed; for the documentation only. */
  readonly cause: string;
  readonly remedy: string;
}

/** A message about a failed connection, and how it is recognized. */
export interface FailureMessage extends Message {
  /** Codes of Node, OpenSSL or SQLSTATE. */
  readonly codes?: readonly string[];
  /** In the text of the error; beside `codes`, both have to match. */
  readonly text?: RegExp;
  /** The problem may pass by itself, such as a service that is still starting. */
  readonly passes?: true;
}

/** A failed connection, explained. */
export interface Failure {
  /** One line without the variable's name. It never contains the address, which has a password. */
  readonly line: string;
  readonly passes: boolean;
}

/** Codes of Node and OpenSSL for certificates that are not accepted, other than those with a message of their own. */
export const CERTIFICATE_CODES = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_NOT_YET_VALID',
  'CERT_CHAIN_TOO_LONG',
  'INVALID_CA',
  'INVALID_PURPOSE',
] as const;
/** TLS alerts and handshakes that fail, with their common prefix in Node. */
export const HANDSHAKE_CODES = /(?:^| )(?:EPROTO|ERR_SSL_|ERR_TLS_)/;

/** The text of a message: the problem and the remedy. */
export function textOf({ problem, remedy }: Message, values: Readonly<Record<string, string>> = {}): string {
  const text = problem.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '?');
  return `${text}: ${remedy}`;
}

/** Code and text of an error; those of the first cause for errors that wrap others. */
export function causeOf(error: unknown): { code: string; text: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0]);
  if (!(error instanceof Error)) return { code: '', text: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { code, text: error.message || code || error.name };
}

/** Finds the first message that applies. */
export function findMessage(
  messages: Readonly<Record<string, FailureMessage>>,
  { code, text }: { readonly code: string; readonly text: string },
): FailureMessage | undefined {
  return Object.values(messages).find(
    (message) =>
      (message.codes !== undefined || message.text !== undefined) &&
      (message.codes === undefined || message.codes.includes(code)) &&
      (message.text === undefined || message.text.test(text)),
  );
}

/** Host and port of an address, without user and password. */
export function hostOf(url: string, defaultPort: number): string {
  try {
    const { hostname, port, searchParams } = new URL(url);
    return `${searchParams.get('host') ?? (hostname || 'localhost')}:${searchParams.get('port') ?? (port || defaultPort)}`;
  } catch {
    return 'the host';
  }
}
