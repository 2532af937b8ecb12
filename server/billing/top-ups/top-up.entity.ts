import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A payment order. */
@Entity('top_ups')
// Pending orders, for their expiry.
@Index('top_ups_pending', ['createTime'], { where: `status = 'pending'` })
export class TopUp {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  /** Whole USD. */
  @Column('bigint')
  amount!: number;

  /** Price in the payment site's currency. */
  @Column('double precision')
  money!: number;

  /** Identifies the order in payment notices. */
  @Index('top_ups_trade_no', { unique: true })
  @Column('text', { name: 'trade_no' })
  tradeNo!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'create_time' })
  createTime!: number;

  /** `pending`, `success`, or `expired` after a day without payment. */
  @Column('text', { default: 'pending' })
  status!: string;

  /** Quota units to credit, fixed when the order is created. */
  @Column('bigint', { default: 0 })
  quota!: number;

  /** Unix seconds; 0 = not paid. */
  @Column('bigint', { name: 'complete_time', default: 0 })
  completeTime!: number;

  @Column('text', { name: 'payment_method', default: '' })
  paymentMethod!: string;
}
