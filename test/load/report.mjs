// The tables a run ends with.
import { median, quantile } from './measure.mjs';

/**
 * @typedef {{ target: string, case: string, requests: number, perSecond: number, cpuMicros: number, p50: number, p99: number,
 *   first50: number, first99: number, gap99: number, rss: number, failures: Record<string, number>, bareAtThisRate?: number,
 *   parts?: import('./system-cost.mjs').PartSeconds, heap?: { bytesPerRequest: number, collectionShare: number } }} Measurement
 *   times in ms, `cpuMicros` µs of CPU per request, `rss` MiB; `bareAtThisRate` the bare proxy's µs at the same requests/s;
 *   `parts` µs per request; `collectionShare` of the time, 0 to 1
 */

/** @param {readonly Measurement[]} measurements @returns {string} */
export function costTable(measurements) {
  const rows = measurements.map((each) => {
    const floor = measurements.find((other) => other.case === each.case && other.target === 'bare proxy');
    return [
      each.case,
      each.target,
      each.cpuMicros.toFixed(each.cpuMicros < 100 ? 1 : 0),
      floor ? times(each.cpuMicros / floor.cpuMicros) : '',
      each.bareAtThisRate ? times(each.cpuMicros / each.bareAtThisRate) : '',
      Math.round(1e6 / each.cpuMicros).toLocaleString('en'),
      Math.round(each.perSecond).toLocaleString('en'),
      each.p50.toFixed(2),
      each.p99.toFixed(2),
      each.first99.toFixed(2),
      each.gap99 ? each.gap99.toFixed(2) : '',
      each.rss.toFixed(0),
      Object.entries(each.failures)
        .map(([what, count]) => `${count}× ${what}`)
        .join(', '),
    ];
  });
  return table(
    [
      'case',
      'target',
      'CPU µs/request',
      'to bare',
      'to bare at this rate',
      'requests/core-s',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'first byte p99 ms',
      'between chunks p99 ms',
      'RSS MiB',
      'failures',
    ],
    rows,
  );
}

/** @param {readonly import('./overload.mjs').Overload[]} overloads @returns {string} */
export function overloadTable(overloads) {
  const rows = overloads.map((each) => [
    `${each.factor}x`,
    Math.round(each.offered).toLocaleString('en'),
    Math.round(each.perSecond).toLocaleString('en'),
    `${each.p50.toFixed(1)} / ${each.p99.toFixed(1)}`,
    Math.round(each.refused).toLocaleString('en'),
    each.refused > 0 ? each.refused99.toFixed(1) : '',
    String(each.unsent),
    each.rss.toFixed(0),
    String(each.refusedAfterwards),
    Object.entries(each.failures)
      .map(([what, count]) => `${count}× ${what}`)
      .join(', '),
  ]);
  return table(
    [
      'load',
      'offered/s',
      'served/s',
      'served p50 / p99 ms',
      'refused/s',
      'refused p99 ms',
      'unsent',
      'RSS MiB',
      'refused 2 s later',
      'failures',
    ],
    rows,
  );
}

/** @param {readonly Measurement[]} measurements @returns {string} */
export function systemTable(measurements) {
  const rows = measurements
    .filter(({ parts }) => parts)
    .map(({ case: name, cpuMicros, parts, heap }) => {
      const { redis, postgres, worker } = parts;
      const micros = [cpuMicros, redis, postgres, worker, cpuMicros + redis + postgres + worker];
      return [
        name,
        ...micros.map((each) => each.toFixed(1)),
        heap ? (heap.bytesPerRequest / 1024).toFixed(1) : '',
        heap ? `${(heap.collectionShare * 100).toFixed(1)} %` : '',
      ];
    });
  return table(
    [
      'case',
      'server',
      'Redis',
      'Postgres',
      'worker',
      'total',
      'KiB allocated/request',
      'GC share of the time',
    ],
    rows,
  );
}

/**
 * @param {readonly { case: string, names: readonly [string, string], samples: readonly (readonly Record<string, number>[])[]
 *   }[]} comparisons CPU µs per request by part, of the one to compare with first
 */
export function comparisonTable(comparisons) {
  const names = comparisons[0]?.names ?? ['', ''];
  return table(
    ['case', 'part', ...names.map((name) => `${name}, CPU µs/request`), 'median of ratios', 'quartiles'],
    comparisons.flatMap(({ case: name, samples: [left, right] }) =>
      ['server', 'redis', 'postgres', 'worker', 'total'].map((part) => {
        const ratios = left.map((sample, round) => right[round][part] / sample[part]);
        const quartiles = [0.25, 0.75].map((share) => quantile(ratios, share).toFixed(2)).join('–');
        return [
          name,
          part,
          ...[left, right].map((samples) => median(samples.map((sample) => sample[part])).toFixed(1)),
          times(median(ratios)),
          quartiles,
        ];
      }),
    ),
  );
}

/** @param {readonly { target: string, rate: number, p50: number, p99: number, addedP50: number, addedP99: number }[]} rows */
export function latencyTable(rows) {
  return table(
    ['target', 'requests/s', 'p50 ms', 'p99 ms', 'added p50 ms', 'added p99 ms'],
    rows.map((row) => [
      row.target,
      Math.round(row.rate).toLocaleString('en'),
      ...[row.p50, row.p99, row.addedP50, row.addedP99].map((ms) => ms.toFixed(2)),
    ]),
  );
}

/** @param {readonly { second: number, rss: number }[]} samples */
export function soakTable(samples) {
  return table(
    ['second', 'RSS MiB'],
    samples.map(({ second, rss }) => [String(second), rss.toFixed(0)]),
  );
}

function times(ratio) {
  return `${ratio.toFixed(2)}x`;
}

function table(head, rows) {
  const lines = [head, head.map((_, column) => (column < 2 ? '---' : '--:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
