import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { LogType } from '../../contract/enums.js';
import { sqlState } from '../../core/sql-errors.js';
import { LogDeletion } from './log-deletion.entity.js';

/** Time to wait for the lock that dropping a partition needs. */
const LOCK_TIMEOUT = '3s';
/** SQLSTATE of a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

/** A partition of the usage log: a month, or the default one. */
export interface LogPartition {
  readonly name: string;
  /** Unix seconds, exclusive; undefined for the default partition. */
  readonly to: number | undefined;
}

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

  async partitions(): Promise<LogPartition[]> {
    const rows: { name: string; bounds: string }[] = await this.dataSource.query(
      `SELECT child.oid::regclass::text AS name, pg_get_expr(child.relpartbound, child.oid) AS bounds
       FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
       WHERE inhparent = 'logs'::regclass ORDER BY 1`,
    );
    return rows.map(({ name, bounds }) => {
      const to = /TO \('?(\d+)'?\)/.exec(bounds)?.[1];
      return { name, to: to === undefined ? undefined : Number(to) };
    });
  }

  /** Drops a partition with all its rows. @returns false when the table was locked for too long */
  async dropPartition(name: string): Promise<boolean> {
    try {
      await this.dataSource.transaction(async (manager) => {
        await manager.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
        await manager.query(`DROP TABLE IF EXISTS ${name}`);
      });
      return true;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      return false;
    }
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
