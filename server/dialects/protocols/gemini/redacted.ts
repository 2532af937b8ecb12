/**
 * Encrypted reasoning of other providers is sent as a signature with this prefix. The prefix is valid base64 in complete
 * groups of four characters, so clients that decode and re-encode signatures return it unchanged.
 */
const mark = 'EncryptedThought';

export function markRedacted(data: string): string {
  return mark + data;
}

/** The data of a signature with that prefix; undefined for any other signature. */
export function redactedIn(signature: string): string | undefined {
  return signature.startsWith(mark) ? signature.slice(mark.length) : undefined;
}
