import { Inject, Injectable, Logger } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { requestId } from '../../core/ids.js';
import { REDIS } from '../../core/injection.js';
import type { TestedBy } from '../channel-tester.js';
import {
  CHANNEL_TESTS_QUEUE,
  channelTestsProgress,
  type ChannelTestsPayload,
  type ChannelTestsProgress,
} from './channel-tests.jobs.js';

const PREFIX = 'tollgate:queue';
const JOB = 'test-all';
const RETRY_MS = 5000;
/** How often a run may fail as a whole (Postgres away) before it is given up. */
const ATTEMPTS = 3;
const KEPT = 5;
const NOTHING: ChannelTestsProgress = {
  started_at: 0,
  total: 0,
  done: 0,
  skipped: 0,
  failed: 0,
  disabled: 0,
  enabled: 0,
};

/** The newest run over all channels. */
export const channelTestsState = z.strictObject({
  state: z.enum(['idle', 'waiting', 'running', 'done', 'failed']),
  ...channelTestsProgress.shape,
  /** Unix seconds; 0 = not yet. */
  finished_at: z.int(),
  /** Why the run as a whole failed, or ''. */
  error: z.string(),
});
export type ChannelTestsState = z.infer<typeof channelTestsState>;

/** Starts runs over all channels and tells how far they are. The worker carries them out. */
@Injectable()
export class ChannelTestRuns {
  private readonly logger = new Logger('Channels');
  private queue: Queue<ChannelTestsPayload> | undefined;

  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /**
   * Of several asked for at once one starts. A run whose worker died is taken over by another one, so "running" ends.
   * @param by absent when it is the clock that asks
   * @returns false when one waits or runs already
   */
  async start(by?: TestedBy): Promise<boolean> {
    const queue = await this.open();
    const jobId = requestId();
    const job = await queue.add(
      JOB,
      { by },
      {
        jobId,
        deduplication: { id: JOB },
        attempts: ATTEMPTS,
        backoff: { type: 'fixed', delay: RETRY_MS },
        removeOnComplete: KEPT,
        removeOnFail: KEPT,
      },
    );
    return job.id === jobId;
  }

  async state(): Promise<ChannelTestsState> {
    const queue = await this.open();
    const jobs = await queue.getJobs(['active', 'wait', 'delayed', 'completed', 'failed'], 0, KEPT);
    const newest = jobs.sort((one, other) => other.timestamp - one.timestamp)[0];
    if (!newest) return { state: 'idle', ...NOTHING, finished_at: 0, error: '' };
    const progress = channelTestsProgress.safeParse(newest.progress).data ?? NOTHING;
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
  private async open(): Promise<Queue<ChannelTestsPayload>> {
    await this.redis.ping();
    if (this.queue) return this.queue;
    const queue = new Queue<ChannelTestsPayload>(CHANNEL_TESTS_QUEUE, {
      connection: this.redis,
      prefix: PREFIX,
    });
    queue.on('error', (error) => this.logger.warn(`queue of channel tests: ${error.message}`));
    await queue.waitUntilReady();
    return (this.queue ??= queue);
  }
}

const STATES: Readonly<Record<string, ChannelTestsState['state']>> = {
  active: 'running',
  completed: 'done',
  failed: 'failed',
};
