import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row that names the installation; Redis holds the same name, so that no other installation uses it by mistake. */
@Entity('installations')
export class Installation {
  @PrimaryColumn('int')
  id!: number;

  /** Random. */
  @Column('text')
  name!: string;
}
