/**
 * Histograms of durations, in 40 buckets of equal width on a logarithmic scale: eight for each power of ten, from 10 ms to
 * 1000 s. A percentile read from one is at most 15 % off.
 */

export const BUCKETS = 40;
const PER_DECADE = 8;
/** Upper bound of the first bucket, in milliseconds. */
const FIRST_BOUND_MS = 10;

/** Number of requests in each bucket. Buckets after the last one that has any may be absent. */
export type Histogram = number[];

/** The bucket of a duration. @param ms milliseconds */
export function bucketOf(ms: number): number {
  if (!(ms > FIRST_BOUND_MS)) return 0;
  return Math.min(BUCKETS - 1, Math.ceil(Math.log10(ms / FIRST_BOUND_MS) * PER_DECADE));
}

/** Milliseconds up to which durations belong to a bucket; the last one has no bound. */
export function boundOf(bucket: number): number {
  return FIRST_BOUND_MS * 10 ** (bucket / PER_DECADE);
}

export function count(histogram: Histogram, ms: number): void {
  const bucket = bucketOf(ms);
  while (histogram.length <= bucket) histogram.push(0);
  histogram[bucket]!++;
}

/** The histogram of rows that a query grouped by bucket. */
export function histogramOf(
  rows: Iterable<{ readonly bucket: number; readonly answers: number }>,
): Histogram {
  const histogram: Histogram = [];
  for (const { bucket, answers } of rows) {
    while (histogram.length <= bucket) histogram.push(0);
    histogram[bucket]! += answers;
  }
  return histogram;
}

export function addHistogram(into: Histogram, other: Readonly<Histogram>): void {
  while (into.length < other.length) into.push(0);
  for (const [bucket, requests] of other.entries()) into[bucket]! += requests;
}

/**
 * The duration that a share of the requests did not exceed, in milliseconds; undefined if there were none.
 * @param share 0 to 1
 */
export function percentile(histogram: Readonly<Histogram>, share: number): number | undefined {
  const total = histogram.reduce((sum, requests) => sum + requests, 0);
  if (total === 0) return undefined;
  const rank = share * total;
  let below = 0;
  for (const [bucket, requests] of histogram.entries()) {
    if (requests === 0) continue;
    if (below + requests >= rank) {
      // Between the bounds of the bucket, as if its durations were spread evenly on the scale.
      const from = bucket === 0 ? FIRST_BOUND_MS / 10 ** (1 / PER_DECADE) : boundOf(bucket - 1);
      return Math.round(from * 10 ** ((rank - below) / requests / PER_DECADE));
    }
    below += requests;
  }
  return undefined;
}
