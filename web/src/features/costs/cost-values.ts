import type { CostMeasure, CostSums } from '#contract/resources/costs/costs';
import { formatNumber, formatShare } from '../../lib/format/format';

/** Where there is nothing to show. */
export const NOTHING = '–';

/** The measured value of sums; null where it is not known. */
export function measured(sums: CostSums, measure: CostMeasure): number | null {
  return measure === 'tokens' ? sums.prompt_tokens + sums.completion_tokens : sums[measure];
}

/** Whether a measure is an amount of quota units. */
export function isAmount(measure: CostMeasure): boolean {
  return measure === 'quota' || measure === 'purchase' || measure === 'margin';
}

/** Writes a measured value. @param amount writes quota units */
export function valueText(
  value: number | null,
  measure: CostMeasure,
  amount: (quota: number) => string,
): string {
  if (value === null) return NOTHING;
  return isAmount(measure) ? amount(value) : formatNumber(value);
}

/** Quota units per thousand requests; null without requests. */
export function perThousand({ quota, requests }: CostSums): number | null {
  return requests > 0 ? (quota / requests) * 1000 : null;
}

/** Part of the input that was read from a cache. */
export function cachedText({ prompt_tokens: input, cached_tokens: cached }: CostSums): string {
  return input > 0 ? formatShare(cached / input) : NOTHING;
}

/** The change since the period before, in percent with an arrow. @param before null or 0 = nothing to compare with */
export function changeText(now: number, before: number | null): string {
  if (before === null || before <= 0) return NOTHING;
  const percent = Math.round((now / before - 1) * 100);
  if (percent === 0) return '=';
  const size = Math.abs(percent) > 1000 ? '>1000' : Math.abs(percent);
  return percent > 0 ? `↑ ${size}%` : `↓ ${size}%`;
}
