import { LogType } from '#contract/enums';
import type { CostDimension } from '#contract/resources/costs/costs';
import dayjs from 'dayjs';
import { withQuery } from '../../lib/api/api';
import type { CostView, Filtered } from './cost-query';

interface Value {
  dimension: CostDimension;
  key: string | null;
  name: string;
}

/** Filters of the log by dimension; it has none of channel types and tags. */
const LOG_FILTERS: Partial<Record<CostDimension, string>> = {
  model: 'model_name',
  channel: 'channel',
  user: 'username',
  group: 'group',
  token: 'token_name',
};

/**
 * The usage log with the requests of a value.
 * @returns undefined where the log has no such filter
 */
export function logPath(
  span: { from: number; to: number },
  filters: CostView['filters'],
  values: readonly Value[],
): string | undefined {
  const query: Record<string, string> = {};
  let { from, to } = span;
  for (const [name, chosen] of Object.entries(filters) as [Filtered, string[]][]) {
    const filter = LOG_FILTERS[name];
    // Users and tokens are filtered by name, which the address does not have.
    if (filter === undefined || name === 'user' || name === 'token' || chosen.length !== 1) return undefined;
    query[filter] = chosen[0] ?? '';
  }
  for (const { dimension, key, name } of values) {
    if (key === null || key === '') return undefined;
    if (dimension === 'day' || dimension === 'hour') {
      from = Math.max(from, Number(key));
      to = Math.min(to, dayjs.unix(Number(key)).add(1, dimension).unix());
      continue;
    }
    const filter = LOG_FILTERS[dimension];
    if (filter === undefined) return undefined;
    if ((dimension === 'user' || dimension === 'token') && name.startsWith('#')) return undefined;
    query[filter] = dimension === 'user' || dimension === 'token' ? name : key;
  }
  return withQuery('/log', { start: from, end: to - 1, type: LogType.consumption, ...query });
}
