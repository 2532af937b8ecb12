import type { SettleItem } from '../../../core/redis/scripts/settle.js';
import type { FilePart } from './settlement-file.js';

/** A settled request not yet known to be in Postgres. */
export interface PendingEntry {
  readonly item: SettleItem;
  /** File that has a copy of it; undefined if the disk did not accept one. */
  readonly copy: FilePart | undefined;
  /** Stream id of its last append; '' = none, or unknown. */
  placedAt: string;
  /** Epoch in which `placedAt` is valid. */
  epoch: string;
}

/**
 * Settlements of this process that are not confirmed as posted. While an entry is here, it survives a loss of the data
 * in Redis. In order of settlement, which is roughly the order of stream ids.
 */
export class PendingEntries {
  private readonly entries = new Map<string, PendingEntry>();

  get size(): number {
    return this.entries.size;
  }

  /** Sum of their charges, quota units. */
  get charges(): number {
    let sum = 0;
    for (const { item } of this.entries.values()) sum += item.charge;
    return sum;
  }

  add(item: SettleItem, copy: FilePart | undefined): PendingEntry {
    const entry = { item, copy, placedAt: '', epoch: '' };
    // Adopted from the file of another process, and settled here too.
    this.uncopy(this.entries.get(item.requestId));
    this.entries.set(item.requestId, entry);
    return entry;
  }

  values(): PendingEntry[] {
    return [...this.entries.values()];
  }

  /** Drops posted entries: those appended in `epoch` with a stream id up to `lastId`. */
  forgetPosted(epoch: string, lastId: string): void {
    const lastTime = timeOf(lastId);
    const lastNumber = numberOf(lastId);
    for (const [requestId, entry] of this.entries) {
      if (entry.epoch !== epoch || entry.placedAt === '') continue;
      const time = timeOf(entry.placedAt);
      if (time < lastTime || (time === lastTime && numberOf(entry.placedAt) <= lastNumber)) {
        this.entries.delete(requestId);
        this.uncopy(entry);
      }
      // Entries appended at about the same time may be out of order. Those skipped here are dropped by a later call.
      if (time > lastTime + OUT_OF_ORDER_MS) break;
    }
  }

  /** The entry's copy is not needed any more. */
  private uncopy(entry: PendingEntry | undefined): void {
    if (entry?.copy) entry.copy.unposted--;
  }
}

/** Maximum assumed difference between settlement order and stream order, milliseconds. */
const OUT_OF_ORDER_MS = 20;

function timeOf(streamId: string): number {
  return Number.parseInt(streamId, 10);
}

function numberOf(streamId: string): number {
  return Number(streamId.slice(streamId.indexOf('-') + 1));
}
