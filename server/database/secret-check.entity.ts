import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: a text sealed with TOLLGATE_SECRET, by which a process finds out whether it has the same secret. */
@Entity('secret_checks')
export class SecretCheck {
  @PrimaryColumn('int')
  id!: number;

  @Column('text')
  sealed!: string;
}
