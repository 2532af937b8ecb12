// Two gateways at once, measured in turns at the same rate.
import { window } from './measure.mjs';

/** Windows are short, so that both meet the same phases of a shared machine. */
const WINDOW_MS = 2000;
/** Share of the slower one's full speed, so that both serve the same rate. */
const LOAD = 0.6;

/**
 * Virtual machines change their speed by a third within minutes, which hides small differences between two runs. Here both
 * run at once; the median of the rounds' ratios counts.
 * @param {import('./runs.mjs').Runs} runs
 * @param {readonly [import('./targets.mjs').Target, import('./targets.mjs').Target]} targets the one to compare with first
 */
export async function* compareAll(runs, targets, chosen, { connections, rounds }) {
  for (const each of chosen) {
    const shape = { connections, measureMs: WINDOW_MS };
    const speeds = [];
    for (const target of targets) speeds.push((await window(runs, target, each, shape)).perSecond);
    if (!each.paced) shape.rate = Math.min(...speeds) * LOAD;
    const samples = targets.map(() => []);
    for (let round = 0; round < rounds; round++)
      for (const index of round % 2 === 0 ? [0, 1] : [1, 0])
        samples[index].push(costs(await window(runs, targets[index], each, shape)));
    yield { case: each.name, names: targets.map(({ name }) => name), samples };
  }
}

/** CPU µs per request of each part and of all together. The server's is that of the measured window only. */
function costs({ cpuMicros, parts }) {
  const all = { ...parts, server: cpuMicros };
  return { ...all, total: Object.values(all).reduce((sum, micros) => sum + micros, 0) };
}
