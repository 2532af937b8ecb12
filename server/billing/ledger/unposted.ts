import type { SettleItem } from '../../core/redis/scripts/settle.js';

/** A settled request that is not known to be in Postgres. */
export interface UnpostedEntry {
  readonly item: SettleItem;
  /** Stream id it was last appended under; '' = never, or not known. */
  placedAt: string;
  /** The memory that has it under `placedAt`. */
  epoch: string;
}

/**
 * What this process settled and has not yet heard to be posted. While it is here, no loss of Redis's memory loses it.
 * In order of settlement, which is about the order of stream ids.
 */
export class Unposted {
  private readonly entries = new Map<string, UnpostedEntry>();

  get size(): number {
    return this.entries.size;
  }

  add(item: SettleItem): UnpostedEntry {
    const entry = { item, placedAt: '', epoch: '' };
    this.entries.set(item.requestId, entry);
    return entry;
  }

  values(): UnpostedEntry[] {
    return [...this.entries.values()];
  }

  /** Drops what was posted: entries placed in memory `epoch` up to stream id `lastId`. */
  forgetPosted(epoch: string, lastId: string): void {
    const last = parts(lastId);
    for (const [requestId, entry] of this.entries) {
      // Appended at about the same time, a few entries stand here out of order: pass over them, but not far.
      if (entry.epoch !== epoch || entry.placedAt === '') continue;
      const [time, number] = parts(entry.placedAt);
      if (time < last[0] || (time === last[0] && number <= last[1])) this.entries.delete(requestId);
      else if (time > last[0] + 5000) break;
    }
  }
}

function parts(streamId: string): [time: number, number: number] {
  const dash = streamId.indexOf('-');
  return [Number(streamId.slice(0, dash)), Number(streamId.slice(dash + 1))];
}
