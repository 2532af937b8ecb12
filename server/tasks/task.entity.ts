import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { TrackedTask } from './tracked-task.js';

/** An asynchronous job other than an image generation. */
@Entity('tasks')
// The user's list, newest first.
@Index('tasks_user_id', ['userId', 'id'])
// The administrators' list of one channel.
@Index('tasks_channel_id', ['channelId', 'id'])
// The administrators' list by status, platform or action.
@Index('tasks_status', ['status', 'id'])
@Index('tasks_platform', ['platform', 'id'])
@Index('tasks_action', ['action', 'id'])
// The administrators' list within a time range.
@Index('tasks_submit_time', ['submitTime', 'id'])
// Unfinished jobs that have to be polled.
@Index('tasks_unfinished', ['id'], { where: `status NOT IN ('SUCCESS', 'FAILURE')` })
// Running tasks by the time of their next poll.
@Index('tasks_due', ['channelId', 'nextPollAt'], { where: 'next_poll_at IS NOT NULL' })
@Index('tasks_deadline', ['deadlineAt'], { where: 'deadline_at IS NOT NULL' })
// Reports of the upstream.
@Index('tasks_upstream_id', ['channelId', 'upstreamId'], { where: `upstream_id <> ''` })
export class Task extends TrackedTask {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  /** Unix seconds. */
  @Column('bigint', { name: 'created_at', default: 0 })
  createdAt!: number;

  /** Unix seconds. */
  @Column('bigint', { name: 'updated_at', default: 0 })
  updatedAt!: number;

  /** Used by clients to fetch a task. */
  @Index('tasks_task_id')
  @Column('text', { name: 'task_id', default: '' })
  taskId!: string;

  @Column('text', { default: '' })
  platform!: string;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  @Column('bigint', { name: 'channel_id', default: 0 })
  channelId!: number;

  @Column('bigint', { default: 0 })
  quota!: number;

  @Column('text', { default: '' })
  action!: string;

  @Column('text', { default: '' })
  status!: string;

  @Column('text', { name: 'fail_reason', default: '' })
  failReason!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'submit_time', default: 0 })
  submitTime!: number;

  /** Unix seconds. */
  @Column('bigint', { name: 'start_time', default: 0 })
  startTime!: number;

  /** Unix seconds. */
  @Column('bigint', { name: 'finish_time', default: 0 })
  finishTime!: number;

  /** Text such as `40%`. */
  @Column('text', { default: '' })
  progress!: string;

  @Column('jsonb', { nullable: true })
  properties!: unknown;

  @Column('jsonb', { nullable: true })
  data!: unknown;
}
