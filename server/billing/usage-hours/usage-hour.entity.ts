import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

abstract class Usage {
  /** Beginning of the hour or the 24 hours, Unix seconds; entries belong to it by their time in the ledger. */
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

/**
 * Sums of one hour, by user and token too. The poster, returns of charges and `UsageRebuild` write them, with the entries of the
 * ledger.
 */
@Entity('usage_hours')
// Costs of one user.
@Index('usage_hours_user', ['userId', 'at'])
export class UsageHour extends Usage {
  @PrimaryColumn('bigint', { name: 'user_id' })
  userId!: number;

  /** 0 = none. */
  @PrimaryColumn('bigint', { name: 'token_id' })
  tokenId!: number;
}

/** The sums over all users, of which there are few for each hour: queries over months read them. */
@Entity('usage_channel_hours')
export class UsageChannelHour extends Usage {}

/** Sums of 24 hours that begin with any hour of UTC: days of a time zone. They are made from those of the hours. */
@Entity('usage_channel_days')
export class UsageChannelDay extends Usage {}

/** Sums of the same 24 hours by user and token, by which costs are ranked. */
@Entity('usage_user_days')
export class UsageUserDay {
  /** Beginning, Unix seconds. */
  @PrimaryColumn('bigint')
  at!: number;

  @PrimaryColumn('bigint', { name: 'user_id' })
  userId!: number;

  /** 0 = none. */
  @PrimaryColumn('bigint', { name: 'token_id' })
  tokenId!: number;

  /** As in `usage_hours`. */
  @Column('bigint')
  requests!: number;

  /** Quota units. */
  @Column('bigint')
  quota!: number;
}

/** The days whose rows in `usage_channel_days` are the sums of their hours. */
@Entity('usage_summed_days')
export class UsageSummedDay {
  /** Beginning, Unix seconds. */
  @PrimaryColumn('bigint')
  at!: number;

  /** So are those in `usage_user_days`. */
  @Column('boolean', { name: 'by_user', default: false })
  byUser!: boolean;
}

/** The hours of UTC with which days begin in the time zones of those who look at costs. */
@Entity('usage_day_starts')
export class UsageDayStart {
  /** 0 to 23. */
  @PrimaryColumn('int')
  hour!: number;

  /** When costs by such days were last asked for, Unix seconds. */
  @Column('bigint', { name: 'asked_at' })
  askedAt!: number;
}

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
