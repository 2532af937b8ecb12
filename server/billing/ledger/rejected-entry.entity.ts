import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A journal entry that the poster could not read or Postgres rejected. Its charge is not in the ledger until it is
 * replayed.
 */
@Entity('rejected_entries')
export class RejectedEntry {
  /** SHA-256 of the entry as received, so that repeated entries are stored once. */
  @PrimaryColumn('text')
  hash!: string;

  /** '' when the entry is too damaged to contain it; the numbers below are 0 then. */
  @Column('text', { name: 'request_id' })
  requestId!: string;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  @Column('bigint', { name: 'token_id' })
  tokenId!: number;

  /** Quota units. */
  @Column('bigint')
  charge!: number;

  /** The remaining fields, as they were in the journal. */
  @Column('text')
  entry!: string;

  /** The sweeper appended it; see `JournalEntry.isProvisional`. */
  @Column('boolean', { name: 'is_provisional', default: false })
  isProvisional!: boolean;

  /** Reason of the rejection, as readable text. */
  @Column('text')
  reason!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'rejected_at' })
  rejectedAt!: number;

  /** Unix seconds; 0 = not replayed yet. */
  @Column('bigint', { name: 'replayed_at', default: 0 })
  replayedAt!: number;
}
