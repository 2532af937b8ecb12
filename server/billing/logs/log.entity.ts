import { LogType } from '../../contract/enums.js';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * The usage log, partitioned by month of `createdAt`. Lists are sorted newest first, so the indexes of lists contain
 * `createdAt` and a page reads only the newest partitions with enough rows.
 */
@Entity('logs')
// Unfiltered list, rates of the last minute, deletion by age; index-only sums of charges.
@Index('logs_created', ['createdAt', 'id', 'type', 'quota'])
// List, sums and rates of one user; index-only counts of a user's rows per model.
@Index('logs_user_created', ['userId', 'createdAt', 'id', 'modelName'])
// Filter and search by types other than consumption, which nearly all rows have.
@Index('logs_other_types', ['type', 'createdAt'], { where: `type <> ${LogType.consumption}` })
// Those of one request. Charges are found through the ledger.
@Index('logs_other_requests', ['requestId', 'createdAt'], {
  where: `type <> ${LogType.consumption} AND request_id <> ''`,
})
// Filters of the list and of the sums.
@Index('logs_username_created', ['username', 'createdAt'])
@Index('logs_token_name_created', ['tokenName', 'createdAt'])
@Index('logs_model_created', ['modelName', 'createdAt'])
@Index('logs_channel_created', ['channelId', 'createdAt'])
@Index('logs_group_created', ['group', 'createdAt'])
// Rows of one token, requested with its key.
@Index('logs_token_created', ['tokenId', 'createdAt'])
// The last failures of a channel.
@Index('logs_channel_errors', ['channelId', 'createdAt', 'id'], { where: `type = ${LogType.error}` })
// Charged requests by their result (`log-results.ts`): conditions that only the migration can express.
@Index('logs_slow', { synchronize: false })
@Index('logs_rescued', { synchronize: false })
export class Log {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  /** Unix seconds. */
  @PrimaryColumn('bigint', { name: 'created_at' })
  createdAt!: number;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  /** LogType. */
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

  /** JSON text: details of the charge. */
  @Column('text', { default: '' })
  other!: string;

  /** Request id; '' on rows not written by a request. */
  @Column('text', { name: 'request_id', default: '' })
  requestId!: string;
}
