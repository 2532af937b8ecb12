import type { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { LogEntry } from '../../../core/logger.js';
import { restoreAll, type SettleItem } from '../../../core/redis/scripts/settle.js';
import type { JournalEpoch, RedisJournalEpoch } from '../gate/journal-epoch.js';
import type { LedgerTurns } from '../gate/ledger-turns.js';
import { PendingEntries, type PendingEntry } from './pending-entries.js';
import type { Spool } from './spool.js';

/** Attempts per entry. Joining an epoch may require another attempt; more indicate a fault. */
const ATTEMPTS = 5;
const RESTORE_CHUNK = 500;

/**
 * The settlements of this process on their way to Postgres: appended to the journal in Redis, else to the disk spool, and
 * kept here until they are posted.
 */
export class SettlementQueue {
  private readonly pending = new PendingEntries();
  /** Entries with an append in progress. Restoring them would append them twice. */
  private readonly sending = new Set<PendingEntry>();

  constructor(
    private readonly redis: Redis,
    private readonly membership: RedisJournalEpoch,
    private readonly turns: LedgerTurns,
    private readonly spool: Spool,
    private readonly logger: Logger,
    private readonly adopt: (item: SettleItem) => Promise<void>,
  ) {}

  /** Number of settlements not yet known to be posted. */
  get size(): number {
    return this.pending.size;
  }

  /** Sum of their charges, quota units. */
  get charges(): number {
    return this.pending.charges;
  }

  /** Resolves when Redis or the disk has the settlement; if both fail, an error is logged. Never fails. */
  add(item: SettleItem): Promise<void> {
    return this.enter(this.pending.add(item, this.spool.copies.add(item)));
  }

  /** Entries up to `lastId` of this epoch are in Postgres. */
  forgetPosted(epoch: string, lastId: string): void {
    this.pending.forgetPosted(epoch, lastId);
    this.spool.copies.clear();
  }

  /** Appends the entry to the journal, or to the disk spool if that fails. */
  private async enter(entry: PendingEntry): Promise<void> {
    this.sending.add(entry);
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const placed = await this.turns.settle(entry.item);
        if (!placed) continue;
        entry.placedAt = placed.id;
        entry.epoch = placed.epoch;
        return;
      }
      throw new Error('the journal epoch changed too often');
    } catch (error) {
      await this.toDisk(entry, error);
    } finally {
      this.sending.delete(entry);
    }
  }

  private async toDisk(entry: PendingEntry, reason: unknown): Promise<void> {
    if (this.spool.empty) this.logger.warn(`settlements go to disk: ${String(reason)}`);
    try {
      await this.spool.append(entry.item);
    } catch (error) {
      this.logger.error({
        requestId: entry.item.requestId,
        message: `settlement is in memory only: ${String(error)}`,
      } satisfies LogEntry);
    }
  }

  /**
   * While Redis is unavailable its data may be lost: all unposted entries are written to disk, where the next process
   * finds them.
   */
  async saveUnposted(): Promise<void> {
    if (this.pending.size === 0 || (await this.membership.isHeld())) return;
    const entries = this.pending.values();
    this.logger.warn(`Redis is away: ${entries.length} settlements that are not posted go to disk`);
    // An entry that Redis has as well is posted only once: entries are identified by their request id.
    await Promise.all(
      entries.map(({ item }) =>
        this.spool.append(item).catch((error: unknown) =>
          this.logger.error({
            requestId: item.requestId,
            message: `settlement may be lost: ${String(error)}`,
          } satisfies LogEntry),
        ),
      ),
    );
  }

  /** Appends the entries that are not posted to the journal of a new epoch, in which Redis may not have them. */
  async restore(epoch: JournalEpoch): Promise<void> {
    const entries = this.pending.values().filter((entry) => !this.sending.has(entry));
    for (let from = 0; from < entries.length; from += RESTORE_CHUNK) {
      const chunk = entries.slice(from, from + RESTORE_CHUNK);
      const ids = await restoreAll(
        this.redis,
        epoch,
        chunk.map(({ item, placedAt }) => ({ ...item, placedAt })),
      );
      if (!ids) throw new Error('the journal epoch changed while its data was restored');
      for (const [index, entry] of chunk.entries()) {
        entry.placedAt = ids[index]!;
        entry.epoch = epoch.epoch;
      }
    }
  }

  /** Refreshes the timestamps of this process's spool files, and adopts files of dead processes. */
  async maintain(): Promise<void> {
    await this.spool.keepAlive();
    if (this.redis.status !== 'ready') return;
    // While Redis was away, a process had its settlements in two files.
    const adopted = new Set<string>();
    for (const { file, items } of await this.spool.adopt()) {
      const found = items.filter(({ requestId }) => !adopted.has(requestId));
      for (const { requestId } of found) adopted.add(requestId);
      await Promise.all(found.map((item) => this.adopt(item)));
      await this.spool.remove([file]);
    }
  }
}
