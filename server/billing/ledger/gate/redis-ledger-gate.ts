import { Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Redis } from 'ioredis';
import type { LogEntry } from '../../../core/logger.js';
import type { EventBus } from '../../../core/redis/events.js';
import { extendHold } from '../../../core/redis/scripts/extend.js';
import { exclusive } from '../../../core/intervals.js';
import { reportProduced } from '../../../core/redis/scripts/report-produced.js';
import { releaseAll } from '../../../core/redis/scripts/release.js';
import type { LedgerState } from '../../../core/redis/scripts/readiness.js';
import type { ReserveAnswer, ReserveItem } from '../../../core/redis/scripts/reserve.js';
import type { SettleItem } from '../../../core/redis/scripts/settle.js';
import { syncHolds } from '../../../core/redis/scripts/sync-holds.js';
import type { BalanceStore } from '../balance-store.js';
import { settleItem } from '../journal-entry.js';
import type { Hold, HoldRequest, LedgerGate, Settlement } from '../ledger.types.js';
import { RedisJournalEpoch, type JournalEpoch } from './journal-epoch.js';
import { errorOf, fitsLater, grantOf, isShort, unavailable } from './gate-errors.js';
import { HoldWaits } from './hold-waits.js';
import { LedgerTurns } from './ledger-turns.js';
import { SettlementQueue } from '../settlements/settlement-queue.js';
import type { Spool } from '../settlements/spool.js';
import { TickBatch } from './tick-batch.js';

/** Attempts per call. Loading balances and joining an epoch may each require another attempt; more indicate a fault. */
const ATTEMPTS = 5;
/** Interval for adopting orphaned spool files and refreshing the timestamps of own ones, milliseconds. */
export const SPOOL_ROUND_MS = 20_000;
/** Milliseconds that a request waits at most for quota that other requests of its user hold. */
const MAX_WAIT_MS = 1000;
/** Milliseconds until a charged hold that could not be released is tried again. */
const RELEASE_AGAIN_MS = 5000;

type Answer = Exclude<ReserveAnswer, ['load']>;

/** Limits of the gate. */
export interface GateLimits {
  /** Number of unposted entries at which new requests are rejected. */
  journalLimit: number;
  /** Lifetime of the holds of a dead process. */
  holdTtlSeconds: number;
  /**
   * Time a new epoch waits for processes to restore their data before requests are admitted; must exceed the longest
   * reconnect pause.
   */
  gatherMs: number;
  /** Id of the installation; '' or absent = the mark of Redis is not compared. */
  installation?: string;
}

/**
 * Redis part of the ledger. Holds and charges are in Redis, and settlements also in this process and in a file until they
 * are in Postgres, so that no charge is lost with the data in Redis, with a killed server, or with both at once.
 */
export class RedisLedgerGate implements LedgerGate {
  private readonly logger = new Logger('Ledger');
  private readonly open = new Map<string, Hold>();
  /** Last reported settlements of open streams. */
  private readonly produced = new Map<string, SettleItem>();
  /** Requests with a reservation in progress. */
  private readonly reserving = new Set<string>();
  private readonly membership: RedisJournalEpoch;
  private readonly spool: Spool;
  private readonly settlements: SettlementQueue;
  private readonly maintain = exclusive('ledger.spool', () => this.settlements.maintain());

  private readonly waits = new HoldWaits();
  private readonly turns: LedgerTurns;
  private readonly releases = new TickBatch<string, void>(async (requestIds) => {
    await releaseAll(this.redis, this.membership.owner, requestIds);
    return requestIds.map(() => undefined);
  });

  /** @param adopter the gate that a settlement of a process that is gone belongs to */
  constructor(
    private readonly redis: Redis,
    events: EventBus,
    private readonly balances: BalanceStore,
    spoolOf: (owner: string) => Spool,
    private readonly limits: GateLimits,
    adopter: (item: SettleItem) => RedisLedgerGate = () => this,
  ) {
    this.membership = new RedisJournalEpoch(redis, events, limits, {
      restore: (epoch) => this.restore(epoch),
      posted: (epoch, lastId) => this.settlements.forgetPosted(epoch, lastId),
    });
    this.spool = spoolOf(this.membership.owner);
    this.turns = new LedgerTurns(redis, this.membership, limits.journalLimit, this.spool.copies);
    this.settlements = new SettlementQueue(
      redis,
      this.membership,
      this.turns,
      this.spool,
      this.logger,
      (item) => adopter(item).adopt(item),
    );
  }

  /** Adopts spool files of dead processes and joins the epoch. If Redis is unavailable, the join happens when it returns. */
  async start(): Promise<void> {
    this.membership.start();
    await this.maintainSpool();
    await this.membership
      .join()
      .catch((error: unknown) => this.logger.warn(`Redis not joined yet: ${String(error)}`));
  }

  /** Milliseconds between two renewals of the lease. */
  get renewEveryMs(): number {
    return this.membership.renewEveryMs;
  }

  /** Renews the lease of this process. Call it every `renewEveryMs`, until `stop`. */
  renewLease(): Promise<void> {
    return this.membership.renew();
  }

  /** Refreshes the timestamps of this process's spool files, and adopts files of dead processes. Errors are logged. */
  @Interval('ledger.spool', SPOOL_ROUND_MS)
  maintainSpool(): Promise<void> {
    return this.maintain();
  }

  /** Takes over a settlement of a process that is gone. Resolves when Redis or the disk has it. */
  adopt(item: SettleItem): Promise<void> {
    return this.settlements.add(item);
  }

  /** Call after the last request has settled. */
  async stop(): Promise<void> {
    await this.settlements.saveUnposted();
    await this.membership.stop();
    this.spool.leave();
  }

  /** What this process holds now, and has charged without knowing yet that it is posted, quota units. */
  get outstanding(): { readonly held: number; readonly unposted: number } {
    let held = 0;
    for (const { amount } of this.open.values()) held += amount;
    return { held, unposted: this.settlements.charges };
  }

  /** Number of settlements not yet known to be posted, and of open holds. For status pages and tests. */
  get counts(): { pending: number; open: number } {
    return { pending: this.settlements.size, open: this.open.size };
  }

  /** What decides whether a request can be charged now. @throws when Redis cannot be reached or runs no scripts */
  state(): Promise<LedgerState> {
    return this.membership.state();
  }

  async reserve(request: HoldRequest): Promise<Hold> {
    assertQuota(request.amount);
    const { requestId, userId, tokenId, tokenUnlimited, amount, preferredHold, limit } = request;
    const usual = preferredHold ? atLeast(preferredHold.usual, amount) : amount;
    if (this.settlements.size >= this.limits.journalLimit) throw errorOf(['full'], request);
    const item: ReserveItem = {
      requestId,
      userId,
      tokenId,
      tokenUnlimited,
      amount: usual,
      usual,
      possible: preferredHold ? atLeast(preferredHold.possible, usual) : amount,
      headroom: preferredHold?.headroom ?? 1,
      windowSeconds: limit?.windowSeconds ?? 0,
      totalLimit: limit?.total ?? 0,
      successLimit: limit?.success ?? 0,
    };
    this.reserving.add(requestId);
    try {
      const { requested, answer } = await this.reserveInTime(item, amount);
      const { held, isOld } = grantOf(answer, requested, request);
      if (isOld) this.balances.refreshSoon(userId, tokenUnlimited ? 0 : tokenId);
      const hold: Hold = { requestId, userId, tokenId, tokenUnlimited, amount: held, limit };
      this.open.set(requestId, hold);
      return hold;
    } finally {
      this.reserving.delete(requestId);
    }
  }

  /**
   * Reserves what `item` asks for, the usual amount, else at least `least`. Waits for either while others of the user hold
   * enough, so that a request does not begin with little shortly before more is released.
   * @throws ApiError books_unavailable
   */
  private async reserveInTime(
    item: ReserveItem,
    least: number,
  ): Promise<{ requested: number; answer: Answer }> {
    const deadline = Date.now() + MAX_WAIT_MS;
    const answer = await this.reserveUntil(deadline, item);
    if (!isShort(answer) || least === item.amount) return { requested: item.amount, answer };
    return { requested: least, answer: await this.reserveUntil(deadline, { ...item, amount: least }) };
  }

  private async reserveUntil(deadline: number, item: ReserveItem): Promise<Answer> {
    const answer = await this.tryReserve(item);
    if (!isShort(answer) || !fitsLater(answer, item.amount)) return answer;
    const later = await this.waits.retry(item.userId, deadline, async () => {
      const next = await this.tryReserve(item);
      return isShort(next) ? undefined : next;
    });
    return later ?? answer;
  }

  /** @throws ApiError books_unavailable */
  private async tryReserve(item: ReserveItem): Promise<Answer> {
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const answer = await this.turns.reserve(item);
        if (answer === undefined) continue;
        if (typeof answer === 'number' || answer[0] !== 'load') return answer;
        await this.loadBalances(item);
      }
    } catch (error) {
      throw unavailable(error);
    }
    throw unavailable(new Error('the journal epoch changed too often'));
  }

  private async loadBalances(item: {
    userId: number;
    tokenId: number;
    tokenUnlimited: boolean;
  }): Promise<void> {
    const { epoch } = await this.membership.current();
    await this.balances.load(item.userId, item.tokenUnlimited ? 0 : item.tokenId, epoch);
  }

  async extend(hold: Hold, amount: number): Promise<boolean> {
    assertQuota(amount);
    const outcome = await this.tryExtend(hold, amount);
    if (!this.open.has(hold.requestId)) {
      // The hold was settled or released in the meantime: release what was added.
      await this.releaseHold(hold.requestId);
      return false;
    }
    if (outcome === 'held') hold.amount += amount;
    return outcome === 'held';
  }

  /** @throws ApiError books_unavailable */
  private async tryExtend(hold: Hold, extra: number): Promise<'held' | 'low'> {
    const { requestId, userId, tokenId, tokenUnlimited } = hold;
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const epoch = await this.membership.completeJournal();
        const item = { requestId, userId, tokenId, tokenUnlimited, held: hold.amount, extra };
        const answer = await this.membership.calling(epoch, extendHold(this.redis, epoch, item));
        if (answer === 'held' || answer === 'low') return answer;
        if (answer === 'join') this.membership.left(epoch.epoch);
        else await this.loadBalances(hold);
      }
    } catch (error) {
      throw unavailable(error);
    }
    throw unavailable(new Error('the journal epoch changed too often'));
  }

  async settle(hold: Hold, settlement: Settlement): Promise<void> {
    assertQuota(settlement.quota);
    // Already settled or released: a hold is settled at most once.
    if (!this.open.delete(hold.requestId)) return;
    await this.settlements.add(settleItem(hold, settlement));
    this.waits.released(hold.userId);
  }

  async report(produced: readonly { hold: Hold; settlement: Settlement }[]): Promise<void> {
    const items = produced
      .filter(({ hold }) => this.open.has(hold.requestId))
      .map(({ hold, settlement }) => settleItem(hold, settlement));
    const over = [...this.produced.keys()].filter((requestId) => !this.open.has(requestId));
    for (const requestId of over) this.produced.delete(requestId);
    for (const item of items) this.produced.set(item.requestId, item);
    if (items.length + over.length === 0) return;
    try {
      const epoch = await this.membership.current();
      if (!(await this.membership.calling(epoch, reportProduced(this.redis, epoch, items, over))))
        this.membership.left(epoch.epoch);
    } catch (error) {
      // The next join reports all of them again.
      this.logger.warn(`produced amounts not kept: ${String(error)}`);
    }
  }

  async release(hold: Hold): Promise<void> {
    if (!this.open.delete(hold.requestId) || hold.amount === 0) return;
    await this.releaseHold(hold.requestId);
    this.waits.released(hold.userId);
  }

  async releaseCharged(hold: Hold): Promise<void> {
    if (hold.amount === 0) this.open.delete(hold.requestId);
    if (!this.open.has(hold.requestId)) return;
    try {
      await this.balances.refreshAndRelease(hold, this.membership.owner);
      this.open.delete(hold.requestId);
      this.waits.released(hold.userId);
    } catch (error) {
      // Released now, the amount could be spent again, because Redis still has the balance from before the charge.
      const message = `hold of a charged request released later: ${String(error)}`;
      this.logger.warn({ requestId: hold.requestId, message } satisfies LogEntry);
      setTimeout(() => void this.releaseCharged(hold), RELEASE_AGAIN_MS).unref();
    }
  }

  private async releaseHold(requestId: string): Promise<void> {
    try {
      await this.releases.add(requestId);
    } catch (error) {
      // The next join releases every hold that is not open here; otherwise the sweeper does after the lease has ended.
      this.logger.warn({ requestId, message: `hold released later: ${String(error)}` } satisfies LogEntry);
    }
  }

  /** Restores the data of this process in an epoch: open holds, and entries not yet posted. */
  private async restore(epoch: JournalEpoch): Promise<void> {
    const files = await this.spool.seal();
    await syncHolds(this.redis, epoch, this.open.values(), [...this.reserving]);
    if (this.produced.size > 0) await reportProduced(this.redis, epoch, this.produced.values(), []);
    await this.settlements.restore(epoch);
    await this.spool.remove(files);
  }
}

function atLeast(amount: number, least: number): number {
  assertQuota(amount);
  return Math.max(amount, least);
}

/** @throws RangeError unless `amount` is a safe integer >= 0: a caller's defect must not reach the ledger */
function assertQuota(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not a quota: ${amount}`);
}
