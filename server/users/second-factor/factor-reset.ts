import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditLog } from '../../audit/audit-log.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { requireSession, type SignedIn } from '../../core/http/access/account.js';
import type { ClientOrigin } from '../../core/http/access/devices.js';
import { Notices } from '../../notifications/notices.js';
import { noticeText } from '../../notifications/texts/catalogue.js';
import { Accounts } from '../accounts.js';
import { lockWithActor, outranks } from '../actor-permissions.js';
import { UsersRepository } from '../users.repository.js';
import { FactorState } from './factor-state.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** The help of an administrator for users who lost their second factor. */
@Injectable()
export class FactorReset {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly accounts: Accounts,
    private readonly factors: SecondFactorsRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly state: FactorState,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Removes all factors of an account, ends its sessions and notifies its owner. A required second factor is due after a grace
   * period again.
   * @throws ApiError session_required, own_second_factor_reset, user_not_found, user_not_editable, second_factor_missing
   */
  async reset(actor: SignedIn, userId: number, origin: ClientOrigin): Promise<void> {
    requireSession(actor);
    // It would need no proof of the factor, unlike the changes of its owner.
    if (actor.id === userId) throw new ApiError('own_second_factor_reset');
    await this.database.transaction(async (manager) => {
      const { by, user } = await lockWithActor(this.users, manager, actor, userId);
      if (user.deletedAt !== null) throw new ApiError('user_not_found');
      if (!outranks(by, user)) throw new ApiError('user_not_editable');
      if (!user.secondFactor) throw new ApiError('second_factor_missing');
      await this.factors.removeAuthenticator(manager, userId);
      await this.passkeys.removeAll(manager, userId);
      await this.state.update(manager, userId);
      await this.users.update(manager, userId, {
        secondFactorAskedAt: 0,
        sessionVersion: user.sessionVersion + 1,
      });
      await this.audit.record(manager, { action: 'second_factor_reset', actor: by, userId, origin });
      await this.notices.toUser(manager, userId, 'second_factor_reset', (language) => ({
        subject: noticeText(language, 'second_factor_reset_title'),
        text: noticeText(language, 'second_factor_reset', { name: user.username }),
      }));
    });
    await this.accounts.changed(userId);
  }
}
