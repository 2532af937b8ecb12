import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import { ChannelStatus } from '../contract/enums.js';
import { Channel } from './channel.entity.js';

/** Columns to change, with their new values. */
type ChannelColumns = QueryDeepPartialEntity<Channel>;

/** Rows of `channels`. Methods that take `undefined` in place of a manager then run outside a transaction. */
@Injectable()
export class ChannelsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** With the result of the last test, which the other methods do not read. */
  find(manager: EntityManager | undefined, id: number): Promise<Channel | null> {
    return (manager ?? this.dataSource.manager)
      .createQueryBuilder(Channel, 'channel')
      .addSelect('channel.lastTest')
      .where('channel.id = :id', { id })
      .getOne();
  }

  all(manager: EntityManager): Promise<Channel[]> {
    return manager.find(Channel);
  }

  /**
   * Reads a channel and locks the row until the transaction ends.
   * @param status finds the channel only while it has this status
   */
  lock(manager: EntityManager, id: number, status?: number): Promise<Channel | null> {
    return manager.findOne(Channel, {
      where: { id, ...(status !== undefined && { status }) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Locks in the order of ids, so that concurrent edits wait for each other instead of deadlocking. */
  lockAll(
    manager: EntityManager,
    which: Readonly<{ ids: readonly number[] } | { tag: string }>,
  ): Promise<Channel[]> {
    return manager.find(Channel, {
      where: 'tag' in which ? { tag: which.tag } : { id: In([...which.ids]) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Like `lockAll`, for channels that are to be deleted. @returns their ids */
  async lockIds(
    manager: EntityManager,
    which: Readonly<{ ids: readonly number[] } | { statuses: readonly number[] }>,
  ): Promise<number[]> {
    const rows = await manager.find(Channel, {
      select: { id: true },
      where: 'ids' in which ? { id: In([...which.ids]) } : { status: In([...which.statuses]) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return rows.map(({ id }) => id);
  }

  /** Enabled channels by id, with the times at which their balances were updated. */
  enabledByBalanceTime(): Promise<Pick<Channel, 'id' | 'balanceUpdatedTime'>[]> {
    return this.dataSource.manager.find(Channel, {
      select: { id: true, balanceUpdatedTime: true },
      where: { status: ChannelStatus.enabled },
      order: { id: 'ASC' },
    });
  }

  /** Inserts all in one statement. @returns their ids */
  async insert(manager: EntityManager, channels: ChannelColumns[]): Promise<number[]> {
    const made = await manager.insert(Channel, channels);
    return made.identifiers.map(({ id }: { id?: number }) => Number(id));
  }

  async update(manager: EntityManager | undefined, id: number, change: ChannelColumns): Promise<void> {
    await (manager ?? this.dataSource.manager).update(Channel, { id }, change);
  }

  async updateAll(manager: EntityManager, ids: readonly number[], change: ChannelColumns): Promise<void> {
    await manager.update(Channel, { id: In([...ids]) }, change);
  }

  /** Deletes channels; their abilities are deleted with them. */
  async remove(manager: EntityManager, ids: readonly number[]): Promise<void> {
    // Rows of the log contain the id alone.
    await manager.query(
      `INSERT INTO deleted_channels (id, name) SELECT id, name FROM channels WHERE id = ANY($1)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
      [ids],
    );
    await manager.delete(Channel, { id: In([...ids]) });
  }
}
