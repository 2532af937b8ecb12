import type { CostMeasure, CostSeries, CostSums } from '../../contract/resources/costs/costs.js';
import { CostSum, type Cell, type Pricing } from './cost-rows.js';

/**
 * Cells by time and value, as one list of numbers for each value.
 * @param times of all days or hours, Unix seconds
 */
export function costSeries(
  { by, measure }: Pick<CostSeries, 'by' | 'measure'>,
  times: readonly number[],
  cells: readonly Cell[],
  pricing: Pricing,
): CostSeries {
  const place = new Map(times.map((time, index) => [String(time), index]));
  const byValue = new Map<string | null, CostSum[]>();
  for (const cell of cells) {
    const index = cell.by === null ? undefined : place.get(cell.by);
    if (index === undefined) continue;
    let sums = byValue.get(cell.thenBy);
    if (!sums) byValue.set(cell.thenBy, (sums = times.map(() => new CostSum())));
    sums[index]?.add(cell, pricing);
  }
  const values = [...byValue].map(([key, all]) => {
    const sums = all.map((sum) => sum.sums);
    return {
      key,
      numbers: sums.map((one) => measured(one, measure)),
      quota: sums.reduce((total, { quota }) => total + quota, 0),
    };
  });
  return {
    by,
    measure,
    times: [...times],
    values: values
      .toSorted((a, b) => Number(a.key === null) - Number(b.key === null) || b.quota - a.quota)
      .map(({ key, numbers }) => ({ key, numbers })),
  };
}

function measured(sums: CostSums, measure: CostMeasure): number {
  return measure === 'tokens' ? sums.prompt_tokens + sums.completion_tokens : (sums[measure] ?? 0);
}
