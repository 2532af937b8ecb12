import { AFTER_MARKER_MS, type Receiver } from './receiver.js';

/** Whether a byte is white space of JSON (RFC 8259, section 2). */
function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Whether bytes of JSON are only white space. */
export function isBlank(bytes: Buffer): boolean {
  return bytes.every(isWhiteSpace);
}

/**
 * A document whose last byte closes an object may be whole although the upstream does not end the body: it is read when
 * nothing but white space follows for a moment.
 */
export function expectJsonEnd(receiver: Receiver, chunk: Buffer): void {
  let last = chunk.length - 1;
  while (last >= 0 && isWhiteSpace(chunk[last]!)) last--;
  if (last >= 0) receiver.expectEnd(chunk[last] === 0x7d ? AFTER_MARKER_MS : undefined);
}
