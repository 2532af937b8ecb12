import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { TrackedTask } from './tracked-task.js';

/** An image job. */
@Entity('midjourneys')
// The user's list, newest first.
@Index('midjourneys_user_id', ['userId', 'id'])
// The administrators' list of one channel.
@Index('midjourneys_channel_id', ['channelId', 'id'])
// The administrators' list within a time range.
@Index('midjourneys_submit_time', ['submitTime', 'id'])
// Unfinished jobs that have to be polled.
@Index('midjourneys_unfinished', ['id'], { where: `status NOT IN ('SUCCESS', 'FAILURE')` })
// Running tasks by the time of their next poll.
@Index('midjourneys_due', ['channelId', 'nextPollAt'], { where: 'next_poll_at IS NOT NULL' })
@Index('midjourneys_deadline', ['deadlineAt'], { where: 'deadline_at IS NOT NULL' })
// Reports of the upstream.
@Index('midjourneys_upstream_id', ['channelId', 'upstreamId'], { where: `upstream_id <> ''` })
export class Midjourney extends TrackedTask {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  @Column('integer', { default: 0 })
  code!: number;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  @Column('text', { default: '' })
  action!: string;

  /** Used by clients to fetch, change and display an image. */
  @Index('midjourneys_mj_id')
  @Column('text', { name: 'mj_id', default: '' })
  mjId!: string;

  @Column('text', { default: '' })
  prompt!: string;

  @Column('text', { name: 'prompt_en', default: '' })
  promptEn!: string;

  @Column('text', { default: '' })
  description!: string;

  @Column('text', { default: '' })
  state!: string;

  /** Unix milliseconds. */
  @Column('bigint', { name: 'submit_time', default: 0 })
  submitTime!: number;

  /** Unix milliseconds. */
  @Column('bigint', { name: 'start_time', default: 0 })
  startTime!: number;

  /** Unix milliseconds. */
  @Column('bigint', { name: 'finish_time', default: 0 })
  finishTime!: number;

  @Column('text', { name: 'image_url', default: '' })
  imageUrl!: string;

  @Column('text', { default: '' })
  status!: string;

  @Column('text', { default: '' })
  progress!: string;

  @Column('text', { name: 'fail_reason', default: '' })
  failReason!: string;

  @Column('bigint', { name: 'channel_id', default: 0 })
  channelId!: number;

  @Column('bigint', { default: 0 })
  quota!: number;

  /** JSON text. */
  @Column('text', { default: '' })
  buttons!: string;

  /** JSON text. */
  @Column('text', { default: '' })
  properties!: string;

  /** relax, fast or turbo; '' = none. */
  @Column('text', { default: '' })
  mode!: string;
}
