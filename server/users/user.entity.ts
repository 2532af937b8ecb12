import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An account. Only the ledger writes `quota`, `usedQuota` and `requestCount`. */
@Entity('users')
// Substring search in names and addresses: a trigram index, which only the migration can define.
@Index('users_words', { synchronize: false })
// Prefix search for one or two characters, over lower(…).
@Index('users_username_start', { synchronize: false })
@Index('users_display_name_start', { synchronize: false })
@Index('users_email_start', { synchronize: false })
// Lists of users in one group.
@Index('users_group', ['group', 'id'])
// Lists of users with one status, of deleted users, and of users with one role.
@Index('users_status', ['status', 'id'], { where: 'deleted_at IS NULL' })
@Index('users_deleted', ['id'], { where: 'deleted_at IS NOT NULL' })
@Index('users_role', ['role', 'id'])
// Third-party sign-in finds the account by the provider's id.
@Index('users_github_id', ['githubId'])
@Index('users_oidc_id', ['oidcId'])
@Index('users_wechat_id', ['wechatId'])
@Index('users_telegram_id', ['telegramId'])
@Index('users_linux_do_id', ['linuxDoId'])
export class User {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  /** Remains reserved after a soft deletion. */
  @Index('users_username', { unique: true })
  @Column('text')
  username!: string;

  /** Password hash (argon2id; bcrypt on imported rows), or '' for accounts without a password. */
  @Column('text', { default: '' })
  password!: string;

  @Column('text', { name: 'display_name', default: '' })
  displayName!: string;

  /** 1 user, 10 administrator, 100 super administrator. */
  @Column('integer', { default: 1 })
  role!: number;

  /** 1 enabled, 2 banned, 3 locked. */
  @Column('integer', { default: 1 })
  status!: number;

  @Column('text', { default: '' })
  email!: string;

  @Column('text', { name: 'github_id', default: '' })
  githubId!: string;

  @Column('text', { name: 'oidc_id', default: '' })
  oidcId!: string;

  @Column('text', { name: 'wechat_id', default: '' })
  wechatId!: string;

  @Column('text', { name: 'telegram_id', default: '' })
  telegramId!: string;

  @Column('text', { name: 'linux_do_id', default: '' })
  linuxDoId!: string;

  /** Only set on imported rows until it is hashed; the gateway never writes or returns it. */
  @Column('text', { name: 'access_token', nullable: true })
  accessToken!: string | null;

  /** Keyed hash (`Vault.lookupHash`) of the management access token. */
  @Index('users_access_token_hash', { unique: true })
  @Column('char', { name: 'access_token_hash', length: 64, nullable: true })
  accessTokenHash!: string | null;

  /** Id of the secret of `accessTokenHash`; null: the secret whose check has id 1 (`SecretCheck`). */
  @Column('text', { name: 'access_token_key', nullable: true })
  accessTokenKey!: string | null;

  @Column('bigint', { default: 0 })
  quota!: number;

  @Column('bigint', { name: 'used_quota', default: 0 })
  usedQuota!: number;

  @Column('bigint', { name: 'request_count', default: 0 })
  requestCount!: number;

  /** Increases with every change of `quota`, so that caches can recognize outdated balances. */
  @Column('bigint', { name: 'ledger_version', default: 0 })
  ledgerVersion!: number;

  /** Sessions opened under an older version are invalid (password change, ban, role change). */
  @Column('integer', { name: 'session_version', default: 1 })
  sessionVersion!: number;

  @Column('text', { default: 'default' })
  group!: string;

  /** null instead of '' so that it can be unique. */
  @Index('users_aff_code', { unique: true })
  @Column('text', { name: 'aff_code', nullable: true })
  affCode!: string | null;

  @Column('bigint', { name: 'aff_count', default: 0 })
  affCount!: number;

  /** Invitation reward not yet moved to the balance. */
  @Column('bigint', { name: 'aff_quota', default: 0 })
  affQuota!: number;

  @Column('bigint', { name: 'aff_history', default: 0 })
  affHistory!: number;

  /** 0 = none. */
  @Column('bigint', { name: 'inviter_id', default: 0 })
  inviterId!: number;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;

  /** Whether the account has an authenticator app or a passkey. */
  @Column('boolean', { name: 'second_factor', default: false })
  secondFactor!: boolean;

  /** The account had a second factor where it was imported from, and has not set one up here. */
  @Column('boolean', { name: 'second_factor_advised', default: false })
  secondFactorAdvised!: boolean;

  /** When the account was first asked for the second factor that is required of it, Unix seconds; 0 = never. */
  @Column('bigint', { name: 'second_factor_asked_at', default: 0 })
  secondFactorAskedAt!: number;

  /** JSON text of the account's own settings. */
  @Column('text', { default: '' })
  setting!: string;
}
