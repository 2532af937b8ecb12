import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { PriceChangeHow } from '../../../contract/resources/price-change.js';

/** A change of the price of one model. The oldest rows are deleted when new ones are written. */
@Entity('price_changes')
// A hash index, because names have any length; TypeORM cannot describe it.
@Index('price_changes_model', { synchronize: false })
@Index('price_changes_operation', ['operation'])
export class PriceChange {
  @PrimaryGeneratedColumn('identity', { type: 'int' })
  id!: number;

  /** Changes of one request share it. */
  @Column('uuid')
  operation!: string;

  /** Changes of the operation when it was made. */
  @Column('int', { name: 'operation_size' })
  operationSize!: number;

  @Column('text')
  model!: string;

  /** JSON: what operators had set (`OwnPrice`). */
  @Column('text')
  before!: string;

  /** JSON: what they have set since. */
  @Column('text')
  after!: string;

  @Column('int', { name: 'actor_id' })
  actorId!: number;

  @Column('text', { name: 'actor_name' })
  actorName!: string;

  @Column('text')
  how!: PriceChangeHow;

  /** The operation that this one took back. */
  @Column('uuid', { nullable: true })
  undoes!: string | null;

  /** Unix seconds. */
  @Column('bigint', { name: 'created_at' })
  createdAt!: number;
}
