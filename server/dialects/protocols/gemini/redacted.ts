/**
 * Encrypted thoughts of other vendors travel as a signature that begins with these words. It is valid base64, in whole
 * quads, so clients that decode signatures and encode them again give it back unchanged.
 */
const mark = 'EncryptedThought';

export function markRedacted(data: string): string {
  return mark + data;
}

/** The data, when this signature is one of those; undefined for every other. */
export function redactedIn(signature: string): string | undefined {
  return signature.startsWith(mark) ? signature.slice(mark.length) : undefined;
}
