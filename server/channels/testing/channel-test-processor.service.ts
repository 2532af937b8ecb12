import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { AddresseesRepository } from '../../notifications/addressees.repository.js';
import { Notices } from '../../notifications/notices.js';
import { noticeText } from '../../notifications/texts/catalogue.js';
import { AutomaticStatus } from '../automatic-status.service.js';
import type { TestedBy } from '../channel-tester.js';
import { ChannelKeyTests } from './channel-key-tests.service.js';
import { ChannelTestRecords } from './channel-test-records.service.js';
import { ChannelTestsRepository } from './channel-tests.repository.js';
import { failuresOf, responseTimeOf, type TestedKey } from './tested-keys.js';
import type { ChannelJobProgress } from '../../contract/resources/channels/channel-job.js';
import type { RunContext, RunPayload } from '../runs/bulk-channel-jobs.js';

/** Channels tested concurrently; 1 if a pause between tests is configured. */
const AT_ONCE = 5;
const NOTHING: Tally = { skipped: 0, failed: 0, disabled: 0, enabled: 0 };

/** Tests every key of every channel not disabled by hand, and has what is broken disabled and what works again enabled. */
@Injectable()
export class ChannelTestProcessor {
  private readonly logger = new Logger('Channels');
  private readonly pauseMs: number;

  constructor(
    private readonly repository: ChannelTestsRepository,
    private readonly addressees: AddresseesRepository,
    private readonly records: ChannelTestRecords,
    private readonly status: AutomaticStatus,
    private readonly notices: Notices,
    private readonly tests: ChannelKeyTests,
    @Inject(ENV) env: Env,
  ) {
    this.pauseMs = env.POLLING_INTERVAL * 1000;
  }

  async run({ by }: RunPayload, { before, signal, report }: RunContext): Promise<void> {
    const startedAt = before?.started_at ?? Math.floor(Date.now() / 1000);
    const ids = await this.open(before && startedAt);
    const total = Math.max(before?.total ?? 0, ids.length);
    // Skipped channels are not recorded, so they are counted again.
    const tally = { ...NOTHING, ...before, skipped: 0 };
    const progress = { ...tally, started_at: startedAt, total, done: total - ids.length };
    await report(progress);
    const asker = by ?? (await this.root());
    const rest = ids.values();
    const lanes = new AbortController();
    const stop = AbortSignal.any([signal, lanes.signal]);
    const lane = async () => {
      for (const id of rest) {
        stop.throwIfAborted();
        const outcome = await this.testOne(id, asker, stop);
        progress.done++;
        for (const what of outcome) progress[what]++;
        await report(progress);
        if (this.pauseMs > 0) await sleep(this.pauseMs, undefined, { signal: stop });
      }
    };
    const ends = await Promise.allSettled(
      Array.from({ length: this.pauseMs > 0 ? 1 : AT_ONCE }, () =>
        // When one loop fails the others are aborted too, so that no test outlives its run.
        lane().catch((error: unknown) => {
          lanes.abort(error);
          throw error;
        }),
      ),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    if (by)
      await this.notices.toRoot('channel_test', (language) => ({
        subject: noticeText(language, 'channels_tested_title'),
        text: noticeText(language, 'channels_tested'),
      }));
  }

  /** Ids of the channels to test. @param since Unix seconds; channels tested since then are done */
  private async open(since: number | undefined): Promise<number[]> {
    const rows = await this.repository.testable();
    return rows.filter(({ testTime }) => since === undefined || testTime < since).map(({ id }) => id);
  }

  /** @throws the signal's reason when the test was aborted, which says nothing about the channel */
  private async testOne(id: number, by: TestedBy, signal: AbortSignal): Promise<(keyof Tally)[]> {
    try {
      const tested = await this.tests.test(id, by, { signal, ...(this.pauseMs > 0 && { atOnce: 1 }) });
      signal.throwIfAborted();
      if (tested[0]?.result.verdict === 'untestable') return ['skipped'];
      const outcome = await this.judge(id, tested);
      // Last, because a worker that takes the run over does not test channels with a recorded time again.
      await this.records.record(id, tested);
      return outcome;
    } catch (error) {
      signal.throwIfAborted();
      // Continue with the other channels; if Redis fails, the next report ends the run.
      this.logger.error(`test of channel ${id}: ${error instanceof Error ? error.message : String(error)}`);
      return ['failed'];
    }
  }

  private async judge(id: number, tested: readonly TestedKey[]): Promise<(keyof Tally)[]> {
    const outcome: (keyof Tally)[] = failuresOf(tested).length > 0 ? ['failed'] : [];
    const working = tested.filter(({ result }) => result.verdict === 'works');
    const fast = working.filter(({ result }) => this.status.slowness(result.milliseconds) === undefined);
    // First, so that a channel whose last key has failed goes on with the keys that work again.
    const recovered = await this.status.recovered(
      id,
      fast.map(({ index }) => index),
    );
    if (recovered) outcome.push('enabled');
    for (const { index, wasDisabled, result } of tested) {
      if (result.verdict !== 'broken' || wasDisabled) continue;
      if ((await this.status.disable(id, result.message, index)) === 'channel') outcome.push('disabled');
    }
    const slow = fast.length === 0 && working.length > 0 && this.status.slowness(responseTimeOf(working));
    if (slow && (await this.status.disable(id, slow, undefined)) === 'channel') outcome.push('disabled');
    return outcome;
  }

  /** The user under whom scheduled tests are logged. */
  private async root(): Promise<TestedBy> {
    const root = await this.addressees.findRoot(undefined);
    if (!root) throw new Error('there is no super administrator yet');
    return root;
  }
}

type Tally = Pick<ChannelJobProgress, 'skipped' | 'failed' | 'disabled' | 'enabled'>;
