import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Record of the setup, written once when the first account exists. */
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
