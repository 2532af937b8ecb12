import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The latest holder of an exclusive role. It still has the role while its session has the advisory lock. */
@Entity('leases')
export class Lease {
  @PrimaryColumn('text')
  name!: string;

  /** Host and process id of the worker. */
  @Column('text')
  holder!: string;

  /** Process id of its session in Postgres. */
  @Column('int')
  pid!: number;

  /** Unix seconds. */
  @Column('bigint')
  since!: number;
}
