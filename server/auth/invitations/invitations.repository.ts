import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual, MoreThan, type EntityManager } from 'typeorm';
import { Invitation } from './invitation.entity.js';

/** Open invitations. Times are Unix seconds. */
@Injectable()
export class InvitationsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Newest first. */
  list(now: number, limit: number): Promise<Invitation[]> {
    return this.database.manager.find(Invitation, {
      where: { expiresAt: MoreThan(now) },
      order: { id: 'DESC' },
      take: limit,
    });
  }

  /** @param manager undefined: without a lock; otherwise the row is locked until the transaction ends */
  async findOpen(
    manager: EntityManager | undefined,
    tokenHash: string,
    now: number,
  ): Promise<Invitation | null> {
    return (manager ?? this.database.manager).findOne(Invitation, {
      where: { tokenHash, expiresAt: MoreThan(now) },
      ...(manager && { lock: { mode: 'pessimistic_write' } }),
    });
  }

  find(manager: EntityManager, id: number): Promise<Invitation | null> {
    return manager.findOne(Invitation, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async insert(manager: EntityManager, invitation: Omit<Invitation, 'id'>): Promise<Invitation> {
    return manager.save(Invitation, invitation);
  }

  async remove(manager: EntityManager | undefined, id: number): Promise<void> {
    await (manager ?? this.database.manager).delete(Invitation, { id });
  }

  /** Removes earlier invitations to the same address, and what has expired. */
  async removeEarlier({ id, email }: Pick<Invitation, 'id' | 'email'>, now: number): Promise<void> {
    const { manager } = this.database;
    await manager.delete(Invitation, { expiresAt: LessThanOrEqual(now) });
    await manager
      .createQueryBuilder()
      .delete()
      .from(Invitation)
      .where('lower(email) = lower(:email) AND id < :id', { email, id })
      .execute();
  }
}
