import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event that its receiver refused, so that later ones need not wait for it. Kept until it is delivered. */
@Entity('usage_dead_letters')
export class UsageDeadLetter {
  /** Of the ledger entry. */
  @PrimaryColumn('bigint', { name: 'entry_id' })
  entryId!: number;

  @Column('text', { name: 'event_id' })
  eventId!: string;

  /** JSON, as it was sent. */
  @Column('text')
  event!: string;

  @Column('text')
  error!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'refused_at' })
  refusedAt!: number;

  /** An administrator wants it to be sent again. */
  @Column('boolean', { name: 'is_due', default: false })
  isDue!: boolean;
}
