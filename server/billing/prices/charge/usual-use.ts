import { LRUCache } from 'lru-cache';

/** Maximum number of names tracked; bounded because names come from clients. */
const MAX_NAMES = 2000;
/** Each bucket spans an eighth of a doubling, so the 95th percentile is at most 9 % too high. */
const BUCKETS_PER_DOUBLING = 8;
/** Covers values up to 2^40 tokens or quota units. */
const BUCKETS = 40 * BUCKETS_PER_DOUBLING;
/** Minimum number of samples for a percentile. */
const MIN_SAMPLES = 20;
/** At this number of samples all counts are halved, so that recent responses count most. */
const MAX_SAMPLES = 1024;
const SHARE = 0.95;
/** The percentile is recomputed after this many samples. */
const REFRESH = 8;

class Histogram {
  private readonly counts = new Uint16Array(BUCKETS);
  private samples = 0;
  private largest = 0;
  private stale = REFRESH;
  private usual: number | undefined;

  add(value: number): void {
    const bucket = Math.min(BUCKETS - 1, Math.floor(Math.log2(Math.max(1, value)) * BUCKETS_PER_DOUBLING));
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.largest = Math.max(this.largest, value);
    if (++this.samples >= MAX_SAMPLES) this.halve();
    this.stale++;
  }

  get max(): number {
    return this.largest;
  }

  get percentile(): number | undefined {
    if (this.samples < MIN_SAMPLES) return undefined;
    if (this.stale < REFRESH && this.usual !== undefined) return this.usual;
    this.stale = 0;
    let below = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      below += this.counts[bucket] ?? 0;
      if (below < this.samples * SHARE) continue;
      return (this.usual = Math.ceil(2 ** ((bucket + 1) / BUCKETS_PER_DOUBLING)));
    }
    return undefined;
  }

  private halve(): void {
    this.samples = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const half = (this.counts[bucket] ?? 0) >> 1;
      this.counts[bucket] = half;
      this.samples += half;
    }
  }
}

/**
 * Histograms of recent responses per model, in this process. The 95th percentile decides how much is held for requests
 * without an output limit. 640 bytes per name and about 50 ns per response.
 */
export class UsualUse {
  private readonly histograms = new LRUCache<string, Histogram>({ max: MAX_NAMES });

  /** @param value output tokens, or quota units depending on `name` */
  add(name: string, value: number): void {
    if (!(value > 0)) return;
    let histogram = this.histograms.get(name);
    if (!histogram) this.histograms.set(name, (histogram = new Histogram()));
    histogram.add(value);
  }

  /** The 95th percentile, at most a tenth too high; undefined while there are too few samples. */
  percentile(name: string): number | undefined {
    return this.histograms.get(name)?.percentile;
  }

  /** The largest value so far; 0 without samples. */
  max(name: string): number {
    return this.histograms.get(name)?.max ?? 0;
  }
}
