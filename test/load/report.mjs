// The tables a run ends with.

/**
 * @typedef {{ target: string, case: string, requests: number, perSecond: number, cpuMicros: number, p50: number, p99: number,
 *   first50: number, first99: number, rss: number, failures: Record<string, number>, bareAtThisRate?: number }} Measurement
 *   times in ms, `cpuMicros` µs of CPU per request, `rss` MiB; `bareAtThisRate` the bare proxy's µs at the same requests/s
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
      'RSS MiB',
      'failures',
    ],
    rows,
  );
}

/**
 * @param {readonly { case: string, rounds: readonly { baseline: number, gateway: number }[] }[]} comparisons CPU µs per
 *   request
 */
export function comparisonTable(comparisons) {
  return table(
    ['case', 'rounds', 'baseline, CPU µs/request', 'this checkout', 'median of ratios', 'quartiles'],
    comparisons.map(({ case: name, rounds }) => {
      const ratios = rounds.map(({ baseline, gateway }) => gateway / baseline);
      const of = (key) =>
        quantile(
          rounds.map((round) => round[key]),
          0.5,
        ).toFixed(0);
      const quartiles = [0.25, 0.75].map((share) => quantile(ratios, share).toFixed(2)).join('–');
      return [
        name,
        String(rounds.length),
        of('baseline'),
        of('gateway'),
        times(quantile(ratios, 0.5)),
        quartiles,
      ];
    }),
  );
}

function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place % 1);
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
