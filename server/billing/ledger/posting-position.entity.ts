import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Position up to which a journal has been posted; written in the same transaction as the entries. */
@Entity('posting_positions')
export class PostingPosition {
  /** The journal's name. */
  @PrimaryColumn('text')
  name!: string;

  /** Shard of a cluster; 0 for a single Redis. */
  @Column('int', { default: 0 })
  shard!: number;

  /** Journal epoch that `lastId` belongs to. */
  @Column('text')
  epoch!: string;

  /** Stream id of the last posted entry. */
  @Column('text', { name: 'last_id' })
  lastId!: string;

  /** Unix seconds of the last posting. */
  @Column('bigint', { name: 'posted_at', default: 0 })
  postedAt!: number;

  /** Entries posted so far. */
  @Column('bigint', { default: 0 })
  entries!: number;
}
