import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { chineseText, storedText } from '../../contract/stored-texts/catalogue.js';
import { AutomaticStatus } from '../automatic-status.service.js';
import { ChannelsRepository } from '../channels.repository.js';
import { NOTHING_DONE, type RunContext } from '../runs/bulk-channel-jobs.js';
import { ChannelBalances } from './channel-balances.service.js';

/**
 * Updates the balances of all enabled channels one after the other. Channels with no balance left are disabled where
 * channels may be disabled automatically.
 */
@Injectable()
export class ChannelBalanceRun {
  private readonly logger = new Logger('Channels');
  private readonly pauseMs: number;

  constructor(
    private readonly channels: ChannelsRepository,
    private readonly balances: ChannelBalances,
    private readonly status: AutomaticStatus,
    @Inject(ENV) env: Env,
  ) {
    this.pauseMs = env.POLLING_INTERVAL * 1000;
  }

  async run({ before, signal, report }: RunContext): Promise<void> {
    const startedAt = before?.started_at ?? Math.floor(Date.now() / 1000);
    const all = await this.channels.enabledByBalanceTime();
    // A run that another worker started is continued: skip the channels that it has updated.
    const open = before ? all.filter((one) => one.balanceUpdatedTime < startedAt) : all;
    const total = Math.max(before?.total ?? 0, open.length);
    // Skipped and failed channels are not recorded, so they are queried and counted again.
    const counted = { ...NOTHING_DONE, ...before, skipped: 0, failed: 0 };
    const progress = { ...counted, started_at: startedAt, total, done: total - open.length };
    await report(progress);
    for (const { id } of open) {
      signal.throwIfAborted();
      const outcome = await this.updateOne(id, signal);
      if (outcome) progress[outcome]++;
      progress.done++;
      await report(progress);
      if (this.pauseMs > 0) await sleep(this.pauseMs, undefined, { signal });
    }
  }

  /**
   * A failed or unsupported query says nothing about the balance, so it does not disable the channel.
   * @throws the signal's reason when the query was aborted
   */
  private async updateOne(
    id: number,
    signal: AbortSignal,
  ): Promise<'skipped' | 'failed' | 'disabled' | undefined> {
    try {
      const { isUsedUp, keyIndex } = await this.balances.update(id, signal);
      if (!isUsedUp) return undefined;
      // Of several keys only the one whose account is empty is disabled.
      const disabled = await this.status.disable(
        id,
        chineseText(storedText('channel_balance_empty')),
        keyIndex,
      );
      return disabled === 'channel' ? 'disabled' : undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ApiError) return error.code === 'upstream_info_unsupported' ? 'skipped' : 'failed';
      this.logger.error(`balance of channel ${id}: ${String(error)}`);
      return 'failed';
    }
  }
}
