import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LogType } from '../../contract/enums.js';
import { Vault } from '../../core/crypto.js';
import type { Acting } from '../../core/http/access/account.js';
import { RateLimits, type RateLimit } from '../../core/http/rate-limits.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { storedText } from '../../contract/stored-texts/catalogue.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { LogWriter } from '../logs/log-writer.js';
import { PricesService } from '../prices/prices.service.js';
import { RedemptionsRepository } from './redemptions.repository.js';

/** Maximum failed attempts of one user within `FAILURE_SECONDS`. */
const MAX_FAILURES = 10;
/** Window of `MAX_FAILURES`, seconds. */
const FAILURE_SECONDS = 600;

/** Redeems codes, each once. */
@Injectable()
export class RedeemingService {
  private readonly failures: RateLimit;

  constructor(
    private readonly dataSource: DataSource,
    private readonly codes: RedemptionsRepository,
    private readonly ledger: LedgerService,
    private readonly logs: LogWriter,
    private readonly prices: PricesService,
    private readonly vault: Vault,
    limits: RateLimits,
  ) {
    this.failures = limits.make('redeem', MAX_FAILURES, FAILURE_SECONDS);
  }

  /**
   * @returns the quota added
   * @throws ApiError redeem_key_unknown, redeem_key_used, too_many_requests
   */
  async redeem(account: Acting, key: string): Promise<number> {
    // Counted before the lookup, so that concurrent attempts cannot exceed the limit. A success resets the count.
    await this.failures.count(String(account.id));
    const quota = await this.dataSource.transaction(async (manager) => {
      const code = await this.take(manager, key, account.id);
      await this.ledger.credit(manager, {
        userId: account.id,
        amount: code.quota,
        kind: 'redemption',
        reference: `redemption:${code.id}`,
      });
      const text = storedText('code_redeemed', {
        quota: this.prices.loggedQuota(code.quota),
        id: code.id,
      });
      await this.logs.write(manager, {
        userId: account.id,
        username: account.username,
        by: account,
        type: LogType.topUp,
        text,
      });
      return code.quota;
    });
    await this.failures.forget(String(account.id));
    await this.ledger.refreshCache({ users: [account.id] });
    return quota;
  }

  private async take(
    manager: EntityManager,
    key: string,
    userId: number,
  ): Promise<{ id: number; quota: number }> {
    const taken = await this.vault.lookUp(key, (hash) => this.codes.take(manager, { key, hash }, userId));
    if (taken !== undefined) return taken;
    const exists = await this.vault.lookUp(
      key,
      async (hash) => (await this.codes.isUsedOrDisabled(manager, { key, hash })) || undefined,
    );
    throw new ApiError(exists ? 'redeem_key_used' : 'redeem_key_unknown');
  }
}
