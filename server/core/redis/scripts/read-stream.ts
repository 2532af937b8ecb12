import type { Redis } from 'ioredis';
import { within } from '../../deadline.js';
import { keysOf } from './keys.js';

/** Longest wait for an answer, milliseconds. */
const TIMEOUT_MS = 2000;

/** An entry of a stream: its id, and names and values of its fields in turn. */
export type StreamEntry = readonly [id: string, fields: readonly string[]];

/**
 * Reads the oldest entries of a stream together with the epoch of the journal.
 * @returns `epoch` null if Redis has none yet
 */
export async function readStream(
  redis: Redis,
  stream: string,
  count: number,
): Promise<{ epoch: string | null; entries: readonly StreamEntry[] }> {
  // Not a Lua script, which would copy every entry into Lua and back.
  const answers = await within(
    redis.multi().get(keysOf(redis).epoch).xrange(stream, '-', '+', 'COUNT', count).exec(),
    TIMEOUT_MS,
    'Redis',
  );
  const [epoch, entries] = (answers ?? []).map(([error, value]) => {
    if (error) throw error;
    return value;
  }) as [string | null, StreamEntry[]];
  return { epoch, entries };
}
