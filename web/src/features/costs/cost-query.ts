import {
  COST_DIMENSIONS,
  COST_MEASURES,
  COST_PERIODS,
  type CostDimension,
  type CostFilters,
  type CostMeasure,
  type CostPeriod,
  isTimeDimension,
  OWN_DIMENSIONS,
} from '#contract/resources/costs/costs';
import dayjs from 'dayjs';

/** Dimensions with filters. */
export const FILTERED = ['model', 'provider', 'channel', 'tag', 'user', 'group', 'token'] as const;
export type Filtered = (typeof FILTERED)[number];
const ID_FILTERS: ReadonlySet<Filtered> = new Set(['provider', 'channel', 'user', 'token']);

export interface CostView {
  measure: CostMeasure;
  by: CostDimension;
  /** Undefined: rows cannot be opened. */
  thenBy: CostDimension | undefined;
  period: CostPeriod;
  filters: Partial<Record<Filtered, string[]>>;
}

const DEFAULT_MEASURE: CostMeasure = 'quota';
const DEFAULT_BY: CostDimension = 'model';
const DEFAULT_PERIOD: CostPeriod = '30d';

/** Dimensions that a user may choose. */
export function dimensionsFor(admin: boolean): readonly CostDimension[] {
  return admin ? COST_DIMENSIONS : OWN_DIMENSIONS;
}

/** Measures that a user may choose: what the operator pays is for administrators. */
export function measuresFor(admin: boolean): readonly CostMeasure[] {
  return admin ? COST_MEASURES : COST_MEASURES.filter((each) => each !== 'purchase' && each !== 'margin');
}

/** Reads the view in an address. What the user may not see is left out. */
export function readView(search: URLSearchParams, admin: boolean): CostView {
  const dimensions = dimensionsFor(admin);
  const dimension = (name: string) => dimensions.find((each) => each === search.get(name));
  const measures = measuresFor(admin);
  const by = dimension('by') ?? DEFAULT_BY;
  const thenBy = dimension('then') ?? (search.has('then') ? undefined : defaultThen(by));
  const isAllowed = thenBy !== by && !(isTimeDimension(by) && isTimeDimension(thenBy));
  const filters: CostView['filters'] = {};
  for (const name of FILTERED) {
    const values = search.getAll(name).filter((value) => !ID_FILTERS.has(name) || /^\d{1,10}$/.test(value));
    if (values.length > 0 && dimensions.includes(name)) filters[name] = [...new Set(values)];
  }
  return {
    measure: measures.find((each) => each === search.get('measure')) ?? DEFAULT_MEASURE,
    by,
    thenBy: isAllowed ? thenBy : undefined,
    period: COST_PERIODS.find((each) => each === search.get('period')) ?? DEFAULT_PERIOD,
    filters,
  };
}

/** Writes a view into an address, without what is the default. */
export function writeView(search: URLSearchParams, view: CostView): void {
  const set = (name: string, value: string, standard: string) =>
    value === standard ? search.delete(name) : search.set(name, value);
  set('measure', view.measure, DEFAULT_MEASURE);
  set('by', view.by, DEFAULT_BY);
  set('then', view.thenBy ?? 'none', defaultThen(view.by));
  set('period', view.period, DEFAULT_PERIOD);
  for (const name of FILTERED) {
    search.delete(name);
    for (const value of view.filters[name] ?? []) search.append(name, value);
  }
}

function defaultThen(by: CostDimension): CostDimension {
  return isTimeDimension(by) ? 'model' : 'day';
}

/** Filters as the server takes them. */
export function requestFilters({
  model,
  provider,
  channel,
  tag,
  user,
  group,
  token,
}: CostView['filters']): CostFilters {
  const ids = (values: readonly string[]) => values.map(Number);
  return {
    ...(model && { model }),
    ...(provider && { provider: ids(provider) }),
    ...(channel && { channel: ids(channel) }),
    ...(tag && { tag }),
    ...(user && { user: ids(user) }),
    ...(group && { group }),
    ...(token && { token: ids(token) }),
  };
}

/** Beginning and end in epoch seconds. @param now epoch seconds */
export function spanOf(period: CostPeriod, now: number): { from: number; to: number } {
  const at = dayjs.unix(now);
  const nextHour = at.startOf('hour').add(1, 'hour').unix();
  const tomorrow = at.startOf('day').add(1, 'day');
  switch (period) {
    case '24h':
      return { from: nextHour - 86_400, to: nextHour };
    case '7d':
      return { from: tomorrow.subtract(7, 'day').unix(), to: tomorrow.unix() };
    case '30d':
      return { from: tomorrow.subtract(30, 'day').unix(), to: tomorrow.unix() };
    case '90d':
      return { from: tomorrow.subtract(90, 'day').unix(), to: tomorrow.unix() };
    case 'month':
      return { from: at.startOf('month').unix(), to: tomorrow.unix() };
    case 'lastMonth':
      return { from: at.subtract(1, 'month').startOf('month').unix(), to: at.startOf('month').unix() };
  }
}
