import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far a stream of events is delivered. All times are Unix seconds, 0 = never. */
@Entity('usage_streams')
export class EventStream {
  @PrimaryColumn('text')
  name!: string;

  /** Id of the last ledger entry, or of the last seal of the audit log, that was delivered or given up. */
  @Column('bigint')
  position!: number;

  /** Events delivered so far. */
  @Column('bigint', { default: 0 })
  events!: number;

  @Column('bigint', { name: 'delivered_at', default: 0 })
  deliveredAt!: number;

  /** Failures in a row. */
  @Column('int', { default: 0 })
  failures!: number;

  @Column('bigint', { name: 'failed_at', default: 0 })
  failedAt!: number;

  @Column('text', { name: 'last_error', default: '' })
  lastError!: string;

  /** When the next attempt is due after a failure. */
  @Column('bigint', { name: 'due_at', default: 0 })
  dueAt!: number;
}
