import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ProviderBalance } from '../contract/resources/channels/channel-balance.js';
import type { StoredChannelTest } from '../contract/resources/channels/channel-test.js';

/** A channel: one account at an upstream. */
@Entity('channels')
// Changes to all channels of a tag; the list in tag mode.
@Index('channels_tag', ['tag', 'priority', 'id'])
// The list by priority.
@Index('channels_priority', ['priority', 'id'])
// Search for a part of the name or models: a trigram index, which only the migration can express.
@Index('channels_words', { synchronize: false })
export class Channel {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  @Column('integer', { default: 0 })
  type!: number;

  /** The credential, encrypted by `Vault.seal`; plain text in imported rows until they are sealed. */
  @Column('text')
  key!: string;

  @Column('text', { name: 'open_ai_organization', nullable: true })
  openaiOrganization!: string | null;

  @Column('text', { name: 'test_model', nullable: true })
  testModel!: string | null;

  /** 0 unknown, 1 enabled, 2 disabled by hand, 3 disabled automatically. */
  @Column('integer', { default: 1 })
  status!: number;

  /** Until when it gets no new requests, Unix seconds; 0 or a time that has passed = it gets them. */
  @Column('bigint', { name: 'drained_until', default: 0 })
  drainedUntil!: number;

  @Column('text', { default: '' })
  name!: string;

  @Column('bigint', { default: 0 })
  weight!: number;

  /** Unix seconds. */
  @Column('bigint', { name: 'created_time', default: 0 })
  createdTime!: number;

  /** Unix seconds. */
  @Column('bigint', { name: 'test_time', default: 0 })
  testTime!: number;

  /** Milliseconds of the last test that succeeded; 0 = no test has succeeded. */
  @Column('bigint', { name: 'response_time', default: 0 })
  responseTime!: number;

  /** Absent unless it was selected: only the console shows it, and the registry loads all channels. Null: not known. */
  @Column('jsonb', { name: 'last_test', nullable: true, select: false })
  lastTest?: StoredChannelTest | null;

  /** Without a trailing slash; '' = the type's default address. */
  @Column('text', { name: 'base_url', default: '' })
  baseUrl!: string;

  @Column('text', { default: '' })
  other!: string;

  /** USD: the sum of `balances`, converted. */
  @Column('double precision', { default: 0 })
  balance!: number;

  /** As the provider reported them: JSON, a list of amounts with units. Null: not reported yet. */
  @Column('jsonb', { nullable: true })
  balances!: ProviderBalance[] | null;

  /** Unix seconds. */
  @Column('bigint', { name: 'balance_updated_time', default: 0 })
  balanceUpdatedTime!: number;

  /** Comma separated. */
  @Column('text', { default: '' })
  models!: string;

  /** Comma separated. */
  @Column('text', { default: 'default' })
  group!: string;

  @Column('bigint', { name: 'used_quota', default: 0 })
  usedQuota!: number;

  /** JSON text, requested model → upstream model. */
  @Column('text', { name: 'model_mapping', nullable: true })
  modelMapping!: string | null;

  /** JSON text, upstream status → status returned to the client. */
  @Column('text', { name: 'status_code_mapping', nullable: true })
  statusCodeMapping!: string | null;

  /** Higher is tried first; may be negative. */
  @Column('bigint', { default: 0 })
  priority!: number;

  /** 1 = may be disabled automatically. */
  @Column('integer', { name: 'auto_ban', default: 1 })
  autoBan!: number;

  /** JSON text: `status_reason`, `status_time` and `dead_keys` (see `channel-keys.ts`). */
  @Column('text', { name: 'other_info', default: '' })
  otherInfo!: string;

  @Column('text', { nullable: true })
  tag!: string | null;

  /** JSON text, see `channel-settings.ts`. */
  @Column('text', { nullable: true })
  setting!: string | null;

  /** JSON text merged into upstream requests. */
  @Column('text', { name: 'param_override', nullable: true })
  paramOverride!: string | null;

  @Column('bigint', { name: 'max_input_tokens', nullable: true })
  maxInputTokens!: number | null;
}
