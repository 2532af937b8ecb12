import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LogType } from '../contract/enums.js';
import { LedgerService } from '../billing/ledger/ledger.service.js';
import { AuditLog } from '../audit/audit-log.js';
import type { Acting } from '../core/http/access/account.js';
import { LogWriter } from '../billing/logs/log-writer.js';
import { PricesService } from '../billing/prices/prices.service.js';
import { randomText } from '../core/crypto.js';
import { ApiError } from '../contract/errors/api-error.js';
import { storedText } from '../contract/stored-texts/catalogue.js';
import { OptionsService } from '../options/options.service.js';
import { isAffCodeTaken, UsersRepository } from './users.repository.js';

/** Attempts to store a new code, in case another transaction takes it first. */
const CODE_TRIES = 5;

/** Invitation codes of users and the rewards for them. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly options: OptionsService,
    private readonly ledger: LedgerService,
    private readonly prices: PricesService,
    private readonly logs: LogWriter,
    private readonly audit: AuditLog,
  ) {}

  /** Returns the user's code. Imported accounts and the first account get a code on their first request. */
  async codeOf(userId: number): Promise<string> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.readOrMake(userId);
      } catch (error) {
        if (!isAffCodeTaken(error) || tries === CODE_TRIES) throw error;
      }
    }
  }

  /**
   * Moves reward to the balance: the whole amount or nothing.
   * @throws ApiError transfer_too_small, reward_too_low
   */
  async transfer(account: Acting, amount: number): Promise<void> {
    const { id: userId } = account;
    const smallest = this.options.get('QuotaPerUnit');
    if (amount < smallest)
      throw new ApiError('transfer_too_small', { quota: this.prices.quotaLogText(smallest) });
    await this.database.transaction(async (manager) => {
      const { username } = await this.users.lockLive(manager, userId);
      const reference = `transfer:${randomText(20)}`;
      if (!(await this.ledger.transferReward(manager, { userId, amount, reference })))
        throw new ApiError('reward_too_low');
      const text = storedText('reward_transferred', { quota: this.prices.loggedQuota(amount) });
      await this.logs.write(manager, { userId, username, type: LogType.system, text });
      await this.audit.record(manager, {
        action: 'reward_moved',
        actor: account,
        details: { quota: amount },
      });
    });
    await this.ledger.refreshCache({ users: [userId] });
  }

  private readOrMake(userId: number): Promise<string> {
    return this.database.transaction(async (manager) => {
      const { affCode } = await this.users.lockLive(manager, userId);
      if (affCode !== null && affCode !== '') return affCode;
      const made = await this.users.freeAffCode(manager);
      await this.users.update(manager, userId, { affCode: made });
      return made;
    });
  }
}
