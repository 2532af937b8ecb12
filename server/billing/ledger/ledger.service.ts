import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BalanceStore } from './balance-store.js';
import { enterOnce } from './ledger-entries.repository.js';
import { LedgerRepository } from './ledger.repository.js';

/** Reason of a credit. */
export type CreditKind = 'grant' | 'topup' | 'redemption' | 'refund';

/** A balance before and after a change. */
export interface Change {
  before: number;
  after: number;
}

/**
 * Makes every balance change that is not a relay charge. All methods run inside the caller's transaction. After its
 * commit, the caller calls `refreshCache` so that requests see the new balance at once instead of within a minute. Rows
 * are locked users before tokens, by ascending id.
 */
@Injectable()
export class LedgerService {
  private readonly logger = new Logger('Ledger');

  constructor(
    private readonly balances: BalanceStore,
    private readonly ledger: LedgerRepository,
  ) {}

  /** Opening balance of a new account: sets its quota to exactly this value. */
  async open(manager: EntityManager, userId: number, quota: number, reason: string): Promise<void> {
    assertQuota(quota);
    const before = await this.ledger.lockUser(manager, userId);
    if (await this.ledger.hasEntries(manager, 'user_id', userId))
      throw new Error(`user ${userId} has a balance already`);
    const reference = `user:${userId}`;
    await enterOnce(manager, { kind: 'opening', reference, userId, delta: quota, content: reason });
    await this.ledger.moveUser(manager, userId, quota - before);
  }

  /**
   * Adds `amount` to a balance, and to the given token. Idempotent per (kind, reference), also for concurrent calls.
   * @returns false when the credit was entered before
   */
  async credit(
    manager: EntityManager,
    addition: {
      userId: number;
      amount: number;
      kind: CreditKind;
      reference: string;
      tokenId?: number;
      content?: string;
    },
  ): Promise<boolean> {
    assertQuota(addition.amount);
    const { userId, amount, kind, reference, tokenId = 0, content = '' } = addition;
    const entry = {
      kind,
      reference,
      userId,
      tokenId,
      delta: amount,
      tokenDelta: tokenId ? amount : 0,
      content,
    };
    if (!(await enterOnce(manager, entry))) return false;
    await this.ledger.moveUser(manager, userId, amount);
    if (tokenId) await this.ledger.moveToken(manager, tokenId, amount);
    return true;
  }

  /**
   * An administrator's edit. With `quotaBefore` (the value the editor saw), the difference is applied, so that spending
   * in between is preserved; without it the balance becomes `quota`. Charges in progress are subtracted later.
   * `content` is stored with the entry.
   */
  async setUserQuota(
    manager: EntityManager,
    change: { userId: number; quota: number; quotaBefore?: number; reference: string; content?: string },
  ): Promise<Change> {
    const { userId, quota, quotaBefore, reference, content = '' } = change;
    assertQuota(quota);
    const now = await this.ledger.lockUser(manager, userId);
    const before = (await this.ledger.hasEntries(manager, 'user_id', userId)) ? now : 0;
    // More may have been spent since the editor loaded the page than is left: an edit never creates a negative balance.
    const target = quotaBefore === undefined ? quota : before + quota - quotaBefore;
    const delta = Math.max(target, Math.min(before, 0)) - before;
    if (delta !== 0 && !(await enterOnce(manager, { kind: 'adjust', reference, userId, delta, content })))
      return { before: now, after: now };
    await this.ledger.moveUser(manager, userId, before + delta - now);
    return { before: now, after: before + delta };
  }

  /** Moves invitation reward to the balance. @returns false when the reward is too small or the transfer was done before */
  async transferReward(
    manager: EntityManager,
    payment: { userId: number; amount: number; reference: string },
  ): Promise<boolean> {
    const { userId, amount, reference } = payment;
    assertQuota(amount);
    const reward = await this.ledger.lockReward(manager, userId);
    if (reward === undefined || reward < amount) return false;
    if (!(await enterOnce(manager, { kind: 'transfer', reference, userId, delta: amount }))) return false;
    await this.ledger.reduceReward(manager, userId, amount);
    await this.ledger.moveUser(manager, userId, amount);
    return true;
  }

  /**
   * Sets the remaining quota of a token: an owner's edit, or the initial quota of a new token. With `quotaBefore` (the
   * value the editor saw), the difference is applied, so that spending in between is preserved.
   */
  async setTokenQuota(
    manager: EntityManager,
    change: { tokenId: number; userId: number; quota: number; quotaBefore?: number; reference: string },
  ): Promise<Change> {
    const { tokenId, userId, quota, quotaBefore, reference } = change;
    assertQuota(quota);
    const now = await this.ledger.lockToken(manager, tokenId);
    const target = quotaBefore === undefined ? quota : Math.max(now + quota - quotaBefore, Math.min(now, 0));
    const before = (await this.ledger.hasEntries(manager, 'token_id', tokenId)) ? now : 0;
    const entry = { kind: 'token', reference, userId, tokenId, tokenDelta: target - before };
    const entered = entry.tokenDelta === 0 || (await enterOnce(manager, entry));
    if (entered) await this.ledger.moveToken(manager, tokenId, target - now);
    return { before: now, after: entered ? target : now };
  }

  /** Updates Redis after the commit. Errors are only logged, since Redis reloads stale balances anyway. */
  async refreshCache(changed: { users?: number[]; tokens?: number[] }): Promise<void> {
    try {
      await this.balances.refresh(changed);
    } catch (error) {
      this.logger.warn(`changed balances will be seen later: ${String(error)}`);
    }
  }
}

/** @throws RangeError for an invalid amount. Callers validate user input; this check catches defects. */
function assertQuota(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not a quota: ${amount}`);
}
