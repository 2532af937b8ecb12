import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { FAILING_STREAK } from '../contract/resources/channels/channel-health.js';
import { exclusive } from '../core/intervals.js';
import { columnText } from '../core/postgres/postgres-text.js';
import { refusesData } from '../core/postgres/sql-errors.js';
import { addCounts, noCounts, type CountedRequests, type RequestCounts } from './request-counts.js';
import { RequestTotals } from './request-totals.js';
import { RequestStatisticsRepository } from './request-statistics.repository.js';

const MINUTE_SECONDS = 60;
const WRITE_EVERY_MS = 3000;
/** Until a channel that began to fail is written: operators see it within seconds. */
const WRITE_SOON_MS = 500;
/** Combinations of minute, channel, key and model in memory; requests with further models are counted under no name. */
const MAX_ROWS = 5000;
/** Longest name that is stored, characters; a client may send any. */
const MAX_MODEL = 200;

/**
 * Counts the requests of this process by minute, channel, key and model. Nothing waits for Postgres: what was counted is added to
 * the tables every three seconds, half a second after a channel began to fail, and when the process stops, and kept for the next
 * round where that fails. A process that is killed loses three seconds. Statistics are not accounts: the ledger has every charge.
 */
@Injectable()
export class RequestStatistics implements OnApplicationShutdown {
  private readonly logger = new Logger('RequestStatistics');
  private counting = new Map<string, CountedRequests>();
  /** What could not be written yet. */
  private readonly unwritten = new Map<string, CountedRequests>();
  /** Calls that failed since one succeeded, by channel, key and model. */
  private readonly streaks = new Map<string, number>();
  private soon: NodeJS.Timeout | undefined;
  /** Of this process, for its metrics. */
  readonly totals = new RequestTotals();
  private readonly writeOnce = exclusive('request statistics', () => this.writeCounted());

  constructor(private readonly stored: RequestStatisticsRepository) {}

  /**
   * The counts to which a request is added, valid until the caller awaits something.
   * @param channelId 0 = no channel was called
   * @param now Unix milliseconds
   */
  of(channelId: number, keyIndex: number, model: string, now = Date.now()): RequestCounts {
    const minute = Math.floor(now / 1000 / MINUTE_SECONDS) * MINUTE_SECONDS;
    const called = calledOf(channelId, keyIndex, model);
    const key = `${minute} ${called}`;
    const found = this.counting.get(key);
    if (found) return found.counts;
    if (this.counting.size >= MAX_ROWS && model !== '') return this.of(channelId, keyIndex, '', now);
    const counts = noCounts();
    counts.streak = this.streaks.get(called) ?? 0;
    this.counting.set(key, {
      at: minute,
      channelId,
      keyIndex,
      model: columnText(model).slice(0, MAX_MODEL),
      counts,
    });
    return counts;
  }

  /** Counts a call of a channel that failed through no fault of the request. */
  failed(channelId: number, keyIndex: number, model: string, now = Date.now()): RequestCounts {
    const counts = this.of(channelId, keyIndex, model, now);
    const called = calledOf(channelId, keyIndex, model);
    counts.attempts++;
    counts.failures++;
    counts.streak++;
    if (this.streaks.size < MAX_ROWS || this.streaks.has(called)) this.streaks.set(called, counts.streak);
    if (counts.streak === FAILING_STREAK) this.writeSoon();
    return counts;
  }

  /** Counts a call of a channel that was answered. */
  succeeded(channelId: number, keyIndex: number, model: string, now = Date.now()): RequestCounts {
    const counts = this.of(channelId, keyIndex, model, now);
    counts.attempts++;
    if (counts.streak > 0) {
      counts.streak = 0;
      this.streaks.delete(calledOf(channelId, keyIndex, model));
    }
    return counts;
  }

  /** Adds what was counted to the tables. Never rejects. */
  @Interval('statistics.requests', WRITE_EVERY_MS)
  write(): Promise<void> {
    return this.writeOnce();
  }

  /** Like `write`, but with what was counted while a round was already running. */
  async flush(): Promise<void> {
    await this.write();
    await this.write();
  }

  onApplicationShutdown(): Promise<void> {
    clearTimeout(this.soon);
    return this.flush();
  }

  private writeSoon(): void {
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      void this.write();
    }, WRITE_SOON_MS).unref();
  }

  private async writeCounted(): Promise<void> {
    const { counting, unwritten } = this;
    this.counting = new Map();
    let dropped = 0;
    for (const [key, row] of counting) {
      this.totals.add(row);
      const earlier = unwritten.get(key);
      if (earlier) {
        addCounts(earlier.counts, row.counts);
        earlier.counts.streak = row.counts.streak;
      } else if (unwritten.size < MAX_ROWS) unwritten.set(key, row);
      else dropped++;
    }
    if (dropped > 0) this.logger.warn(`${dropped} rows are lost: too many wait for Postgres`);
    if (unwritten.size === 0) return;
    try {
      await this.stored.add([...unwritten.values()]);
      unwritten.clear();
    } catch (error) {
      // What Postgres refuses once it refuses again, and would keep all later counts out.
      if (refusesData(error)) {
        this.logger.error(`${unwritten.size} rows are lost: ${String(error)}`);
        unwritten.clear();
      } else this.logger.warn(`not written: ${String(error)}`);
    }
  }
}

function calledOf(channelId: number, keyIndex: number, model: string): string {
  return `${channelId} ${keyIndex} ${model}`;
}
