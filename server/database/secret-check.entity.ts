import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row with a text encrypted with TOLLGATE_SECRET, by which a process verifies that it uses the same secret. */
@Entity('secret_checks')
export class SecretCheck {
  @PrimaryColumn('int')
  id!: number;

  @Column('text')
  sealed!: string;
}
