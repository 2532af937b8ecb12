import type { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { until } from './until.js';

/**
 * Sends many requests concurrently. The upstream responds only after every request has either reached it or been
 * rejected.
 */
export async function allAtOnce(
  upstream: ScriptedUpstream,
  times: number,
  ask: (index: number) => Promise<Response>,
): Promise<Response[]> {
  const before = upstream.requests.length;
  let answer: () => void = () => undefined;
  let refused = 0;
  upstream.otherwise = { headersAfter: new Promise<void>((resolve) => (answer = resolve)) };
  const answers = Array.from({ length: times }, async (_, index) => {
    const response = await ask(index);
    if (!response.ok) refused += 1;
    return response;
  });
  try {
    await until(
      () => upstream.requests.length - before + refused === times,
      () => `${times} who asked: ${upstream.requests.length - before} came through, ${refused} were refused`,
    );
  } finally {
    upstream.otherwise = 'plain';
    answer();
  }
  return Promise.all(answers);
}
