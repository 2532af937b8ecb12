import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApiError } from '../../core/api-error.js';
import { OptionsService } from '../../options/options.service.js';
import { User } from '../../users/user.entity.js';

/** Which e-mail addresses may come in, and whose they are. Their case does not matter. */
@Injectable()
export class MailAddresses {
  constructor(private readonly options: OptionsService) {}

  /** @throws Refusal when the operator does not want addresses like this one */
  assertWelcome(email: string): void {
    const [local = '', domain = '', ...more] = email.toLowerCase().split('@');
    if (more.length > 0 || local === '' || domain === '') throw new ApiError('email_malformed');
    if (this.options.boolean('EmailDomainRestrictionEnabled')) {
      const domains = this.options.text('EmailDomainWhitelist').split(',');
      if (!domains.some((known) => known.trim().toLowerCase() === domain))
        throw new ApiError('email_domain_refused');
    }
    if (this.options.boolean('EmailAliasRestrictionEnabled') && /[+.]/.test(local))
      throw new ApiError('email_alias_refused');
  }

  /** Has anybody this address, deleted or not, or a name that reads like it? Signing in looks at both. */
  async isTaken(manager: EntityManager, email: string): Promise<boolean> {
    return manager
      .createQueryBuilder(User, 'user')
      .where("(lower(user.email) = lower(:email) AND user.email <> '') OR user.username = :email", { email })
      .getExists();
  }

  /** The account of an address. One that several accounts share, as imported ones may, names none of them. */
  async holder(manager: EntityManager, email: string): Promise<User | undefined> {
    const users = await manager
      .createQueryBuilder(User, 'user')
      .where("lower(user.email) = lower(:email) AND user.email <> '' AND user.deleted_at IS NULL", { email })
      .limit(2)
      .getMany();
    return users.length === 1 ? users[0] : undefined;
  }

  /** Holds an address until the transaction ends, whether anybody has it or not. Third-party sign-in takes the same lock. */
  async hold(manager: EntityManager, email: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `email:${email.toLowerCase()}`,
    ]);
  }
}
