import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row that names the installation; Redis holds the same name, so that no other installation uses it by mistake. */
@Entity('installations')
export class Installation {
  @PrimaryColumn('int')
  id!: number;

  /** Random. */
  @Column('text')
  name!: string;

  /** Shards of the ledger in a Redis cluster; 0 = it never was in one. */
  @Column('int', { name: 'redis_shards', default: 0 })
  redisShards!: number;
}
