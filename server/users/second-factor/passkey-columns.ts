/** How columns of passkeys are written. */

/** Bytes in a column, base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'));
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

export function transportsOf(text: string): string[] {
  return text === '' ? [] : text.split(',');
}
