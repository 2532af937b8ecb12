import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Sums per user, model and quarter of an hour for the dashboard, written by the poster. Rows of earlier releases are hours. */
@Entity('quota_data')
// Conflict target of the upsert, and the dashboard of one user.
@Index('quota_data_hour', ['userId', 'createdAt', 'modelName', 'username'], { unique: true })
// Dashboard of one user by name.
@Index('quota_data_username_created', ['username', 'createdAt'])
// Dashboard of all users, by time.
@Index('quota_data_created', ['createdAt'])
export class QuotaData {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  @Column('text', { default: '' })
  username!: string;

  @Column('text', { name: 'model_name', default: '' })
  modelName!: string;

  /** Unix seconds, start of the quarter of an hour. */
  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  @Column('bigint', { name: 'token_used', default: 0 })
  tokenUsed!: number;

  @Column('bigint', { default: 0 })
  count!: number;

  @Column('bigint', { default: 0 })
  quota!: number;
}
