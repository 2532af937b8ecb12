import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { LogType } from '../../contract/enums.js';
import { dropPartition, partitionsOf, type Partition } from '../../core/postgres/table-partitions.js';
import { LogDeletion } from './log-deletion.entity.js';

/** Deletion of old rows of the usage log. Times are Unix seconds. */
@Injectable()
export class OldLogsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The number of rows older than `before`. */
  async count(before: number): Promise<number> {
    const [row]: { count: number }[] = await this.dataSource.query(
      'SELECT count(*) AS count FROM logs WHERE created_at < $1',
      [before],
    );
    return row?.count ?? 0;
  }

  /** Stores a request for a deletion, which the worker carries out. */
  async requestDeletion(manager: EntityManager, before: number): Promise<void> {
    await manager.insert(LogDeletion, { createdBefore: before });
  }

  /** The requests that have not been carried out, oldest first. */
  requestedDeletions(): Promise<LogDeletion[]> {
    return this.dataSource.getRepository(LogDeletion).find({ order: { id: 'ASC' } });
  }

  async removeRequest(id: number): Promise<void> {
    await this.dataSource.manager.delete(LogDeletion, { id });
  }

  partitions(): Promise<Partition[]> {
    return partitionsOf(this.dataSource.manager, 'logs');
  }

  /** Drops a partition with all its rows. @returns false when the table was locked for too long */
  dropPartition(name: string): Promise<boolean> {
    return dropPartition(this.dataSource, name);
  }

  /** Deletes up to `limit` rows of requests that failed and are older than `before`. @returns the number of deleted rows */
  async deleteErrors(before: number, limit: number): Promise<number> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM logs USING (
         SELECT id, created_at FROM logs WHERE type = ${LogType.error} AND created_at < $1 LIMIT ${limit}
       ) old WHERE logs.id = old.id AND logs.created_at = old.created_at`,
      [before],
    );
    return deleted;
  }

  /** Deletes up to `limit` rows of a partition that are older than `before`. @returns the number of deleted rows */
  async deleteRows(partition: string, before: number, limit: number): Promise<number> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM ${partition} WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM ${partition} WHERE created_at < $1 LIMIT ${limit}))`,
      [before],
    );
    return deleted;
  }
}
