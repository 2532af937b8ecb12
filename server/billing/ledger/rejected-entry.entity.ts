import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A journal entry that the poster could not read or Postgres did not take. Its charge is not in the ledger until it is replayed. */
@Entity('rejected_entries')
export class RejectedEntry {
  /** SHA-256 of the entry as it came, so that the same one is kept once. */
  @PrimaryColumn('text')
  hash!: string;

  /** '' where the entry is too damaged to say it, like the numbers below are 0. */
  @Column('text', { name: 'request_id' })
  requestId!: string;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  @Column('bigint', { name: 'token_id' })
  tokenId!: number;

  /** Quota units. */
  @Column('bigint')
  charge!: number;

  /** The rest as it stood in the journal. */
  @Column('text')
  entry!: string;

  /** Why it was rejected, for people. */
  @Column('text')
  reason!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'rejected_at' })
  rejectedAt!: number;

  /** Unix seconds; 0 = it waits. */
  @Column('bigint', { name: 'replayed_at', default: 0 })
  replayedAt!: number;
}
