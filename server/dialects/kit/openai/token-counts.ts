import type { TokenCounts } from '../facts/declared-facts.js';

/** Whether any tokens are reported: providers and gateways send zeros if they did not count. */
export function hasCounts({ input, output, total }: TokenCounts): boolean {
  return Boolean(input) || Boolean(output) || Boolean(total);
}

/** Input: what the total states besides the output, if the input itself is not reported. */
export function inputOf({ input, output = 0, total = 0 }: TokenCounts): number {
  return input ?? Math.max(0, total - output);
}
