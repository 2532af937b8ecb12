import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ChannelStatus } from '../../contract/enums.js';
import { leaseHolder, posterLease, type LeaseHolder } from '../../billing/ledger/posting/leader-session.js';

/** State of one kind of tasks. */
export interface RunningTasks {
  readonly kind: string;
  readonly running: number;
  /** Seconds by which the longest overdue poll is late; 0 = none is. */
  readonly pollDelay: number;
  /** Tasks whose last poll failed. */
  readonly failing: number;
}

/** Charges that no balance could pay. */
export interface WriteOffSum {
  readonly cause: string;
  readonly charges: number;
  readonly quota: number;
}

/** A worker that posts a journal; `shard` of a cluster. */
export type JournalPoster = LeaseHolder & { readonly shard: number | undefined };

/** What is monitored of the whole installation in Postgres. */
@Injectable()
export class InstallationMetricsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  tasks(): Promise<RunningTasks[]> {
    const select = (kind: string, table: string) =>
      `SELECT '${kind}' AS kind, count(*)::int AS running,
         greatest(0, coalesce(extract(epoch FROM now() - min(next_poll_at)), 0))::float AS "pollDelay",
         count(*) FILTER (WHERE poll_errors > 0)::int AS failing
       FROM ${table} WHERE next_poll_at IS NOT NULL`;
    return this.dataSource.query(`${select('drawing', 'midjourneys')} UNION ALL ${select('task', 'tasks')}`);
  }

  /** The workers that post. @param shards of a cluster; `[undefined]` for a single Redis */
  async posters(shards: readonly (number | undefined)[]): Promise<JournalPoster[]> {
    const query = (sql: string, parameters: unknown[]): Promise<LeaseHolder[]> =>
      this.dataSource.query(sql, parameters);
    const holders = await Promise.all(shards.map((shard) => leaseHolder(query, posterLease(shard))));
    return holders.flatMap((found, index) => (found ? [{ ...found, shard: shards[index] }] : []));
  }

  /** Mails and webhooks that wait for their delivery. */
  async outbox(): Promise<number> {
    const [row]: { waiting: number }[] = await this.dataSource.query(
      'SELECT count(*)::int AS waiting FROM outbox WHERE state = $1',
      ['waiting'],
    );
    return row?.waiting ?? 0;
  }

  channels(): Promise<{ status: string; number: number }[]> {
    return this.dataSource.query(
      `SELECT CASE status WHEN ${ChannelStatus.enabled} THEN 'enabled' WHEN ${ChannelStatus.autoDisabled} THEN 'set_aside'
         ELSE 'disabled' END AS status, count(*)::int AS number FROM channels GROUP BY 1`,
    );
  }

  /** How many alerts of each rule fire; rules without one are absent. */
  alerts(): Promise<{ rule: string; firing: number }[]> {
    return this.dataSource.query(
      'SELECT rule, count(*)::int AS firing FROM alerts WHERE ended_at = 0 GROUP BY rule',
    );
  }

  /** By cause, since the installation exists. */
  writeOffs(): Promise<WriteOffSum[]> {
    return this.dataSource.query(
      'SELECT cause, count(*)::int AS charges, sum(quota)::float AS quota FROM write_offs GROUP BY cause',
    );
  }
}
