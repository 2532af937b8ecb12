import type { SettleItem } from '../../core/redis/scripts/settle.js';

/** A settled request that is not known to be in Postgres. */
export interface PendingEntry {
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
export class PendingEntries {
  private readonly entries = new Map<string, PendingEntry>();

  get size(): number {
    return this.entries.size;
  }

  add(item: SettleItem): PendingEntry {
    const entry = { item, placedAt: '', epoch: '' };
    this.entries.set(item.requestId, entry);
    return entry;
  }

  values(): PendingEntry[] {
    return [...this.entries.values()];
  }

  /** Drops what was posted: entries placed in memory `epoch` up to stream id `lastId`. */
  forgetPosted(epoch: string, lastId: string): void {
    const lastTime = timeOf(lastId);
    const lastNumber = numberOf(lastId);
    for (const [requestId, entry] of this.entries) {
      if (entry.epoch !== epoch || entry.placedAt === '') continue;
      const time = timeOf(entry.placedAt);
      if (time < lastTime || (time === lastTime && numberOf(entry.placedAt) <= lastNumber))
        this.entries.delete(requestId);
      // A few stand out of order, appended at about the same time; what is passed over now goes the next time.
      else if (time > lastTime + OUT_OF_ORDER_MS) break;
    }
  }
}

/** Settlements that wait longer than this for each other are rare. */
const OUT_OF_ORDER_MS = 20;

function timeOf(streamId: string): number {
  return Number.parseInt(streamId, 10);
}

function numberOf(streamId: string): number {
  return Number(streamId.slice(streamId.indexOf('-') + 1));
}
