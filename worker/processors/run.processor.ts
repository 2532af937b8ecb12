import { OnWorkerEvent } from '@nestjs/bullmq';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { WaitingError, type Job } from 'bullmq';
import { channelJobProgress } from '../../server/contract/resources/channels/channel-job.js';
import {
  runPayload,
  type RunContext,
  type RunPayload,
} from '../../server/channels/runs/bulk-channel-jobs.js';
import { QueueWorker } from './queue-worker.js';

/** One run at a time. Another worker takes over the run of a crashed one within a minute. */
export const RUN_OPTIONS = { concurrency: 1, maxStalledCount: 10 };

/** Executes runs over all channels. A worker that stops returns its run to the queue. */
export abstract class RunProcessor extends QueueWorker implements BeforeApplicationShutdown {
  protected abstract carryOut(payload: RunPayload, context: RunContext): Promise<void>;

  private readonly stopping = new AbortController();

  constructor() {
    super('Channels');
  }

  override async process(job: Job, token?: string): Promise<void> {
    const payload = runPayload.parse(job.data);
    try {
      await this.carryOut(payload, {
        before: channelJobProgress.safeParse(job.progress).data,
        signal: this.stopping.signal,
        report: (progress) => job.updateProgress(progress),
      });
    } catch (error) {
      if (!this.stopping.signal.aborted) throw error;
      await job.moveToWait(token);
      throw new WaitingError();
    }
  }

  /** Runs before the connections close, because the current run has to be returned to the queue. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('the worker stops'));
    await this.worker.close();
  }

  @OnWorkerEvent('failed')
  failed(job: Job | undefined, error: Error): void {
    this.logger.error(`a run over all channels failed: ${error.message}`);
  }
}
