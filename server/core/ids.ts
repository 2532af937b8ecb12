import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random bytes are drawn in bulk: one call to the system serves some hundred ids. */
const POOL_SIZE = 4096;
let pool = Buffer.alloc(0);
let used = 0;

/** Letters and digits that tell ids apart. Not for secrets: the last few letters of the alphabet are a little rarer. */
function distinct(length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) {
    if (used >= pool.length) {
      pool = randomBytes(POOL_SIZE);
      used = 0;
    }
    text += ALPHABET[pool[used++]! % ALPHABET.length];
  }
  return text;
}

/** The id of one HTTP request: UTC `yyyyMMddHHmmss`, nanoseconds, eight letters or digits (31 characters in all). */
export function requestId(): string {
  const now = new Date();
  const seconds = now.toISOString().slice(0, 19).replace(/[-:T]/g, '');
  const belowMillisecond = process.hrtime.bigint() % 1_000_000n;
  const nanoseconds =
    String(now.getUTCMilliseconds()).padStart(3, '0') + String(belowMillisecond).padStart(6, '0');
  return seconds + nanoseconds + distinct(8);
}
