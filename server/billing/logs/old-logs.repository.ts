import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { sqlState } from '../../core/sql-errors.js';
import { EventBus } from '../../core/redis/events.js';
import { LogDeletion } from './log-deletion.entity.js';

/** Rows deleted per statement; small enough to keep locks short. */
const BATCH = 1000;
/** Time to wait for the lock that dropping a month needs; after it, the rows are deleted in batches instead. */
const LOCK_TIMEOUT = '3s';
/** SQLSTATE of a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

interface Partition {
  readonly name: string;
  /** Unix seconds, exclusive; undefined for the default partition. */
  readonly to: number | undefined;
}

/** Removes old rows of the usage log: whole months at once, the rest in batches. Idempotent. */
@Injectable()
export class OldLogsRepository {
  private readonly logger = new Logger('Logs');

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly events: EventBus,
  ) {}

  /** The number of rows older than `before` (Unix seconds). */
  async count(before: number): Promise<number> {
    const [row]: { count: number }[] = await this.dataSource.query(
      'SELECT count(*) AS count FROM logs WHERE created_at < $1',
      [before],
    );
    return row?.count ?? 0;
  }

  /** Requests a deletion, which the worker carries out. */
  async request(manager: EntityManager, before: number): Promise<void> {
    await manager.insert(LogDeletion, { createdBefore: before });
  }

  /** Carries out the requested deletions. @returns the number of completed ones */
  async carryOut(): Promise<number> {
    const asked = await this.dataSource.getRepository(LogDeletion).find({ order: { id: 'ASC' } });
    for (const { id, createdBefore } of asked) {
      await this.delete(createdBefore);
      await this.dataSource.manager.delete(LogDeletion, { id });
    }
    return asked.length;
  }

  /** Removes every row older than `before` (Unix seconds) and notifies all processes when they are deleted. */
  async delete(before: number): Promise<void> {
    for (const { name, to } of await this.partitions()) {
      const whole = to !== undefined && to <= before;
      if (whole && (await this.drop(name))) continue;
      await this.deleteRows(name, before);
    }
    await this.events.publish('log.deleted', { before });
  }

  /** Drops the partition of a whole month. @returns false when the table was locked for too long */
  private async drop(name: string): Promise<boolean> {
    try {
      await this.dataSource.transaction(async (manager) => {
        await manager.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
        await manager.query(`DROP TABLE IF EXISTS ${name}`);
      });
      return true;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      this.logger.warn(`${name} is busy: its rows are deleted in batches`);
      return false;
    }
  }

  private async deleteRows(partition: string, before: number): Promise<void> {
    for (;;) {
      const [, deleted]: [unknown, number] = await this.dataSource.query(
        `DELETE FROM ${partition} WHERE ctid = ANY(ARRAY(
           SELECT ctid FROM ${partition} WHERE created_at < $1 LIMIT ${BATCH}))`,
        [before],
      );
      if (deleted < BATCH) return;
    }
  }

  private async partitions(): Promise<Partition[]> {
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
}
