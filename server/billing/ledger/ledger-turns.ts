import type { Redis } from 'ioredis';
import { runTurn } from '../../core/redis/scripts/ledger-turn.js';
import type { ReserveAnswer, ReserveItem } from '../../core/redis/scripts/reserve.js';
import type { SettleItem } from '../../core/redis/scripts/settle.js';
import type { JournalEpoch, RedisJournalEpoch } from './journal-epoch.js';

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Where an entry is in the journal: its stream id, and the epoch of the journal. */
export interface PlacedEntry {
  id: string;
  epoch: string;
}

type WaitingSettle = Waiting<SettleItem, PlacedEntry | undefined>;
type WaitingReserve = Waiting<ReserveItem, ReserveAnswer | undefined>;

/** Most settlements, and most reservations, of one call. */
const CALL_SIZE = 128;

/**
 * Sends all settlements and reservations of one turn of the event loop to Redis in one call. This halves the CPU time per
 * request on the relay's path, here and in Redis, and no request waits longer than the turn takes.
 */
export class LedgerTurns {
  private settles: WaitingSettle[] = [];
  private reserves: WaitingReserve[] = [];
  private scheduled = false;
  private readonly flush = () => this.sendAll();

  /** @param journalLimit number of entries in the journal from which nothing is reserved */
  constructor(
    private readonly redis: Redis,
    private readonly membership: RedisJournalEpoch,
    private readonly journalLimit: number,
  ) {}

  /** @returns undefined when Redis has a different epoch: try again. @throws when Redis cannot be reached */
  settle(item: SettleItem): Promise<PlacedEntry | undefined> {
    return new Promise((resolve, reject) => {
      this.settles.push({ item, resolve, reject });
      this.schedule();
    });
  }

  /** @returns undefined when Redis has a different epoch: try again. @throws when Redis cannot be reached */
  reserve(item: ReserveItem): Promise<ReserveAnswer | undefined> {
    return new Promise((resolve, reject) => {
      this.reserves.push({ item, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(this.flush);
  }

  private sendAll(): void {
    const { settles, reserves } = this;
    this.settles = [];
    this.reserves = [];
    this.scheduled = false;
    // A new epoch admits no requests at first, and settlements do not wait for that.
    if (reserves.length > 0 && !this.membership.isComplete) {
      void this.send([], reserves);
      if (settles.length > 0) void this.send(settles, []);
    } else if (settles.length <= CALL_SIZE && reserves.length <= CALL_SIZE) void this.send(settles, reserves);
    else
      for (let from = 0; from < Math.max(settles.length, reserves.length); from += CALL_SIZE)
        void this.send(settles.slice(from, from + CALL_SIZE), reserves.slice(from, from + CALL_SIZE));
  }

  /** Never rejects. */
  private async send(settles: readonly WaitingSettle[], reserves: readonly WaitingReserve[]): Promise<void> {
    const { membership } = this;
    try {
      const current = await (reserves.length > 0 ? membership.completeJournal() : membership.current());
      const answer = await membership.calling(current, this.call(current, settles, reserves));
      if (!answer.settles || !answer.reserves) membership.left(current.epoch);
      for (const [index, { resolve }] of settles.entries())
        resolve(answer.settles && { id: answer.settles[index]!, epoch: current.epoch });
      for (const [index, { resolve }] of reserves.entries()) resolve(answer.reserves?.[index]);
    } catch (error) {
      for (const { reject } of settles) reject(error);
      for (const { reject } of reserves) reject(error);
    }
  }

  private call(epoch: JournalEpoch, settles: readonly WaitingSettle[], reserves: readonly WaitingReserve[]) {
    return runTurn(this.redis, epoch, this.journalLimit, {
      settles: settles.map(({ item }) => item),
      reserves: reserves.map(({ item }) => item),
    });
  }
}
