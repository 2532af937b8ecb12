import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { WaitingError, type Job } from 'bullmq';
import { ChannelTestRun } from '../../server/channels/testing/channel-test-run.service.js';
import {
  CHANNEL_TESTS_QUEUE,
  channelTestsPayload,
  channelTestsProgress,
} from '../../server/channels/testing/channel-tests.jobs.js';

/** Runs over all channels. A worker that stops hands its run back; that of a dead one is taken over within a minute. */
@Processor(CHANNEL_TESTS_QUEUE, { concurrency: 1, maxStalledCount: 10 })
export class ChannelTestsProcessor extends WorkerHost implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Channels');
  private readonly stopping = new AbortController();
  private away = false;

  constructor(private readonly run: ChannelTestRun) {
    super();
  }

  override async process(job: Job, token?: string): Promise<void> {
    const payload = channelTestsPayload.parse(job.data);
    try {
      await this.run.run(payload, {
        before: channelTestsProgress.safeParse(job.progress).data,
        signal: this.stopping.signal,
        report: (progress) => job.updateProgress(progress),
      });
    } catch (error) {
      if (!this.stopping.signal.aborted) throw error;
      await job.moveToWait(token);
      throw new WaitingError();
    }
  }

  /** Before the connections go: the run at hand is to be handed back. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('the worker stops'));
    await this.worker.close();
  }

  @OnWorkerEvent('failed')
  failed(job: Job | undefined, error: Error): void {
    this.logger.error(`a run over all channels failed: ${error.message}`);
  }

  /** Of an outage one line is enough: BullMQ reports every attempt to reconnect. */
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
