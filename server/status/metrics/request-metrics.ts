import type { Counter, Metric, Registry } from 'prom-client';
import { boundOf, BUCKETS, type Histogram } from '../../statistics/histogram.js';
import type { Counted } from '../../statistics/request-counts.js';
import type { RequestTotal, RequestTotals } from '../../statistics/request-totals.js';

/** Every fourth bucket of the statistics has a time series: the bounds are 10 ms, 32 ms, 100 ms and so on. */
const BUCKET_STEP = 4;

const RESULTS = {
  ok: 'ok',
  rescued: 'rescued',
  client_error: 'clientError',
  limited: 'limited',
  upstream_error: 'upstreamError',
  cut: 'cut',
  aborted: 'aborted',
} as const satisfies Record<string, Counted>;

const TOKENS = {
  input: 'inputTokens',
  cache_read: 'cachedTokens',
  cache_write: 'cacheWriteTokens',
  output: 'outputTokens',
} as const satisfies Record<string, Counted>;

/**
 * Registers what this process has counted of requests. The statistics that the console shows are counted anyway, so that
 * metrics cost a request nothing.
 */
export function registerRequestMetrics(
  registry: Registry,
  { Counter: NewCounter }: { Counter: typeof Counter },
  totals: RequestTotals,
): void {
  const counter = (
    name: string,
    help: string,
    label: string,
    read: (total: RequestTotal) => Readonly<Record<string, number>>,
    isWhole = false,
  ) =>
    new NewCounter({
      name,
      help,
      labelNames: ['channel', 'model', label],
      registers: [registry],
      collect() {
        this.reset();
        for (const total of totals.all) {
          const labels = { channel: String(total.channelId), model: total.model };
          for (const [value, amount] of Object.entries(read(total)))
            if (amount > 0 || isWhole) this.inc({ ...labels, [label]: value }, amount);
        }
      },
    });
  const named = (members: Readonly<Record<string, Counted>>) => (total: RequestTotal) =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, total.counts[member]]));
  counter(
    'tollgate_requests_total',
    'Relayed requests by result, at the channel called last; channel 0 = none was called.',
    'result',
    named(RESULTS),
  );
  counter(
    'tollgate_upstream_calls_total',
    'Calls of channels by outcome.',
    'outcome',
    ({ counts: { attempts, failures, rateLimited } }) => ({
      answered: attempts - failures,
      rate_limited: rateLimited,
      failed: failures - rateLimited,
    }),
    // A time series that begins above 0 has no rate.
    true,
  );
  new NewCounter({
    name: 'tollgate_upstream_errors_total',
    help: 'Failed calls of channels by the status that the provider sent; none = it sent none.',
    labelNames: ['status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [status, calls] of totals.failedStatuses)
        this.inc({ status: status === 0 ? 'none' : String(status) }, calls);
    },
  });
  counter('tollgate_tokens_total', 'Tokens of charged requests by class.', 'class', named(TOKENS));
  counter('tollgate_quota_total', 'Quota units charged for requests.', 'unit', ({ counts }) => ({
    quota: counts.quota,
  }));
  registerHistogram(
    registry,
    'tollgate_first_token_seconds',
    'From the call of a channel to the first data of its answer. Sums are estimated from the buckets.',
    totals,
    ({ counts }) => counts.firstToken,
  );
  registerHistogram(
    registry,
    'tollgate_request_duration_seconds',
    'From the arrival of a request to the end of its answer. Sums are estimated from the buckets.',
    totals,
    ({ counts }) => counts.duration,
  );
}

/** Registers a histogram of durations by channel. The package's own histograms cannot be filled with counts. */
function registerHistogram(
  registry: Registry,
  name: string,
  help: string,
  totals: RequestTotals,
  read: (total: RequestTotal) => Histogram,
): void {
  const metric = {
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    reset() {},
    get() {
      const byChannel = new Map<number, number[]>();
      for (const total of totals.all) {
        const sums = byChannel.get(total.channelId) ?? Array<number>(BUCKETS).fill(0);
        for (const [bucket, requests] of read(total).entries()) sums[bucket]! += requests;
        byChannel.set(total.channelId, sums);
      }
      const values = [...byChannel].flatMap(([channel, histogram]) =>
        samplesOf(name, { channel: String(channel) }, histogram),
      );
      return Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values });
    },
  };
  registry.registerMetric(metric as unknown as Metric);
}

/** https://prometheus.io/docs/instrumenting/exposition_formats/#histograms-and-summaries */
function samplesOf(name: string, labels: Readonly<Record<string, string>>, histogram: readonly number[]) {
  const samples: { metricName: string; labels: Record<string, string | number>; value: number }[] = [];
  let count = 0;
  let seconds = 0;
  for (const [bucket, requests] of histogram.entries()) {
    count += requests;
    // The middle of the bucket on its logarithmic scale.
    seconds += (requests * boundOf(bucket - 0.5)) / 1000;
    const isLast = bucket === BUCKETS - 1;
    if (bucket % BUCKET_STEP === 0 && !isLast)
      samples.push({
        metricName: `${name}_bucket`,
        labels: { ...labels, le: Number((boundOf(bucket) / 1000).toPrecision(3)) },
        value: count,
      });
  }
  samples.push({ metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count });
  samples.push({ metricName: `${name}_sum`, labels, value: seconds });
  samples.push({ metricName: `${name}_count`, labels, value: count });
  return samples;
}
