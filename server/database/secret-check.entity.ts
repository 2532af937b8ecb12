import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A text encrypted with a TOLLGATE_SECRET that stored values depend on, one row per secret, by which a process verifies that it has
 * all of them. Id 1 has the oldest one; the ids of the others follow from their keys. More than one row: the secret is being rotated.
 */
@Entity('secret_checks')
export class SecretCheck {
  @PrimaryColumn('int')
  id!: number;

  @Column('text')
  sealed!: string;
}
