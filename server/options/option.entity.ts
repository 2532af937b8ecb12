import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An option whose value differs from its default. */
@Entity('options')
export class Option {
  @PrimaryColumn('text')
  key!: string;

  @Column('text', { default: '' })
  value!: string;
}
