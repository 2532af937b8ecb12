// What a request costs in all processes of the gateway together.
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {{ server: number, redis: number, postgres: number, worker: number }} PartSeconds CPU time so far, seconds */

const IDLE_MS = 3000;

/**
 * CPU time that the parts use without any request, per second. It is subtracted, because work per second is not work per
 * request.
 * @param {{ parts: () => PartSeconds }} target @returns {Promise<PartSeconds>}
 */
export async function idleCost({ parts }) {
  const before = parts();
  await sleep(IDLE_MS);
  return difference(parts(), before, (after, earlier) => ((after - earlier) * 1000) / IDLE_MS);
}

/**
 * CPU µs per request of each part for a piece of work, until everything is in Postgres.
 * @template Result
 * @param {{ parts: () => PartSeconds, posted: () => Promise<void>, idle: PartSeconds }} target
 * @param {() => Promise<Result & { served: number }>} work `served`: requests that the upstream has answered
 * @returns {Promise<Result & { parts: PartSeconds }>}
 */
export async function withSystemCost({ parts, posted, idle }, work) {
  const before = parts();
  const since = performance.now();
  const result = await work();
  await posted();
  const seconds = (performance.now() - since) / 1000;
  const used = difference(parts(), before, (after, earlier) => after - earlier);
  const micros = difference(used, idle, (all, perSecond) => (all - perSecond * seconds) * 1e6);
  return { ...result, parts: difference(micros, micros, (all) => all / result.served) };
}

function difference(left, right, of) {
  return Object.fromEntries(Object.keys(left).map((part) => [part, of(left[part], right[part])]));
}
