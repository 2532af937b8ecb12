import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Written once, when the first account is made. */
@Entity('setups')
export class Setup {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  @Column('text')
  version!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'initialized_at' })
  initializedAt!: number;
}
