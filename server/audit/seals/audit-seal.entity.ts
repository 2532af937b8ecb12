import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A hash over rows of the audit log and over the seal before. Postgres refuses to change or delete it. */
@Entity('audit_seals')
@Index('audit_seals_day', ['day', 'id'])
export class AuditSeal {
  /** One more than that of the seal before, without gaps. */
  @PrimaryColumn('bigint')
  id!: number;

  /** Version of the content that is hashed. */
  @Column('int')
  format!: number;

  /** The UTC day of its rows, `2026-11-30`. Days of later seals are not earlier. */
  @Column('date')
  day!: string;

  /** It covers the rows with these ids and those between; the first one follows the last one of the seal before. */
  @Column('bigint', { name: 'first_id' })
  firstId!: number;

  @Column('bigint', { name: 'last_id' })
  lastId!: number;

  /** Number of rows: ids have gaps where transactions failed. */
  @Column('int')
  rows!: number;

  /** SHA-256, 64 hex characters. */
  @Column('text')
  hash!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'sealed_at' })
  sealedAt!: number;
}

/** The signature of a seal by a key derived from TOLLGATE_SECRET; another one after that was changed. */
@Entity('audit_seal_signatures')
export class AuditSealSignature {
  @PrimaryColumn('bigint', { name: 'seal_id' })
  sealId!: number;

  @PrimaryColumn('text')
  signature!: string;
}

/** One row: what was verified last. It proves nothing, and is what pages and metrics show. */
@Entity('audit_state')
export class AuditState {
  @PrimaryColumn('int')
  id!: number;

  /** The last day whose last seal was written to the log of a worker. */
  @Column('date', { name: 'announced_day', nullable: true })
  announcedDay!: string | null;

  /** Unix seconds; 0 = never. */
  @Column('bigint', { name: 'verified_at', default: 0 })
  verifiedAt!: number;

  /** The last seal then; 0 = none. */
  @Column('bigint', { name: 'verified_seal', default: 0 })
  verifiedSeal!: number;

  /** What was wrong then; '' = nothing. */
  @Column('text', { default: '' })
  problem!: string;
}
