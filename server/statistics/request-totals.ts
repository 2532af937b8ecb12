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

  get all(): Iterable<RequestTotal> {
    return this.byName.values();
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
