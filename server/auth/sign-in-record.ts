import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditLog } from '../audit/audit-log.js';
import { AuditRepository } from '../audit/audit.repository.js';
import type { FactorMethod } from '../contract/second-factor-terms.js';
import type { ClientOrigin } from '../core/http/access/devices.js';
import { AccountNotices } from '../notifications/account-notices.js';
import type { SignInMethod } from './second-step/pending-sign-ins.js';
import type { User } from '../users/user.entity.js';

/** How somebody signed in, as the audit log says. */
export interface SignInDetails {
  readonly method: SignInMethod | 'passkey';
  readonly second_factor?: FactorMethod;
}

/** Records completed sign-ins, and tells the owner of those from new browsers. */
@Injectable()
export class SignInRecord {
  constructor(
    private readonly database: DataSource,
    private readonly audit: AuditLog,
    private readonly entries: AuditRepository,
    private readonly notices: AccountNotices,
  ) {}

  /**
   * The first sign-in of an account is the owner's own, so it is no news.
   * @param isNewBrowser whether the account was not signed in to from this browser before (`SignInThrottle.knowsDevice`)
   */
  async add(
    user: Pick<User, 'id' | 'username'>,
    origin: ClientOrigin & { readonly sessionRef: string },
    details: SignInDetails,
    isNewBrowser: boolean,
  ): Promise<void> {
    const isNews = isNewBrowser && (await this.entries.hasEntry(user.id, 'sign_in'));
    await this.database.transaction(async (manager) => {
      await this.audit.record(manager, { action: 'sign_in', actor: user, details: { ...details }, origin });
      const { address, userAgent } = origin;
      if (isNews) await this.notices.send(manager, user, { kind: 'new_browser', address, userAgent });
    });
  }
}
