import type { Redis } from 'ioredis';
import { KEYS } from './keys.js';
import { Script } from './script.js';

const read = new Script(`
local epoch = redis.call('GET', '${KEYS.epoch}')
if not epoch then return 0 end
return {epoch, redis.call('XRANGE', '${KEYS.journal}', '-', '+', 'COUNT', ARGV[1])}
`);

/** An entry of the journal stream; the reader must validate it. */
export interface RawEntry {
  streamId: string;
  requestId: string;
  userId: number;
  tokenId: number;
  charge: number;
  /** JSON text. */
  entry: string;
}

/**
 * Reads the oldest unposted entries and the epoch they belong to.
 * @returns undefined if Redis has no epoch yet
 */
export async function readJournal(
  redis: Redis,
  count: number,
): Promise<{ epoch: string; entries: RawEntry[] } | undefined> {
  const answer = await read.run(redis, [count]);
  if (!Array.isArray(answer)) return undefined;
  const [epoch, rows] = answer as [string, [string, string[]][]];
  return { epoch, entries: rows.map(([streamId, fields]) => rawEntry(streamId, fields)) };
}

function rawEntry(streamId: string, fields: readonly string[]): RawEntry {
  const field = (name: string) => {
    const at = fields.findIndex((text, index) => index % 2 === 0 && text === name);
    return at < 0 ? '' : (fields[at + 1] ?? '');
  };
  return {
    streamId,
    requestId: field('r'),
    userId: whole(field('u')),
    tokenId: whole(field('t')),
    charge: whole(field('c')),
    entry: field('e'),
  };
}

/** Invalid numbers become 0: one malformed entry must not block the acknowledgement of its batch. */
function whole(text: string): number {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : 0;
}
