import { Column } from 'typeorm';

/**
 * What the gateway has taken for a task. `held`: the submission is under way, its reservation is in Redis. `none`: nothing
 * was taken.
 */
export type Settlement = 'none' | 'held' | 'charged' | 'refunded';

/** Columns by which tasks are charged, polled and refunded. Never part of a response. */
export abstract class TrackedTask {
  /** The upstream's id. */
  @Column('text', { name: 'upstream_id', default: '' })
  upstreamId!: string;

  /** Request that submitted the task; its charge in the ledger has the same id. */
  @Column('text', { name: 'request_id', default: '' })
  requestId!: string;

  /** 0 = none. */
  @Column('bigint', { name: 'token_id', default: 0 })
  tokenId!: number;

  @Column('text', { name: 'group_name', default: '' })
  groupName!: string;

  /** Requested model. */
  @Column('text', { default: '' })
  model!: string;

  @Column('text', { name: 'upstream_model', default: '' })
  upstreamModel!: string;

  /** Which of the channel's keys submitted the task. */
  @Column('integer', { name: 'key_index', default: 0 })
  keyIndex!: number;

  @Column('text', { default: 'none' })
  settlement!: Settlement;

  /** Details from which the charge was computed, as in the log row. */
  @Column('jsonb', { nullable: true })
  price!: unknown;

  /** Files that the task produced: `{url, kind}`. */
  @Column('jsonb', { nullable: true })
  results!: unknown;

  /** For administrators: what happened after the end of the task, such as a late success. */
  @Column('text', { default: '' })
  note!: string;

  /** Address that the client wants to be called on every change. */
  @Column('text', { name: 'notify_hook', default: '' })
  notifyHook!: string;

  /** Part of the address by which the upstream reports changes. */
  @Column('text', { name: 'notify_secret', default: '' })
  notifySecret!: string;

  /** Number of calls of `notifyHook` so far. */
  @Column('integer', { name: 'notify_sequence', default: 0 })
  notifySequence!: number;

  /** Null = not polled. */
  @Column('timestamptz', { name: 'next_poll_at', nullable: true })
  nextPollAt!: Date | null;

  @Column('integer', { name: 'poll_attempts', default: 0 })
  pollAttempts!: number;

  /** Failed polls since the last successful one. */
  @Column('integer', { name: 'poll_errors', default: 0 })
  pollErrors!: number;

  /** Process that polls the task. */
  @Column('text', { name: 'lease_owner', default: '' })
  leaseOwner!: string;

  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil!: Date | null;

  /** When the task fails if the upstream has not finished it; null = it has ended. */
  @Column('timestamptz', { name: 'deadline_at', nullable: true })
  deadlineAt!: Date | null;

  /** Incremented by every change of state. */
  @Column('integer', { default: 0 })
  version!: number;
}
