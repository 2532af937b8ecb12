import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { WaitingError, type Job } from 'bullmq';
import { channelJobProgress } from '../../server/contract/resources/channel.js';
import {
  runPayload,
  type RunContext,
  type RunPayload,
} from '../../server/channels/runs/bulk-channel-jobs.js';

/** One run at a time. Another worker takes over the run of a crashed one within a minute. */
export const RUN_OPTIONS = { concurrency: 1, maxStalledCount: 10 };

/** Executes runs over all channels. A worker that stops returns its run to the queue. */
export abstract class RunProcessor extends WorkerHost implements BeforeApplicationShutdown {
  protected abstract carryOut(payload: RunPayload, context: RunContext): Promise<void>;

  private readonly logger = new Logger('Channels');
  private readonly stopping = new AbortController();
  private away = false;

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

  /** Logs an outage once, because BullMQ reports every attempt to reconnect. */
  @OnWorkerEvent('error')
  troubled(error: Error): void {
    if (!this.away) this.logger.warn(`queue: ${error.message}`);
    this.away = true;
  }

  @OnWorkerEvent('ready')
  ready(): void {
    this.away = false;
  }
}
