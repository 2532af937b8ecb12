import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An API key of a user. `remainQuota` and `usedQuota` are written by the ledger only. */
@Entity('tokens')
// The user's list, newest first, and the user's search.
@Index('tokens_user_id', ['userId', 'id'])
// Filters of the log by the name of a token.
@Index('tokens_name', ['name'])
// Search for a part of the name among the tokens of all users: a trigram index, which only the migration can express.
@Index('tokens_words', { synchronize: false })
export class Token {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  /** The key without `sk-`, encrypted by `Vault.seal`; plain text in imported rows until they are sealed; '' = it is not stored. */
  @Column('text')
  key!: string;

  /** The last four characters of a key that is not stored. */
  @Column('text', { name: 'key_end', default: '' })
  keyEnd!: string;

  /** Of a key that is not stored: the secret that signs hooks of tasks, encrypted by `Vault.seal`. */
  @Column('text', { name: 'hook_secret', default: '' })
  hookSecret!: string;

  /** Keyed hash of the key, by which a request finds its token. */
  @Index('tokens_key_hash', { unique: true })
  @Column('char', { name: 'key_hash', length: 64 })
  keyHash!: string;

  /** Id of the secret of `keyHash`, of a key that is not stored; null: the secret whose check has id 1 (`SecretCheck`). */
  @Column('text', { name: 'hash_key', nullable: true })
  hashKey!: string | null;

  /** 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
  @Column('integer', { default: 1 })
  status!: number;

  @Column('text', { default: '' })
  name!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'created_time', default: 0 })
  createdTime!: number;

  /** Unix seconds of the last charge. */
  @Column('bigint', { name: 'accessed_time', default: 0 })
  accessedTime!: number;

  /** Unix seconds; -1 = never. */
  @Column('bigint', { name: 'expired_time', default: -1 })
  expiredTime!: number;

  @Column('bigint', { name: 'remain_quota', default: 0 })
  remainQuota!: number;

  @Column('boolean', { name: 'unlimited_quota', default: false })
  unlimitedQuota!: boolean;

  @Column('boolean', { name: 'model_limits_enabled', default: false })
  modelLimitsEnabled!: boolean;

  /** Comma separated. */
  @Column('text', { name: 'model_limits', default: '' })
  modelLimits!: string;

  /** One address per line; '' = any. */
  @Column('text', { name: 'allow_ips', default: '' })
  allowIps!: string;

  @Column('bigint', { name: 'used_quota', default: 0 })
  usedQuota!: number;

  /** '' = the user's group. */
  @Column('text', { default: '' })
  group!: string;

  /** Names of `TOKEN_SCOPES`, separated by commas; '' = all. */
  @Column('text', { default: '' })
  scopes!: string;

  /** In group `auto`: whether the next groups serve a request that no channel of the first one does. */
  @Column('boolean', { name: 'cross_group_retry', default: false })
  crossGroupRetry!: boolean;

  /** Increases with every change of `remainQuota`. */
  @Column('bigint', { name: 'ledger_version', default: 0 })
  ledgerVersion!: number;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
