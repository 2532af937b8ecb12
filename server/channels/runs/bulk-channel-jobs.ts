import { Logger } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { requestId } from '../../core/ids.js';
import type { TestedBy } from '../channel-tester.js';

const PREFIX = 'tollgate:queue';
const RETRY_MS = 5000;
/** Attempts of a run that fails as a whole (Postgres unavailable). */
const ATTEMPTS = 3;
const KEPT = 5;

/** `by`: the user who started the run and under whom it is logged; absent for scheduled runs. */
export const runPayload = z.strictObject({
  by: z.strictObject({ id: z.int(), username: z.string() }).optional(),
});
export type RunPayload = z.infer<typeof runPayload>;

/** Progress of a run, from which a worker that takes it over continues. */
export const runProgress = z.strictObject({
  /** Unix seconds. */
  started_at: z.int(),
  total: z.int(),
  done: z.int(),
  /** Part of `done`: channels whose type does not support the operation. */
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

/** State of the most recent run. */
export const runState = z.strictObject({
  state: z.enum(['idle', 'waiting', 'running', 'done', 'failed']),
  ...runProgress.shape,
  /** Unix seconds; 0 = not finished. */
  finished_at: z.int(),
  /** Why the run as a whole failed, or ''. */
  error: z.string(),
});
export type RunState = z.infer<typeof runState>;

/** Context in which a worker executes a run. */
export interface RunContext {
  /** Progress of an earlier worker with this run. */
  readonly before: RunProgress | undefined;
  /** Ends the run early; another worker can continue it. */
  readonly signal: AbortSignal;
  /** @throws if this worker no longer owns the run */
  report(progress: RunProgress): Promise<void>;
}

/** Jobs over all channels, at most one of each kind in the cluster: starts them and reports their progress. */
export abstract class BulkChannelJobs {
  private readonly logger = new Logger('Channels');
  private queue: Queue<RunPayload> | undefined;

  protected constructor(
    private readonly redis: Redis,
    private readonly name: string,
    private readonly job: string,
  ) {}

  /**
   * Starts a run. Of concurrent calls only one succeeds. A run whose worker died is taken over, so no run stays "running".
   * @param by absent for scheduled runs
   * @returns false if a run is already waiting or running
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

  /** Opens the queue on the shared connection after checking it: opening a queue without Redis would wait forever. */
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
