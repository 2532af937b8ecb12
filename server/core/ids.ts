import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random bytes are generated in bulk: one system call serves some hundred ids. */
const POOL_SIZE = 4096;
let pool = Buffer.alloc(0);
let used = 0;

/** Random letters and digits that make ids unique. Not for secrets: the characters are not equally likely. */
function distinct(length: number): string {
  if (used + length > pool.length) {
    pool = randomBytes(POOL_SIZE);
    for (let at = 0; at < POOL_SIZE; at++) pool[at] = ALPHABET.charCodeAt(pool[at]! % ALPHABET.length);
    used = 0;
  }
  return pool.toString('latin1', used, (used += length));
}

let second = 0;
let stamp = '';

/** How an id of `requestId` begins. Parts of sessions have a suffix. */
const STAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)[0-9A-Za-z-]{1,40}$/;

/** When the request of this id began, Unix seconds; undefined if it is not an id of `requestId`. */
export function requestTime(id: string): number | undefined {
  const found = STAMP.exec(id);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second] = found.map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) / 1000;
}

/** Creates the id of one HTTP request: UTC `yyyyMMddHHmmss`, nanoseconds, eight letters or digits (31 characters in all). */
export function requestId(): string {
  const now = Date.now();
  if (Math.floor(now / 1000) !== second) {
    second = Math.floor(now / 1000);
    stamp = new Date(now).toISOString().slice(0, 19).replace(/[-:T]/g, '');
  }
  const belowMillisecond = Math.floor((performance.now() % 1) * 1_000_000);
  return stamp + String(1_000_000_000 + (now % 1000) * 1_000_000 + belowMillisecond).slice(1) + distinct(8);
}
