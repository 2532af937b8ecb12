import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Sums of one hour. The poster, returns of charges and `UsageRebuild` write them, with the entries of the ledger. */
abstract class HourlyUsage {
  /** Beginning of the hour, Unix seconds; entries belong to it by their time in the ledger. */
  @PrimaryColumn('bigint')
  at!: number;

  /** 0 = none. */
  @PrimaryColumn('bigint', { name: 'channel_id' })
  channelId!: number;

  /** As the client named it; '' = not known. */
  @PrimaryColumn('text')
  model!: string;

  @PrimaryColumn('text', { name: 'group_name' })
  group!: string;

  /** Charged requests, without tasks that failed. */
  @Column('bigint')
  requests!: number;

  /** All input tokens, cached ones included. */
  @Column('bigint', { name: 'prompt_tokens' })
  promptTokens!: number;

  @Column('bigint', { name: 'completion_tokens' })
  completionTokens!: number;

  @Column('bigint', { name: 'cached_tokens' })
  cachedTokens!: number;

  @Column('bigint', { name: 'cache_write_tokens' })
  cacheWriteTokens!: number;

  /** Quota units, as in the ledger. */
  @Column('bigint')
  quota!: number;

  /** Quota units without the group ratio. */
  @Column('bigint', { name: 'list_quota' })
  listQuota!: number;
}

/** By user and token too. */
@Entity('usage_hours')
// Costs of one user.
@Index('usage_hours_user', ['userId', 'at'])
export class UsageHour extends HourlyUsage {
  @PrimaryColumn('bigint', { name: 'user_id' })
  userId!: number;

  /** 0 = none. */
  @PrimaryColumn('bigint', { name: 'token_id' })
  tokenId!: number;
}

/** The sums over all users, of which there are few for each hour: queries over months read them. */
@Entity('usage_channel_hours')
export class UsageChannelHour extends HourlyUsage {}

/** How far the sums were compared with the ledger: one row. */
@Entity('usage_rebuilds')
export class UsageRebuildState {
  @PrimaryColumn('int')
  id!: number;

  /** The sums equal the ledger from this hour on, Unix seconds; 0 = all that are kept. */
  @Column('bigint', { name: 'complete_from' })
  completeFrom!: number;

  /** When the latest hours were last compared, Unix seconds. */
  @Column('bigint', { name: 'compared_at' })
  comparedAt!: number;
}
