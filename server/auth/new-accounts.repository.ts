import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { User } from '../users/user.entity.js';

/** Rows of users who sign up, and of those who invited them. */
@Injectable()
export class NewAccountsRepository {
  /** The user with this invitation code. */
  findInviter(manager: EntityManager, affCode: string): Promise<User | null> {
    return manager.findOneBy(User, { affCode, deletedAt: IsNull() });
  }

  /**
   * Inserts a user. On a conflict it inserts nothing instead of failing, so the transaction stays usable.
   * @returns the id; undefined if the name or the invitation code is taken
   */
  async insert(manager: EntityManager, user: Partial<User>): Promise<number | undefined> {
    const { raw }: { raw: { id: number }[] } = await manager
      .createQueryBuilder()
      .insert()
      .into(User)
      .values(user)
      .orIgnore()
      .returning('id')
      .execute();
    return raw[0]?.id;
  }

  /** Counts an invitation and adds its reward. */
  async countInvitation(manager: EntityManager, inviterId: number, reward: number): Promise<void> {
    await manager
      .createQueryBuilder()
      .update(User)
      .set({
        affCount: () => 'aff_count + 1',
        affQuota: () => 'aff_quota + :reward',
        affHistory: () => 'aff_history + :reward',
      })
      .where({ id: inviterId })
      .setParameter('reward', reward)
      .execute();
  }
}
