import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { PurchaseKind } from '../../../contract/resources/costs/purchase-price.js';

/** What a provider takes from the operator. Prices are USD. */
@Entity('purchase_prices')
@Index('purchase_prices_once', ['channelId', 'model', 'validFrom'], { unique: true })
export class PurchasePriceRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  @Column('bigint', { name: 'channel_id' })
  channelId!: number;

  /** '' = all models of the channel that have none of their own. */
  @Column('text')
  model!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'valid_from' })
  validFrom!: number;

  @Column('text')
  kind!: PurchaseKind;

  /** Factor of the list price. */
  @Column('double precision', { nullable: true })
  ratio!: number | null;

  /** Per million tokens. */
  @Column('double precision', { nullable: true })
  input!: number | null;

  @Column('double precision', { nullable: true })
  output!: number | null;

  /** Null: as `input`. */
  @Column('double precision', { nullable: true })
  cached!: number | null;

  @Column('double precision', { name: 'cache_write', nullable: true })
  cacheWrite!: number | null;

  /** Per request. */
  @Column('double precision', { nullable: true })
  call!: number | null;
}
