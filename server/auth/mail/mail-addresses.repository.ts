import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { User } from '../../users/user.entity.js';

/** Which e-mail addresses have an account. Addresses are compared case-insensitively. */
@Injectable()
export class MailAddressesRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** True if an account, deleted or not, has this address or uses it as its name; sign-in accepts both. */
  isTaken(manager: EntityManager | undefined, email: string): Promise<boolean> {
    return (manager ?? this.database.manager)
      .createQueryBuilder(User, 'user')
      .where("(lower(user.email) = lower(:email) AND user.email <> '') OR user.username = :email", { email })
      .getExists();
  }

  /** True if an account, deleted or not, has this address. */
  hasAccount(manager: EntityManager, email: string): Promise<boolean> {
    return manager
      .createQueryBuilder(User, 'user')
      .where('lower(user.email) = lower(:email)', { email })
      .getExists();
  }

  /**
   * Locks an address until the transaction ends, whether or not an account has it. All ways to get an account with an
   * address take this lock.
   */
  async hold(manager: EntityManager, email: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `email:${email.toLowerCase()}`,
    ]);
  }
}
