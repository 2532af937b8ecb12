import { Injectable } from '@nestjs/common';
import { ChannelRegistry } from '../../channels/channel-registry.js';
import { UPTIME_DAYS, type UptimeResponse } from '../../contract/resources/uptime.js';
import { UptimeRepository } from './uptime.repository.js';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;
/** Anyone may ask: the tables are read once a minute. Milliseconds. */
const FRESH_MS = 60_000;
/** Models that are listed, those with the most requests first. */
const MAX_MODELS = 200;
/** Requests from which a share is stated: one failed request is no outage. */
const MIN_REQUESTS = 5;

/** What the public status page shows. */
@Injectable()
export class Uptime {
  private latest: { at: number; uptime: Promise<UptimeResponse> } | undefined;

  constructor(
    private readonly stored: UptimeRepository,
    private readonly channels: ChannelRegistry,
  ) {}

  /** At most a minute old. */
  read(): Promise<UptimeResponse> {
    if (this.latest && Date.now() - this.latest.at < FRESH_MS) return this.latest.uptime;
    const latest = { at: Date.now(), uptime: this.compute() };
    this.latest = latest;
    latest.uptime.catch(() => {
      if (this.latest === latest) this.latest = undefined;
    });
    return latest.uptime;
  }

  private async compute(): Promise<UptimeResponse> {
    const now = Math.floor(Date.now() / 1000);
    const today = now - (now % DAY_SECONDS);
    const days = Array.from(
      { length: UPTIME_DAYS },
      (_, index) => today - (UPTIME_DAYS - 1 - index) * DAY_SECONDS,
    );
    const [rows, hour] = await Promise.all([
      this.stored.days(days[0]!),
      this.stored.since(now - HOUR_SECONDS),
    ]);
    // Not names that clients made up, nor models that are no longer served.
    const served = new Set(this.channels.allModels());
    const byModel = new Map<string, typeof rows>();
    for (const row of rows) {
      if (!served.has(row.model)) continue;
      const list = byModel.get(row.model);
      if (list) list.push(row);
      else byModel.set(row.model, [row]);
    }
    const requestsOf = (list: typeof rows) => list.reduce((sum, row) => sum + row.succeeded + row.failed, 0);
    const models = [...byModel]
      .toSorted(([a, ofA], [b, ofB]) => requestsOf(ofB) - requestsOf(ofA) || (a < b ? -1 : 1))
      .slice(0, MAX_MODELS)
      .map(([model, list]) => ({
        model,
        now: percentOf(hour.filter((row) => row.model === model)),
        uptime: percentOf(list),
        days: days.map((day) => percentOf(list.filter((row) => row.day === day))),
      }));
    return { days, models };
  }
}

/** With two digits, rounded down: only without any failure it is 100. */
function percentOf(rows: readonly { succeeded: number; failed: number }[]): number | null {
  const succeeded = rows.reduce((sum, row) => sum + row.succeeded, 0);
  const all = rows.reduce((sum, row) => sum + row.failed, succeeded);
  return all < MIN_REQUESTS ? null : Math.floor((succeeded / all) * 10_000) / 100;
}
