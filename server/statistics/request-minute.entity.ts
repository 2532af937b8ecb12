import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Histogram } from './histogram.js';
import type { RequestCounts } from './request-counts.js';

/** Columns of the tables of requests by minute and by hour. `RequestStatistics` alone writes them. */
abstract class Requests implements RequestCounts {
  /** Beginning of the minute or hour, Unix seconds. */
  @PrimaryColumn('bigint')
  at!: number;

  /** 0 = no channel was called. */
  @PrimaryColumn('int', { name: 'channel_id' })
  channelId!: number;

  /** Line of the key in the channel, from 0. */
  @PrimaryColumn('int', { name: 'key_index' })
  keyIndex!: number;

  /** As the client named it. */
  @PrimaryColumn('text')
  model!: string;

  @Column('bigint')
  ok!: number;

  @Column('bigint')
  rescued!: number;

  @Column('bigint', { name: 'client_error' })
  clientError!: number;

  @Column('bigint')
  limited!: number;

  @Column('bigint', { name: 'upstream_error' })
  upstreamError!: number;

  @Column('bigint')
  cut!: number;

  @Column('bigint')
  aborted!: number;

  @Column('bigint')
  attempts!: number;

  @Column('bigint')
  failures!: number;

  @Column('bigint', { name: 'rate_limited' })
  rateLimited!: number;

  @Column('bigint', { name: 'key_refused', default: 0 })
  keyRefused!: number;

  @Column('bigint', { name: 'input_tokens' })
  inputTokens!: number;

  @Column('bigint', { name: 'cached_tokens' })
  cachedTokens!: number;

  @Column('bigint', { name: 'cache_write_tokens' })
  cacheWriteTokens!: number;

  @Column('bigint', { name: 'output_tokens' })
  outputTokens!: number;

  /** Quota units. */
  @Column('bigint')
  quota!: number;

  /** Calls that failed since one succeeded, as the server knows it that wrote last. */
  @Column('int')
  streak!: number;

  @Column('int', { name: 'first_token', array: true })
  firstToken!: Histogram;

  @Column('int', { array: true })
  duration!: Histogram;
}

@Entity('request_minutes')
export class RequestMinute extends Requests {}

@Entity('request_hours')
// Failed requests beside costs over months.
@Index('request_hours_failed', ['at', 'channelId', 'model', 'upstreamError', 'cut'], {
  where: 'upstream_error + cut > 0',
})
export class RequestHour extends Requests {}
