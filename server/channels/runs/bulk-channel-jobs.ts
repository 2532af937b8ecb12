import { Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { queuePrefix } from '../../core/queues.js';
import { requestId } from '../../core/ids.js';
import { RepeatedWarnings } from '../../core/repeated-warnings.js';
import {
  channelJobProgress,
  type ChannelJobProgress,
  type ChannelJobResponse,
} from '../../contract/resources/channels/channel-job.js';
import type { TestedBy } from '../channel-tester.js';

const RETRY_MS = 5000;
/** Attempts of a run that fails as a whole (Postgres unavailable). */
const ATTEMPTS = 3;
const KEPT = 5;

/** `by`: the user who started the run and under whom it is logged; absent for scheduled runs. */
export const runPayload = z.strictObject({
  by: z.strictObject({ id: z.int(), username: z.string() }).optional(),
});
export type RunPayload = z.infer<typeof runPayload>;

export const NOTHING_DONE: ChannelJobProgress = {
  started_at: 0,
  total: 0,
  done: 0,
  skipped: 0,
  failed: 0,
  disabled: 0,
  enabled: 0,
};

/** Context in which a worker executes a run. */
export interface RunContext {
  /** Progress of an earlier worker with this run, from which this one continues. */
  readonly before: ChannelJobProgress | undefined;
  /** Ends the run early; another worker can continue it. */
  readonly signal: AbortSignal;
  /** @throws if this worker no longer owns the run */
  report(progress: ChannelJobProgress): Promise<void>;
}

/** Jobs over all channels, at most one of each kind in the cluster: starts them and reports their progress. */
export abstract class BulkChannelJobs {
  private readonly warnings = new RepeatedWarnings(new Logger('Channels'));
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

  async state(): Promise<ChannelJobResponse> {
    const queue = await this.open();
    const jobs = await queue.getJobs(['active', 'wait', 'delayed', 'completed', 'failed'], 0, KEPT);
    const newest = jobs.sort((one, other) => other.timestamp - one.timestamp)[0];
    if (!newest) return { state: 'idle', ...NOTHING_DONE, finished_at: 0, error: '' };
    const progress = channelJobProgress.safeParse(newest.progress).data ?? NOTHING_DONE;
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
    const { Queue: BullQueue } = await import('bullmq');
    const queue = new BullQueue<RunPayload>(this.name, {
      connection: this.redis,
      prefix: queuePrefix(this.redis),
    });
    queue.on('error', (error) => this.warnings.warn(`queue ${this.name}: ${error.message}`));
    await queue.waitUntilReady();
    return (this.queue ??= queue);
  }
}

const STATES: Readonly<Record<string, ChannelJobResponse['state']>> = {
  active: 'running',
  completed: 'done',
  failed: 'failed',
};
