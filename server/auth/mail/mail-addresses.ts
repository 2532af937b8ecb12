import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApiError } from '../../contract/errors/api-error.js';
import { OptionsService } from '../../options/options.service.js';
import { User } from '../../users/user.entity.js';

/** Which e-mail addresses are accepted and which account has them. Addresses are compared case-insensitively. */
@Injectable()
export class MailAddresses {
  constructor(private readonly options: OptionsService) {}

  /** @throws ApiError if the address is malformed or excluded by the operator's restrictions */
  assertAllowed(email: string): void {
    const [local = '', domain = '', ...more] = email.toLowerCase().split('@');
    if (more.length > 0 || local === '' || domain === '') throw new ApiError('email_malformed');
    if (this.options.get('EmailDomainRestrictionEnabled')) {
      const domains = this.options.get('EmailDomainWhitelist').split(',');
      if (!domains.some((known) => known.trim().toLowerCase() === domain))
        throw new ApiError('email_domain_refused');
    }
    if (this.options.get('EmailAliasRestrictionEnabled') && /[+.]/.test(local))
      throw new ApiError('email_alias_refused');
  }

  /** True if an account, deleted or not, has this address or uses it as its name; sign-in accepts both. */
  async isTaken(manager: EntityManager, email: string): Promise<boolean> {
    return manager
      .createQueryBuilder(User, 'user')
      .where("(lower(user.email) = lower(:email) AND user.email <> '') OR user.username = :email", { email })
      .getExists();
  }

  /** The account of an address; undefined if several accounts share it, as imported ones may. */
  async holder(manager: EntityManager, email: string): Promise<User | undefined> {
    const users = await manager
      .createQueryBuilder(User, 'user')
      .where("lower(user.email) = lower(:email) AND user.email <> '' AND user.deleted_at IS NULL", { email })
      .limit(2)
      .getMany();
    return users.length === 1 ? users[0] : undefined;
  }

  /**
   * Locks an address until the transaction ends, whether or not an account has it. Third-party sign-in takes the same
   * lock.
   */
  async hold(manager: EntityManager, email: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `email:${email.toLowerCase()}`,
    ]);
  }
}
