import { Logger } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { requestId } from '../../core/ids.js';
import type { TestedBy } from '../channel-tester.js';

const PREFIX = 'tollgate:queue';
const RETRY_MS = 5000;
/** How often a run may fail as a whole (Postgres away) before it is given up. */
const ATTEMPTS = 3;
const KEPT = 5;

/** `by`: who asked, and whose name the log shows; absent when it was the clock. */
export const runPayload = z.strictObject({
  by: z.strictObject({ id: z.int(), username: z.string() }).optional(),
});
export type RunPayload = z.infer<typeof runPayload>;

/** How far a run is. A worker that takes over from a dead one goes on from here. */
export const runProgress = z.strictObject({
  /** Unix seconds. */
  started_at: z.int(),
  total: z.int(),
  done: z.int(),
  /** Of those done: not asked, since channels of their type cannot be. */
  skipped: z.int(),
  failed: z.int(),
  disabled: z.int(),
  enabled: z.int(),
});
export type RunProgress = z.infer<typeof runProgress>;

export const NOTHING_DONE: RunProgress = {
  started_at: 0,
  total: 0,
  done: 0,
  skipped: 0,
  failed: 0,
  disabled: 0,
  enabled: 0,
};

/** The newest run over all channels. */
export const runState = z.strictObject({
  state: z.enum(['idle', 'waiting', 'running', 'done', 'failed']),
  ...runProgress.shape,
  /** Unix seconds; 0 = not yet. */
  finished_at: z.int(),
  /** Why the run as a whole failed, or ''. */
  error: z.string(),
});
export type RunState = z.infer<typeof runState>;

/** What a run has to do with the outside. */
export interface RunContext {
  /** How far an earlier worker came with this run. */
  readonly before: RunProgress | undefined;
  /** Ends the run early: it throws, and can be taken up again. */
  readonly signal: AbortSignal;
  /** @throws when the run is not this worker's any more */
  report(progress: RunProgress): Promise<void>;
}

/** Runs over all channels, one of a kind at a time in the whole fleet: starts them and tells how far they are. */
export abstract class BulkChannelJobs {
  private readonly logger = new Logger('Channels');
  private queue: Queue<RunPayload> | undefined;

  protected constructor(
    private readonly redis: Redis,
    private readonly name: string,
    private readonly job: string,
  ) {}

  /**
   * Of several asked for at once one starts. A run whose worker died is taken over by another one, so "running" ends.
   * @param by absent when it is the clock that asks
   * @returns false when one waits or runs already
   */
  async start(by?: TestedBy): Promise<boolean> {
    const queue = await this.open();
    const jobId = requestId();
    const job = await queue.add(
      this.job,
      { by },
      {
        jobId,
        deduplication: { id: this.job },
        attempts: ATTEMPTS,
        backoff: { type: 'fixed', delay: RETRY_MS },
        removeOnComplete: KEPT,
        removeOnFail: KEPT,
      },
    );
    return job.id === jobId;
  }

  async state(): Promise<RunState> {
    const queue = await this.open();
    const jobs = await queue.getJobs(['active', 'wait', 'delayed', 'completed', 'failed'], 0, KEPT);
    const newest = jobs.sort((one, other) => other.timestamp - one.timestamp)[0];
    if (!newest) return { state: 'idle', ...NOTHING_DONE, finished_at: 0, error: '' };
    const progress = runProgress.safeParse(newest.progress).data ?? NOTHING_DONE;
    const state = STATES[await newest.getState()] ?? 'waiting';
    const over = state === 'done' || state === 'failed';
    return {
      state,
      ...progress,
      finished_at: over ? Math.floor((newest.finishedOn ?? 0) / 1000) : 0,
      error: state === 'failed' ? (newest.failedReason ?? '') : '',
    };
  }

  /** On the shared connection, and only while that is up: a queue opened without Redis would wait for it for ever. */
  private async open(): Promise<Queue<RunPayload>> {
    await this.redis.ping();
    if (this.queue) return this.queue;
    const queue = new Queue<RunPayload>(this.name, {
      connection: this.redis,
      prefix: PREFIX,
    });
    queue.on('error', (error) => this.logger.warn(`queue ${this.name}: ${error.message}`));
    await queue.waitUntilReady();
    return (this.queue ??= queue);
  }
}

const STATES: Readonly<Record<string, RunState['state']>> = {
  active: 'running',
  completed: 'done',
  failed: 'failed',
};
