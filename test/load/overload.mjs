// More requests than a gateway can serve: how long those wait that it admits, and how fast it refuses the others.
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMiB, treeCpuSeconds } from './processes.mjs';

/** Offered requests, as multiples of what the gateway serves at full speed. */
const FACTORS = [1, 2, 5, 10];
/** Share of the full speed at which requests are offered after an overload. */
const AFTERWARDS = 0.5;
/** Milliseconds after an overload within which the gateway must serve all requests again. */
const RECOVERY_MS = 2000;
/** As many clients as wait at the same time for a gateway that does not refuse in time. */
const CONNECTIONS = 1000;

/**
 * @typedef {{ factor: number, offered: number, perSecond: number, p50: number, p99: number, refused: number,
 *   refused99: number, unsent: number, rss: number, refusedAfterwards: number, failures: Record<string, number> }} Overload
 *   rates per second, times in ms, `refused` requests per second, `unsent` requests for which no client was free, `rss` MiB
 */

/**
 * @param {import('./runs.mjs').Runs} runs
 * @param {import('./targets.mjs').Target} target that refuses requests when it is overloaded
 * @returns {AsyncGenerator<Overload>}
 */
export async function* overloads(runs, target, each, { connections, measureMs }) {
  const window = () => treeCpuSeconds(target.pid);
  const closed = await runs.load(target, each, { connections, warmMs: 500, measureMs, window });
  const capacity = closed.total.count / closed.seconds;
  for (const factor of FACTORS) {
    const offered = capacity * factor;
    const shape = { connections: CONNECTIONS, warmMs: 1000, measureMs, mayRefuse: true };
    const load = await runs.load(target, each, { ...shape, rate: offered, window });
    const rss = residentMiB(target.pid);
    await sleep(RECOVERY_MS);
    const after = await runs.load(target, each, { ...shape, rate: capacity * AFTERWARDS });
    yield {
      factor,
      offered,
      perSecond: load.total.count / load.seconds,
      p50: load.total.p50,
      p99: load.total.p99,
      refused: load.refused.count / load.seconds,
      refused99: load.refused.p99,
      unsent: load.unsent,
      rss,
      refusedAfterwards: after.refused.count,
      failures: load.failures,
    };
    await target.posted?.();
  }
}
