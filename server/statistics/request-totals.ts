import { addCounts, noCounts, type CountedRequests, type RequestCounts } from './request-counts.js';

/** Combinations of channel and model that have a total of their own. */
const MAX_TOTALS = 1000;
/** Stands for the models of further combinations. */
const OTHER_MODELS = 'other';

/** The requests of one channel with one model since the process started. */
export interface RequestTotal {
  /** 0 = no channel was called. */
  readonly channelId: number;
  readonly model: string;
  readonly counts: RequestCounts;
}

/** Sums since the process started, in a bounded number of combinations: each becomes a time series of the monitoring. */
export class RequestTotals {
  private readonly byName = new Map<string, RequestTotal>();
  /** Failed calls of channels by the status of the provider; 0 = it sent none. At most the 500 statuses of HTTP. */
  readonly failedStatuses = new Map<number, number>();

  get all(): Iterable<RequestTotal> {
    return this.byName.values();
  }

  /** Counts a call of a channel that failed. @param status of HTTP; undefined if the provider sent none */
  addFailure(status: number | undefined): void {
    const known = status !== undefined && status >= 100 && status < 600 ? Math.floor(status) : 0;
    this.failedStatuses.set(known, (this.failedStatuses.get(known) ?? 0) + 1);
  }

  add({ channelId, model, counts }: CountedRequests): void {
    const name = `${channelId} ${model}`;
    const found = this.byName.get(name);
    if (found) return addCounts(found.counts, counts);
    // Channels are bounded by the installation.
    if (this.byName.size >= MAX_TOTALS && model !== OTHER_MODELS)
      return this.add({ at: 0, keyIndex: 0, channelId, model: OTHER_MODELS, counts });
    const total = { channelId, model, counts: noCounts() };
    addCounts(total.counts, counts);
    this.byName.set(name, total);
  }
}
