import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A notice that was published to all visitors. */
@Entity('notices')
export class Notice {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  /** Markdown or HTML. */
  @Column('text')
  text!: string;

  /** Unix seconds; 0 = not known. */
  @Column('bigint', { name: 'created_at' })
  createdAt!: number;
}
