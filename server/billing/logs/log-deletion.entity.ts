import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A deletion of old log rows that the worker has still to carry out. */
@Entity('log_deletions')
export class LogDeletion {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  /** Unix seconds: every row older than this goes. */
  @Column('bigint', { name: 'created_before' })
  createdBefore!: number;
}
