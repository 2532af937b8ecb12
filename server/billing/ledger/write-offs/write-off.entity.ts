import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * Why a charge was not paid in full. The amount is `uncollected` of the ledger entry as well; entries without a row here were
 * posted by an earlier release. Rows are never changed or deleted.
 */
@Entity('write_offs')
@Index('write_offs_created', ['createdAt'])
export class WriteOff {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  /** When the request was settled, Unix seconds. */
  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  @Column('text', { name: 'request_id' })
  requestId!: string;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  /** 0 = none. */
  @Column('bigint', { name: 'channel_id' })
  channelId!: number;

  /** Quota units; negative where a later settlement lowered the charge. */
  @Column('bigint')
  quota!: number;

  /** A `WriteOffCause`. */
  @Column('text')
  cause!: string;
}
