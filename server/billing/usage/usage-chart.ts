import type { UsageChartResponse, UsageResponse } from '../../contract/resources/usage.js';

/**
 * Rows of hours as sums of longer times, by model.
 * @param starts beginnings of these times, ascending, the first one not after any row; undefined = each hour is one
 */
export function usageChart(
  rows: readonly UsageResponse[],
  starts: readonly number[] | undefined,
): UsageChartResponse {
  const times = new Map<number, number>();
  const models = new Map<string, number>();
  const cells = new Map<string, UsageChartResponse['cells'][number]>();
  for (const { created_at: at, model_name: model, quota, count, token_used: tokens } of rows) {
    const time = indexOf(times, starts ? startBefore(starts, at) : at);
    const name = indexOf(models, model);
    const key = `${time} ${name}`;
    const cell = cells.get(key);
    if (cell) {
      cell[2] += quota;
      cell[3] += count;
      cell[4] += tokens;
    } else cells.set(key, [time, name, quota, count, tokens]);
  }
  return { times: [...times.keys()], models: [...models.keys()], cells: [...cells.values()] };
}

function indexOf<Key>(indexes: Map<Key, number>, key: Key): number {
  let index = indexes.get(key);
  if (index === undefined) indexes.set(key, (index = indexes.size));
  return index;
}

/** The last beginning that is not after a time. */
function startBefore(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return starts[low] ?? at;
}
