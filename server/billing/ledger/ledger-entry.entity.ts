import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * One change of a balance; rows are never changed or deleted. Partitioned by month of `createdAt`.
 * A balance is the sum of its entries: users.quota of `delta`, tokens.remain_quota of `tokenDelta`.
 */
@Entity('ledger_entries')
// Makes replayed settlements idempotent; receipts by request id.
@Index('ledger_entries_once', ['requestId', 'kind', 'createdAt'], { unique: true })
// Whether a user has entries other than the charges of tokens.
@Index('ledger_entries_user', ['userId'], { where: `kind <> 'consume' OR token_id = 0` })
// Whether a token has entries.
@Index('ledger_entries_token', ['tokenId'], { where: 'token_id <> 0' })
// Sums over a period: an index of ranges of pages, which only the migration can express.
@Index('ledger_entries_time', { synchronize: false })
export class LedgerEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  /** Unix seconds. Charges have the start of their request, so that they cannot be entered twice. */
  @PrimaryColumn('bigint', { name: 'created_at' })
  createdAt!: number;

  /** The request's id, or another reference that identifies this change. */
  @Column('text', { name: 'request_id' })
  requestId!: string;

  /**
   * consume, opening, grant, topup, redemption, transfer, adjust, token; `refund`, `settle` and `admin_refund` give back a charge (`returnCharge`);
   * `correction` is the difference to a charge that
   * was entered for a server that was taken for dead.
   */
  @Column('text')
  kind!: string;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  /** 0 = none. */
  @Column('bigint', { name: 'token_id', default: 0 })
  tokenId!: number;

  /** 0 = none. */
  @Column('bigint', { name: 'channel_id', default: 0 })
  channelId!: number;

  /** Change of the user's balance. */
  @Column('bigint', { default: 0 })
  delta!: number;

  /** Change of the token's remaining quota. */
  @Column('bigint', { name: 'token_delta', default: 0 })
  tokenDelta!: number;

  /** Quota units the request cost beyond the remaining balance: written off, not included in `delta`. Negative in corrections. */
  @Column('bigint', { default: 0 })
  uncollected!: number;

  /** When the request was settled, Unix seconds: the time of its log row. 0: `createdAt`. */
  @Column('bigint', { name: 'settled_at', default: 0 })
  settledAt!: number;

  /** The reason: a Chinese sentence of the stored texts, or a reference, for auditors who read the table; of `adjust` what the administrator entered. */
  @Column('text', { default: '' })
  content!: string;
}
