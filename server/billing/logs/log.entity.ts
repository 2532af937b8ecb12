import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * The usage log, partitioned by month of `createdAt`. Every list is newest first, so every index ends in `createdAt`
 * and a page reads only the newest partitions that hold enough rows.
 */
@Entity('logs')
// The whole list, the last minute's rates, deletion by age.
@Index('logs_created', ['createdAt', 'id'])
// An owner's list, sums and rates; how many rows of a model there are, from the index alone.
@Index('logs_user_created', ['userId', 'createdAt', 'id', 'modelName'])
// Filter by type; search by type; sums of what was charged, from the index alone.
@Index('logs_type_created', ['type', 'createdAt', 'quota'])
// Filters of the list and of the sums.
@Index('logs_username_created', ['username', 'createdAt'])
@Index('logs_token_name_created', ['tokenName', 'createdAt'])
@Index('logs_model_created', ['modelName', 'createdAt'])
@Index('logs_channel_created', ['channelId', 'createdAt'])
@Index('logs_group_created', ['group', 'createdAt'])
// The rows of one key, asked for with the key itself.
@Index('logs_token_created', ['tokenId', 'createdAt'])
// Receipts by the request's own id; rows of other types have none.
@Index('logs_request', ['requestId'], { where: 'type = 2' })
export class Log {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  /** Unix seconds. */
  @PrimaryColumn('bigint', { name: 'created_at' })
  createdAt!: number;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  /** 1 top-up, 2 consumption, 3 admin action, 4 system. */
  @Column('integer')
  type!: number;

  @Column('text', { default: '' })
  content!: string;

  @Column('text', { default: '' })
  username!: string;

  @Column('text', { name: 'token_name', default: '' })
  tokenName!: string;

  @Column('text', { name: 'model_name', default: '' })
  modelName!: string;

  @Column('bigint', { default: 0 })
  quota!: number;

  @Column('bigint', { name: 'prompt_tokens', default: 0 })
  promptTokens!: number;

  @Column('bigint', { name: 'completion_tokens', default: 0 })
  completionTokens!: number;

  /** Whole seconds. */
  @Column('bigint', { name: 'use_time', default: 0 })
  useTime!: number;

  @Column('boolean', { name: 'is_stream', default: false })
  isStream!: boolean;

  @Column('bigint', { name: 'channel_id', default: 0 })
  channelId!: number;

  @Column('bigint', { name: 'token_id', default: 0 })
  tokenId!: number;

  @Column('text', { default: '' })
  group!: string;

  /** JSON text: how the charge came about. */
  @Column('text', { default: '' })
  other!: string;

  /** The request's own id, '' on rows that no request wrote. */
  @Column('text', { name: 'request_id', default: '' })
  requestId!: string;
}
