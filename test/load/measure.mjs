// Measures one case on all targets in turns, so that they meet the same phases of a shared machine.
import { setTimeout as sleep } from 'node:timers/promises';
import { machineCpuSeconds, messageOf, residentMiB, treeCpuSeconds } from './processes.mjs';
import { withSystemCost } from './system-cost.mjs';

/** Time before each measured window in which connections open and buffers grow. */
const WARM_MS = 500;
const PACED_CONNECTIONS = 4;
const PACED_PER_SECOND = 100;
/** Half of what the slowest measured target can do on one core, at most this. */
const HALF_LOAD_LIMIT = 20_000;

/**
 * @param {import('./runs.mjs').Runs} runs
 * @param {readonly import('./targets.mjs').Target[]} targets
 * @param {{ connections: number, measureMs: number, rounds: number, heap: boolean }} options
 * @returns {Promise<import('./report.mjs').Measurement[]>} medians of the rounds
 */
export async function measureCase(runs, targets, each, { rounds, heap, ...shape }) {
  const samples = new Map(targets.map((target) => [target, []]));
  const floor = targets.find(({ name }) => name === 'bare proxy');
  for (let round = 0; round < rounds; round++)
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      const sample = await window(runs, target, each, shape);
      // At full speed the bare proxy serves several times the requests of the others, in larger batches for every system
      // call and turn. So it is measured once more at the rate of each of them: the same load for both.
      if (floor && target !== floor && !each.paced)
        sample.bareAtThisRate = (
          await window(runs, floor, each, { ...shape, rate: sample.perSecond })
        ).cpuMicros;
      samples.get(target).push(sample);
    }
  const measurements = [];
  for (const target of targets) {
    const measurement = { target: target.name, case: each.name, ...medians(samples.get(target)) };
    if (heap && target.process) measurement.heap = await heapUse(runs, target, each, shape);
    measurements.push(measurement);
  }
  return measurements;
}

/** One measured window. With `parts` the target's whole system is measured too, until all requests are posted. */
export async function window(runs, target, each, shape) {
  const load = () =>
    runs.load(target, each, {
      warmMs: WARM_MS,
      ...shape,
      ...pace(each, shape),
      window: () => treeCpuSeconds(target.pid),
    });
  const done = target.parts ? await withSystemCost(target, load) : await load();
  const { seconds, total, first, gap, failures, before, after, parts } = done;
  return {
    requests: total.count,
    perSecond: total.count / seconds,
    cpuMicros: ((after - before) * 1e6) / total.count,
    p50: total.p50,
    p99: total.p99,
    first50: first.p50,
    first99: first.p99,
    gap99: gap.p99,
    rss: residentMiB(target.pid),
    failures,
    parts,
  };
}

/** Bytes that a request allocates on the JavaScript heap, and the share of time that garbage collection takes. */
async function heapUse(runs, target, each, shape) {
  const { process: measured } = target;
  const started = messageOf(measured, 'heapStarted');
  measured.send({ heap: 'start' });
  await started;
  const since = performance.now();
  const { served } = await runs.load(target, each, { ...shape, ...pace(each, shape), warmMs: 0 });
  const seconds = (performance.now() - since) / 1000;
  const answer = messageOf(measured, 'heap');
  measured.send({ heap: 'stop' });
  const { allocatedBytes, collectionSeconds } = await answer;
  return { bytesPerRequest: allocatedBytes / served, collectionShare: collectionSeconds / seconds };
}

/**
 * Which functions allocate, by a sampling profile that counts collected objects too.
 * @returns {Promise<{ callFrame: object, bytesPerRequest: number }[]>} most first
 */
export async function allocations(runs, target, each, shape) {
  const { process: measured } = target;
  const started = messageOf(measured, 'allocationsStarted');
  measured.send({ allocations: 'start' });
  await started;
  const { served } = await runs.load(target, each, { ...shape, ...pace(each, shape), warmMs: 0 });
  const answer = messageOf(measured, 'allocations');
  measured.send({ allocations: 'stop' });
  return (await answer)
    .map(([callFrame, bytes]) => ({ callFrame, bytesPerRequest: bytes / served }))
    .toSorted((left, right) => right.bytesPerRequest - left.bytesPerRequest);
}

/** Paced streams mostly wait: more of them at once, as many per second on every target. */
function pace({ paced }, { connections }) {
  return paced ? { connections: connections * PACED_CONNECTIONS, rate: PACED_PER_SECOND } : { connections };
}

/**
 * The same request rate without and with each target in between, medians of the rounds. Each load begins on an idle machine:
 * Postgres vacuums what the loads before have written, and competes with the load generator while it does.
 */
export async function measureLatency(runs, targets, direct, measurements, each, { rounds, ...shape }) {
  const rows = [];
  for (const target of targets) {
    const { cpuMicros, perSecond } = measurements.find(
      (measurement) => measurement.target === target.name && measurement.case === each.name,
    );
    const rate = Math.min(HALF_LOAD_LIMIT, 1e6 / cpuMicros / 2, perSecond / 2);
    const paced = { ...shape, warmMs: 1000, measureMs: 8000, rate };
    const samples = [];
    for (let round = 0; round < rounds; round++) {
      await idle();
      const without = await runs.load(direct, each, paced);
      await idle();
      const through = await runs.load(target, each, paced);
      samples.push({
        rate,
        p50: through.total.p50,
        p99: through.total.p99,
        addedP50: through.total.p50 - without.total.p50,
        addedP99: through.total.p99 - without.total.p99,
      });
    }
    rows.push({ target: target.name, ...medians(samples) });
  }
  return rows;
}

/** Share of one core that an idle machine uses at most, with servers that keep themselves alive. */
const IDLE_SHARE = 0.1;
const IDLE_LOOK_MS = 500;
const IDLE_LIMIT_MS = 60_000;

/** Waits until the machine is idle, at most a minute. */
async function idle() {
  for (const end = Date.now() + IDLE_LIMIT_MS; Date.now() < end;) {
    const before = machineCpuSeconds();
    await sleep(IDLE_LOOK_MS);
    if (machineCpuSeconds() - before < (IDLE_SHARE * IDLE_LOOK_MS) / 1000) return;
  }
}

/** Medians of each number of the samples, members of objects included; failures are added up. What was not measured is undefined. */
function medians(samples) {
  const [first] = samples;
  return Object.fromEntries(
    Object.keys(first).map((name) => {
      const values = samples
        .map((sample) => sample[name])
        .filter((value) => (value ?? undefined) !== undefined);
      if (name === 'failures') return [name, sums(values)];
      if (values.length === 0) return [name, undefined];
      return [name, typeof values[0] === 'object' ? medians(values) : median(values)];
    }),
  );
}

function sums(counts) {
  const all = {};
  for (const each of counts)
    for (const [what, count] of Object.entries(each)) all[what] = (all[what] ?? 0) + count;
  return all;
}

/** @param {readonly number[]} values */
export function median(values) {
  return quantile(values, 0.5);
}

/** @param {readonly number[]} values @param {number} share 0 to 1 */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place % 1);
}
