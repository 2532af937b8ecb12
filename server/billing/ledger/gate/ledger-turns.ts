import type { Redis } from 'ioredis';
import { runTurn, type LedgerTurnAnswer } from '../../../core/redis/scripts/ledger-turn.js';
import type { ReserveAnswer, ReserveItem } from '../../../core/redis/scripts/reserve.js';
import type { SettleItem } from '../../../core/redis/scripts/settle.js';
import type { JournalEpoch, RedisJournalEpoch } from './journal-epoch.js';
import type { SettlementFile } from '../settlements/settlement-file.js';

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
/** Longest wait for the response of the call before, milliseconds: several times what Redis needs under load. */
const WAIT_MS = 5;

/**
 * Sends all settlements and reservations of one turn of the event loop to Redis in one call. While a call is on its way,
 * those of later turns are collected for the next one. Under load this divides the CPU time per request, here and in Redis,
 * and without load nothing waits.
 */
export class LedgerTurns {
  private settles: WaitingSettle[] = [];
  private reserves: WaitingReserve[] = [];
  private scheduled = false;
  /** Number of calls on their way. */
  private calls = 0;
  /** Set while `flush` waits for the response of a call. */
  private wait: NodeJS.Timeout | undefined;
  private readonly flush = () => this.sendAll();

  /**
   * @param journalLimit number of entries in the journal from which nothing is reserved
   * @param copies stores the settlements on disk before Redis gets them
   */
  constructor(
    private readonly redis: Redis,
    private readonly membership: RedisJournalEpoch,
    private readonly journalLimit: number,
    private readonly copies: Pick<SettlementFile, 'write'>,
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
    if (this.calls === 0) setImmediate(this.flush);
    else this.wait = setTimeout(this.flush, WAIT_MS);
  }

  private sendAll(): void {
    const { settles, reserves } = this;
    this.settles = [];
    this.reserves = [];
    this.scheduled = false;
    this.wait = undefined;
    this.copies.write();
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

  private async call(
    epoch: JournalEpoch,
    settles: readonly WaitingSettle[],
    reserves: readonly WaitingReserve[],
  ): Promise<LedgerTurnAnswer> {
    this.calls += 1;
    try {
      return await runTurn(this.redis, epoch, this.journalLimit, {
        settles: settles.map(({ item }) => item),
        reserves: reserves.map(({ item }) => item),
      });
    } finally {
      this.calls -= 1;
      if (this.wait) this.sendWaiting(this.wait);
    }
  }

  /** The response of the call before has arrived, so its waiting successor is sent in this turn. */
  private sendWaiting(wait: NodeJS.Timeout): void {
    clearTimeout(wait);
    this.wait = undefined;
    setImmediate(this.flush);
  }
}
