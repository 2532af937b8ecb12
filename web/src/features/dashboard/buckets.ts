import dayjs, { type Dayjs } from 'dayjs';
import type { Bucket, Grain, Metric, Sums, UsageSum } from './dashboard.types';

/** Minimum number of bars; the axis is padded on the left. */
const LEAST_BUCKETS = 7;

/** Totals of all rows. */
export function sumsOf(rows: readonly UsageSum[]): Sums {
  const sums = { quota: 0, tokens: 0, calls: 0 };
  for (const row of rows) add(sums, row);
  return sums;
}

/** Totals by model, highest quota first. */
export function byModel(rows: readonly UsageSum[]): ({ model: string } & Sums)[] {
  const models = new Map<string, { model: string } & Sums>();
  for (const row of rows) {
    const sums = models.get(row.model_name) ?? { model: row.model_name, quota: 0, tokens: 0, calls: 0 };
    add(sums, row);
    models.set(row.model_name, sums);
  }
  return [...models.values()].toSorted(
    (a, b) => b.quota - a.quota || b.calls - a.calls || a.model.localeCompare(b.model),
  );
}

/**
 * Groups rows by local hour, day or week (from Monday), without gaps; at least seven hours or days.
 * @param before rows of the preceding range, shifted to the times they are compared with
 */
export function bucketsOf(
  rows: readonly UsageSum[],
  grain: Grain,
  before: readonly UsageSum[] = [],
): Bucket[] {
  const startsOf = (list: readonly UsageSum[]) =>
    list.map((row) => startOf(dayjs.unix(row.created_at), grain).unix());
  const [starts, startsBefore] = [startsOf(rows), startsOf(before)];
  const all = [...starts, ...startsBefore];
  if (all.length === 0) return [];
  const last = dayjs.unix(all.reduce((a, b) => Math.max(a, b)));
  const earliest = dayjs.unix(all.reduce((a, b) => Math.min(a, b)));
  // Weeks are wide enough without padding, and seven of them would start long before any range.
  const least = grain === 'week' ? 1 : LEAST_BUCKETS;
  const seventh = startOf(last.subtract(least - 1, grain), grain);
  const first = seventh.isBefore(earliest) ? seventh : earliest;
  const buckets = new Map<number, Bucket>();
  for (let at = first; !at.isAfter(last); at = startOf(at.add(1, grain), grain))
    buckets.set(at.unix(), emptyBucket(at, grain));
  rows.forEach((row, index) => {
    const bucket = buckets.get(starts[index] ?? 0);
    if (!bucket) return;
    add(bucket, row);
    addTo(bucket.models, row);
  });
  before.forEach((row, index) => {
    const bucket = buckets.get(startsBefore[index] ?? 0);
    if (bucket) addTo(bucket.before, row);
  });
  return [...buckets.values()];
}

/** @param models undefined = all models */
export function sumOver(
  byModel: ReadonlyMap<string, Sums>,
  metric: Metric,
  models: readonly string[] = [...byModel.keys()],
): number {
  return models.reduce((sum, model) => sum + (byModel.get(model)?.[metric] ?? 0), 0);
}

function emptyBucket(start: Dayjs, grain: Grain): Bucket {
  const end = startOf(start.add(1, grain), grain).unix() - 1;
  return {
    start: start.unix(),
    end,
    label: labelOf(start, grain),
    quota: 0,
    tokens: 0,
    calls: 0,
    models: new Map(),
    before: new Map(),
  };
}

function startOf(time: Dayjs, grain: Grain): Dayjs {
  if (grain !== 'week') return time.startOf(grain);
  // `day()` is 0 on Sunday, the last day of the week here.
  return time.startOf('day').subtract((time.day() + 6) % 7, 'day');
}

function labelOf(start: Dayjs, grain: Grain): string {
  if (grain === 'hour') return start.format('MM-DD HH:00');
  if (grain === 'day') return start.format('MM-DD');
  return `${start.format('MM-DD')} - ${start.add(6, 'day').format('MM-DD')}`;
}

function add(sums: Sums, row: UsageSum): void {
  sums.quota += row.quota;
  sums.tokens += row.token_used;
  sums.calls += row.count;
}

function addTo(models: Map<string, Sums>, row: UsageSum): void {
  const sums = models.get(row.model_name) ?? { quota: 0, tokens: 0, calls: 0 };
  add(sums, row);
  models.set(row.model_name, sums);
}
