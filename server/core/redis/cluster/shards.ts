/** Default number of shards: fixed for an installation, and several times the nodes that a cluster begins with. */
export const DEFAULT_SHARDS = 16;
export const MAX_SHARDS = 64;
const SLOTS = 16_384;

/** The shard of a user and of everything that belongs to the user. Ids are given in sequence, so that the rest spreads them evenly. */
export function shardOfUser(userId: number, shards: number): number {
  return userId % shards;
}

/** The name of a shard, such as `s07`. */
export function shardName(shard: number): string {
  return `s${String(shard).padStart(2, '0')}`;
}

/**
 * The hash tag of a shard, without its braces: its name and the first number that places it in its part of the slots, such as
 * `s07.1`. A cluster gives each primary a range of slots: shards at random slots would leave some of them with twice as many.
 */
export function hashTag(shard: number, shards: number): string {
  for (let number = 0; ; number++) {
    const tag = `${shardName(shard)}.${number}`;
    if (Math.floor((slotOf(tag) * shards) / SLOTS) === shard) return tag;
  }
}

/** The slot of a hash tag: CRC16 (XMODEM) of it, modulo 16384. */
export function slotOf(tag: string): number {
  let crc = 0;
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc % SLOTS;
}
