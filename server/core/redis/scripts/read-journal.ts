import type { Redis } from 'ioredis';
import { keysOf } from './keys.js';
import { readStream } from './read-stream.js';

/** An entry of the journal stream; the reader must validate it. */
export interface RawEntry {
  streamId: string;
  requestId: string;
  userId: number;
  tokenId: number;
  charge: number;
  /** JSON text. */
  entry: string;
  /** Appended by the sweeper, for a server that was taken for dead. */
  isProvisional: boolean;
}

/**
 * Reads the oldest unposted entries and the epoch they belong to.
 * @returns undefined if Redis has no epoch yet
 */
export async function readJournal(
  redis: Redis,
  count: number,
): Promise<{ epoch: string; entries: RawEntry[] } | undefined> {
  const { epoch, entries } = await readStream(redis, keysOf(redis).journal, count);
  if (epoch === null) return undefined;
  return { epoch, entries: entries.map(([streamId, fields]) => rawEntry(streamId, fields)) };
}

function rawEntry(streamId: string, fields: readonly string[]): RawEntry {
  const [user, token, charge] = accountOf(fields);
  return {
    streamId,
    requestId: fieldOf(fields, 'r', 0),
    userId: whole(user),
    tokenId: whole(token),
    charge: whole(charge),
    entry: fieldOf(fields, 'e', 4),
    isProvisional: fieldOf(fields, 's', 6) !== '',
  };
}

/** Servers before 22 November 2026 wrote user, token and charge as fields of their own. */
function accountOf(fields: readonly string[]): (string | undefined)[] {
  const account = fieldOf(fields, 'a', 2);
  if (account !== '') return account.split(' ');
  return [fieldOf(fields, 'u', 2), fieldOf(fields, 't', 4), fieldOf(fields, 'c', 6)];
}

/** @param usual where the field's name is in entries of this release */
function fieldOf(fields: readonly string[], name: string, usual: number): string {
  if (fields[usual] === name) return fields[usual + 1] ?? '';
  const at = fields.findIndex((text, index) => index % 2 === 0 && text === name);
  return at < 0 ? '' : (fields[at + 1] ?? '');
}

/** Invalid numbers become 0: one malformed entry must not block the acknowledgement of its batch. */
function whole(text: string | undefined): number {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : 0;
}
