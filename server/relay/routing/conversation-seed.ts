/** Bytes at the start of a conversation that identify it. */
const PREFIX_BYTES = 2048;
/** JSON members that hold the conversation in the client protocols; their beginning stays the same as it grows. */
const MEMBERS = ['"messages"', '"contents"', '"input"', '"prompt"'] as const;

/**
 * A number that is the same for all requests of one user's conversation: providers cache prompt prefixes per account, so
 * its next request should use the same channel and key. FNV-1a, 32 bit.
 */
export function conversationSeed(body: Buffer, userId: number): number {
  let start = -1;
  for (const member of MEMBERS) {
    start = body.indexOf(member);
    if (start !== -1) break;
  }
  const from = Math.max(start, 0);
  const to = Math.min(body.length, from + PREFIX_BYTES);
  let hash = mixed(0x811c9dc5, userId);
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (body[at] ?? 0), 0x01000193);
  return hash >>> 0;
}

/** A uniform number in (0, 1) from a seed and a candidate. */
export function uniform(seed: number, candidate: number): number {
  return (mixed(seed, candidate) + 0.5) / 2 ** 32;
}

/** Murmur3's finalizer, which spreads neighbouring inputs over the whole range. */
function mixed(seed: number, value: number): number {
  let hash = seed ^ Math.imul(value, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
