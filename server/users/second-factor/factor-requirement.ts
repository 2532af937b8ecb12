import { Injectable } from '@nestjs/common';
import { Role } from '../../contract/enums.js';
import type { SecondFactorNotice } from '../../contract/resources/accounts/second-factor.js';
import type { AccountState } from '../../core/http/access/account.js';
import type { EnrolmentRule } from '../../core/http/access/enrolment.js';
import { OptionsService } from '../../options/options.service.js';
import { Accounts } from '../accounts.js';
import { UsersRepository } from '../users.repository.js';

const DAY_SECONDS = 86_400;

type Asked = Pick<AccountState, 'id' | 'role' | 'secondFactor' | 'secondFactorAskedAt'>;

/**
 * Which accounts need a second factor, and from when on they may do nothing else than set one up. The grace period of an account
 * begins with its first request under the requirement, so that it is not over after a holiday.
 */
@Injectable()
export class FactorRequirement implements EnrolmentRule {
  constructor(
    private readonly options: OptionsService,
    private readonly users: UsersRepository,
    private readonly accounts: Accounts,
  ) {}

  /** Whether the administrator requires a second factor of accounts with this role. */
  requires(role: number): boolean {
    const required = this.options.get('SecondFactorRequired');
    return required === 'everyone' || (required === 'administrators' && role >= Role.admin);
  }

  async isOverdue(account: AccountState): Promise<boolean> {
    const dueAt = await this.dueAt(account);
    return dueAt !== undefined && dueAt <= Date.now() / 1000;
  }

  /** What the console shows to an account; undefined if it is not asked for a second factor. */
  async noticeFor(
    account: Asked & { readonly secondFactorAdvised: boolean },
  ): Promise<SecondFactorNotice | undefined> {
    const dueAt = await this.dueAt(account);
    if (dueAt !== undefined) return { reason: 'required', due_at: dueAt };
    return account.secondFactorAdvised && !account.secondFactor
      ? { reason: 'imported', due_at: 0 }
      : undefined;
  }

  /** Unix seconds from which the account must have a second factor; undefined if it has one or needs none. */
  private async dueAt({ id, role, secondFactor, secondFactorAskedAt }: Asked): Promise<number | undefined> {
    if (!this.requires(role)) {
      // Asked again one day, it has the whole period again.
      if (secondFactorAskedAt !== 0) await this.note(id, 0, secondFactorAskedAt);
      return undefined;
    }
    if (secondFactor) return undefined;
    const now = Math.floor(Date.now() / 1000);
    if (secondFactorAskedAt === 0) await this.note(id, now, 0);
    return (secondFactorAskedAt || now) + this.options.get('SecondFactorGraceDays') * DAY_SECONDS;
  }

  private async note(id: number, at: number, before: number): Promise<void> {
    await this.users.askForSecondFactor(id, at, before);
    await this.accounts.changed(id);
  }
}
