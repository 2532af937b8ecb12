import type { CostDimension, CostFilters } from '../../contract/resources/costs/costs.js';
import { columnText } from '../../core/postgres/postgres-text.js';
import type { AnswerReads } from '../../core/postgres/reads/read-database.js';
import { AMOUNT_COLUMNS } from '../ledger/posting/usage-hours.js';
import type { Period } from '../usage-hours/usage-rebuild.repository.js';
import type { SummedDay } from '../usage-hours/usage-days.repository.js';
import { partsOf } from './cost-periods.js';
import type { PurchaseSpan } from './purchase-prices/purchase-cost.js';

/** What is summed. */
export interface CostScope {
  readonly filters: CostFilters;
  /** Only what this user was charged. */
  readonly userId?: number | undefined;
  readonly spans: readonly PurchaseSpan[];
  /** Days whose sums may be read instead of those of their hours, ascending, Unix seconds; no span begins or ends within one. */
  readonly summedDays: readonly SummedDay[];
  /** With which `summedDays` were read; undefined: there are none, or only one database is read. */
  readonly answer?: AnswerReads | undefined;
}

/** Parameters of a statement. */
export class Parameters {
  readonly values: unknown[] = [];

  /** @returns the placeholder of the value */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

/** A table of sums with what a statement needs of it. */
export interface CostSource {
  /** FROM, and WHERE with the periods. */
  readonly from: string;
  /** Id of the span of the purchase price; 0 = none. */
  readonly span: string;
}

const COLUMNS = ['at', 'channel_id', 'model', 'group_name', ...Object.values(AMOUNT_COLUMNS)].join(', ');
const BY_USER: ReadonlySet<CostDimension> = new Set(['user', 'token']);
const BY_CHANNEL_ROW: ReadonlySet<CostDimension> = new Set(['provider', 'tag']);
/** Dimensions by which failed requests are counted. */
const COUNTED_ERRORS: ReadonlySet<CostDimension> = new Set([
  'day',
  'hour',
  'model',
  'provider',
  'channel',
  'tag',
]);

/** SQL of the values of a dimension. @param starts of the days, ascending */
export function valueOf(dimension: CostDimension, parameters: Parameters, starts: readonly number[]): string {
  switch (dimension) {
    case 'day': {
      const days = `${parameters.add(starts)}::bigint[]`;
      // Never before the first day, which contains the beginning of the period.
      return `(${days})[width_bucket(u.at, ${days})]`;
    }
    case 'hour':
      return 'u.at';
    case 'model':
      return 'u.model';
    case 'group':
      return 'u.group_name';
    case 'user':
      return 'u.user_id';
    case 'token':
      return 'u.token_id';
    case 'channel':
      return 'u.channel_id';
    case 'provider':
      return 'coalesce(c.type, 0)';
    case 'tag':
      return `coalesce(c.tag, '')`;
  }
}

/**
 * The sums that a query needs: those over all users, of which there are fewer, unless it is by user or token; of days where nothing
 * needs their hours.
 * @param periods next to each other or apart
 */
export function costSource(
  { filters, userId, spans, summedDays }: CostScope,
  dimensions: readonly CostDimension[],
  periods: readonly Period[],
  parameters: Parameters,
): CostSource {
  const isByUser =
    userId !== undefined ||
    filters.user !== undefined ||
    filters.token !== undefined ||
    dimensions.some((each) => BY_USER.has(each));
  const table = isByUser ? 'usage_hours' : 'usage_channel_hours';
  const { days, hours } = partsOf(
    periods,
    isByUser || dimensions.includes('hour') ? [] : summedDays.map(({ at }) => at),
  );
  const sums = [
    `SELECT ${isByUser ? 'user_id, token_id, ' : ''}${COLUMNS} FROM ${table} WHERE ${withinAny(hours, parameters)}`,
    ...(days.length > 0
      ? [`SELECT ${COLUMNS} FROM usage_channel_days WHERE at = ANY(${parameters.add(days)}::bigint[])`]
      : []),
  ].join(' UNION ALL ');
  const purchase = spans.length > 0 ? spanJoins(spans, parameters) : '';
  return {
    from: `FROM (${sums}) u ${channelJoin(filters, dimensions)} ${purchase}
      WHERE ${conditions(filters, userId, parameters)}`,
    span: spans.length > 0 ? 'coalesce(own.id, whole.id, 0)' : '0',
  };
}

/**
 * Charges and requests by users or tokens, of all users: of days where nothing needs their hours.
 * @returns FROM, and WHERE with the periods; its columns are those of the dimensions, `at`, `requests` and `quota`
 */
export function rankSource(
  scope: CostScope,
  dimensions: readonly CostDimension[],
  periods: readonly Period[],
  parameters: Parameters,
): string {
  const isByUserAlone = filtered(scope.filters).length === 0 && dimensions.every((each) => BY_USER.has(each));
  if (!isByUserAlone) return costSource({ ...scope, spans: [] }, dimensions, periods, parameters).from;
  const summed = scope.summedDays.filter(({ byUser }) => byUser).map(({ at }) => at);
  const { days, hours } = partsOf(periods, summed);
  const columns = 'at, user_id, token_id, requests, quota';
  return `FROM (
      SELECT ${columns} FROM usage_hours WHERE ${withinAny(hours, parameters)}
      UNION ALL
      SELECT ${columns} FROM usage_user_days WHERE at = ANY(${parameters.add(days)}::bigint[])) u
    WHERE true`;
}

function withinAny(periods: readonly Period[], parameters: Parameters): string {
  const each = periods.map(({ from, to }) => `at >= ${parameters.add(from)} AND at < ${parameters.add(to)}`);
  return each.length > 0 ? each.join(' OR ') : 'false';
}

/**
 * The statistics of failed requests.
 * @returns undefined where they are not counted by the dimensions and filters
 */
export function errorSource(
  { filters, userId }: Pick<CostScope, 'filters' | 'userId'>,
  dimensions: readonly CostDimension[],
  parameters: Parameters,
): string | undefined {
  const used = [...dimensions, ...filtered(filters)];
  if (userId !== undefined || used.some((each) => !COUNTED_ERRORS.has(each))) return undefined;
  return `FROM request_hours u ${channelJoin(filters, dimensions)} WHERE ${conditions(filters, undefined, parameters)}`;
}

function filtered(filters: CostFilters): CostDimension[] {
  return (Object.keys(filters) as (keyof CostFilters)[]).filter((name) => filters[name] !== undefined);
}

function channelJoin(filters: CostFilters, dimensions: readonly CostDimension[]): string {
  return [...dimensions, ...filtered(filters)].some((each) => BY_CHANNEL_ROW.has(each))
    ? 'LEFT JOIN channels c ON c.id = u.channel_id'
    : '';
}

function conditions(filters: CostFilters, userId: number | undefined, parameters: Parameters): string {
  const texts = (column: string, values: readonly string[] | undefined) =>
    values ? [`${column} = ANY(${parameters.add(values.map(columnText))}::text[])`] : [];
  const ids = (column: string, values: readonly number[] | undefined) =>
    values ? [`${column} = ANY(${parameters.add(values)}::bigint[])`] : [];
  const all = [
    ...texts('u.model', filters.model),
    ...texts('u.group_name', filters.group),
    ...texts(`coalesce(c.tag, '')`, filters.tag),
    ...ids('coalesce(c.type, 0)', filters.provider),
    ...ids('u.channel_id', filters.channel),
    ...ids('u.user_id', filters.user),
    ...ids('u.token_id', filters.token),
    ...(userId === undefined ? [] : [`u.user_id = ${parameters.add(userId)}::bigint`]),
  ];
  return all.length > 0 ? all.join(' AND ') : 'true';
}

/** The price of the model, else that of all models of the channel. */
function spanJoins(spans: readonly PurchaseSpan[], parameters: Parameters): string {
  const join = (alias: string, joined: readonly PurchaseSpan[], isForModel: boolean) => {
    const columns = [
      `${parameters.add(joined.map(({ id }) => id))}::integer[]`,
      `${parameters.add(joined.map(({ price }) => price.channelId))}::bigint[]`,
      `${parameters.add(joined.map(({ price }) => price.model))}::text[]`,
      `${parameters.add(joined.map(({ from }) => from))}::bigint[]`,
      `${parameters.add(joined.map(({ to }) => to))}::bigint[]`,
    ];
    return `LEFT JOIN unnest(${columns.join(', ')}) AS ${alias} (id, channel_id, model, counts_from, counts_to)
      ON ${alias}.channel_id = u.channel_id ${isForModel ? `AND ${alias}.model = u.model` : ''}
        AND u.at >= ${alias}.counts_from AND u.at < ${alias}.counts_to`;
  };
  return [
    join(
      'own',
      spans.filter(({ price }) => price.model !== ''),
      true,
    ),
    join(
      'whole',
      spans.filter(({ price }) => price.model === ''),
      false,
    ),
  ].join(' ');
}
