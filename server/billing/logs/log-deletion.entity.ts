import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A requested deletion of old log rows, not yet carried out by the worker. */
@Entity('log_deletions')
export class LogDeletion {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  /** Unix seconds; rows older than this are deleted. */
  @Column('bigint', { name: 'created_before' })
  createdBefore!: number;
}
