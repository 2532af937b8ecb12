import { addHistogram, boundOf, bucketOf, BUCKETS, count, percentile, type Histogram } from './histogram.js';

test.each([
  [0, 0],
  [10, 0],
  [10.1, 1],
  [13, 1],
  [100, 8],
  [1000, 16],
  [999_999, 40 - 1],
  [10_000_000, 40 - 1],
  [Number.NaN, 0],
])('%d ms belong to bucket %d', (ms, bucket) => {
  expect(bucketOf(ms)).toBe(bucket);
});

test('each duration lies between the bounds of its bucket', () => {
  for (let ms = 11; ms < 700_000; ms *= 1.07) {
    const bucket = bucketOf(ms);
    expect(ms).toBeGreaterThan(boundOf(bucket - 1) * 0.999);
    expect(ms).toBeLessThanOrEqual(boundOf(bucket) * 1.001);
  }
});

test('a percentile is at most 15 % off', () => {
  const durations = Array.from({ length: 999 }, (_, index) => 20 * 1.01 ** index).filter(
    (ms) => ms < 500_000,
  );
  const histogram: Histogram = [];
  for (const ms of durations) count(histogram, ms);
  for (const share of [0.05, 0.5, 0.95, 1]) {
    const exact = durations[Math.ceil(share * durations.length) - 1]!;
    expect(percentile(histogram, share)! / exact).toBeGreaterThan(0.85);
    expect(percentile(histogram, share)! / exact).toBeLessThan(1.15);
  }
});

test('no requests have no percentile', () => {
  expect(percentile([], 0.5)).toBeUndefined();
  expect(percentile([0, 0], 0.95)).toBeUndefined();
});

test('histograms of different lengths are added by bucket', () => {
  const sum: Histogram = [1, 2];
  addHistogram(sum, [1, 0, 0, 5]);
  expect(sum).toEqual([2, 2, 0, 5]);
  expect(BUCKETS).toBe(40);
});
