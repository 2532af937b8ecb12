import type { Redis } from 'ioredis';
import { KEYS } from './keys.js';
import { Script } from './script.js';

const read = new Script(`
local epoch = redis.call('GET', '${KEYS.epoch}')
if not epoch then return 0 end
return {epoch, redis.call('XRANGE', '${KEYS.journal}', '-', '+', 'COUNT', ARGV[1])}
`);

/** An entry as the stream has it; whether it makes sense is for the reader to find out. */
export interface RawEntry {
  streamId: string;
  requestId: string;
  userId: number;
  tokenId: number;
  charge: number;
  /** JSON text. */
  entry: string;
}

/** The oldest entries that are not posted yet, with the memory they are in. undefined: this memory has no epoch yet. */
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

/** A broken number must not break the acknowledgement of the whole batch. */
function whole(text: string): number {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : 0;
}
