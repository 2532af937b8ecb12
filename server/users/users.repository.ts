import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  DataSource,
  IsNull,
  Not,
  QueryFailedError,
  type EntityManager,
  type QueryDeepPartialEntity,
} from 'typeorm';
import { Role } from '../contract/enums.js';
import { ApiError } from '../contract/errors/api-error.js';
import { randomText } from '../core/crypto.js';
import type { AccountState } from '../core/http/access/account.js';
import { User } from './user.entity.js';

/** Columns to change, with their new values. Balances change by entries of the ledger only. */
export type UserColumns = Omit<QueryDeepPartialEntity<User>, 'quota' | 'usedQuota' | 'requestCount'>;

/** Rows of `users`. Methods that take `undefined` in place of a manager then run outside a transaction. */
@Injectable()
export class UsersRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** A user who is not deleted. */
  findLive(id: number): Promise<User | null> {
    return this.database.getRepository(User).findOneBy({ id, deletedAt: IsNull() });
  }

  /** A user, deleted or not. @throws EntityNotFoundError */
  get(manager: EntityManager, id: number): Promise<User> {
    return manager.findOneByOrFail(User, { id });
  }

  /** What a management request needs to know about a user who is not deleted. */
  findState(where: { id: number } | { accessTokenHash: string }): Promise<AccountState | null> {
    return this.database.getRepository(User).findOne({
      where: { ...where, deletedAt: IsNull() },
      select: {
        id: true,
        username: true,
        role: true,
        status: true,
        group: true,
        sessionVersion: true,
        secondFactor: true,
        secondFactorAskedAt: true,
      },
    });
  }

  /** Replaces the hash of an access token by one of another secret, unless the token was replaced. */
  async replaceAccessTokenHash(
    id: number,
    before: string,
    after: Pick<User, 'accessTokenHash' | 'accessTokenKey'>,
  ): Promise<void> {
    await this.database.manager.update(User, { id, accessTokenHash: before }, after);
  }

  /** The name of a user, deleted or not. */
  async nameOf(id: number): Promise<string | undefined> {
    const user = await this.database
      .getRepository(User)
      .findOne({ where: { id }, select: { username: true } });
    return user?.username;
  }

  findLiveByName(username: string): Promise<User | null> {
    return this.database.getRepository(User).findOneBy({ username, deletedAt: IsNull() });
  }

  /** The only user who is not deleted and has this address; undefined if several share it, as imported ones may. */
  async findLiveByEmail(manager: EntityManager | undefined, text: string): Promise<User | undefined> {
    const users = await (manager ?? this.database.manager)
      .createQueryBuilder(User, 'user')
      .where("lower(user.email) = lower(:text) AND user.email <> '' AND user.deleted_at IS NULL", { text })
      .limit(2)
      .getMany();
    return users.length === 1 ? users[0] : undefined;
  }

  /**
   * Reads a user, deleted or not, and locks the row until the transaction ends.
   * @throws ApiError user_not_found
   */
  async lock(manager: EntityManager, id: number): Promise<User> {
    const user = await manager.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (user === null) throw new ApiError('user_not_found');
    return user;
  }

  /**
   * Like `lock`, but a deleted user is not found.
   * @throws ApiError user_not_found
   */
  async lockLive(manager: EntityManager, id: number): Promise<User> {
    const user = await this.lock(manager, id);
    if (user.deletedAt !== null) throw new ApiError('user_not_found');
    return user;
  }

  /** Reads a user, deleted or not, and locks the row against changes, but not against other shared locks. */
  lockShared(manager: EntityManager, id: number): Promise<User | null> {
    return manager.findOne(User, { where: { id }, lock: { mode: 'pessimistic_read' } });
  }

  /** Reads a user, deleted or not, and locks the row against changes, but not against new rows that refer to it. */
  lockForNoKeyUpdate(manager: EntityManager, id: number): Promise<User | null> {
    return manager.findOne(User, { where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  /** @returns the id */
  async insert(manager: EntityManager, user: Partial<User>): Promise<number> {
    const { id } = await manager.save(manager.create(User, user));
    return id;
  }

  async update(manager: EntityManager, id: number, change: UserColumns): Promise<void> {
    await manager.update(User, id, change);
  }

  /** @returns false if there is no such user who is not deleted */
  async updateLive(manager: EntityManager | undefined, id: number, change: UserColumns): Promise<boolean> {
    const { affected } = await (manager ?? this.database.manager).update(
      User,
      { id, deletedAt: IsNull() },
      change,
    );
    return affected === 1;
  }

  /**
   * Notes when an account was first asked for a second factor, or that it is not asked any more (`at` 0).
   * @param before the time that was noted; nothing changes if it is another by now
   */
  async askForSecondFactor(id: number, at: number, before: number): Promise<void> {
    await this.database
      .getRepository(User)
      .update({ id, secondFactorAskedAt: before }, { secondFactorAskedAt: at });
  }

  /** Replaces a password hash, unless it was changed in the meantime. */
  async replacePassword({ id, password: stored }: User, password: string): Promise<void> {
    await this.database.getRepository(User).update({ id, password: stored }, { password });
  }

  /** Whether there is any user, deleted or not. */
  anyExists(manager: EntityManager): Promise<boolean> {
    return manager.exists(User);
  }

  /** Whether a user, deleted or not, has this name. */
  nameExists(manager: EntityManager, username: string): Promise<boolean> {
    return manager.existsBy(User, { username });
  }

  /** A free invitation code; the API specifies four characters. */
  async freeAffCode(manager: EntityManager): Promise<string> {
    for (;;) {
      const affCode = randomText(4);
      if (!(await manager.existsBy(User, { affCode }))) return affCode;
    }
  }

  /** Whether there is a super administrator. */
  rootExists(manager: EntityManager | undefined): Promise<boolean> {
    return (manager ?? this.database.manager).existsBy(User, { role: Role.root, deletedAt: IsNull() });
  }

  /** All super administrators. */
  roots(manager: EntityManager): Promise<User[]> {
    return manager.findBy(User, { role: Role.root, deletedAt: IsNull() });
  }

  /** Access tokens in plain text, which imported rows have. */
  plainAccessTokens(manager: EntityManager): Promise<Pick<User, 'id' | 'accessToken'>[]> {
    return manager.find(User, {
      where: { accessToken: Not(IsNull()) },
      select: { id: true, accessToken: true },
    });
  }
}

/**
 * Converts a unique violation on the user name to `username_taken`.
 * @throws ApiError username_taken
 */
export async function translateConflicts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (brokenConstraint(error) === 'users_username') throw new ApiError('username_taken');
    throw error;
  }
}

/** Whether the statement failed because another user has the invitation code. */
export function isAffCodeTaken(error: unknown): boolean {
  return brokenConstraint(error) === 'users_aff_code';
}

/** Name of the constraint that a statement violated. */
function brokenConstraint(error: unknown): unknown {
  if (!(error instanceof QueryFailedError)) return undefined;
  const { driverError } = error;
  return 'constraint' in driverError ? driverError.constraint : undefined;
}
