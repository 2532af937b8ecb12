import { CHANNEL_SORTS, type ChannelSort } from '#contract/resources/channels/channel-health';
import { startOfToday } from '../../lib/format/format';
import type { Sort } from '../../ui/table/data-table.types';

/** The filters of the list that order it; '' = by priority or number. */
interface OrderFilters {
  /** Of `CHANNEL_SORTS`. */
  sort: string;
  descending: string;
}

/** Status has no order of its own: its head lists the channels that need attention first. */
const TROUBLE_COLUMN = 'status';

/** Orders that are offered by name; the heads of the table have the others. A leading `-` means descending. */
export const NAMED_ORDERS = [
  'trouble',
  'success',
  '-first_token',
  '-quota_today',
  'balance',
  'name',
] as const;

/** What the address asks for, if there is such an order. */
function sortOf({ sort }: OrderFilters): ChannelSort | undefined {
  return CHANNEL_SORTS.find((one) => one === sort);
}

/** Parameters of the request. */
export function sortQuery(filters: OrderFilters & { tag_mode: string }) {
  const sort = sortOf(filters);
  if (!sort || filters.tag_mode === 'true') return {};
  return {
    sort,
    ...(filters.descending === 'true' && { descending: true }),
    ...((sort === 'quota_today' || sort === 'margin_today') && { today: startOfToday() }),
  };
}

/** The sorted column of the table. */
export function sortedColumn(filters: OrderFilters): Sort | undefined {
  const sort = sortOf(filters);
  if (!sort) return undefined;
  return {
    column: sort === 'trouble' ? TROUBLE_COLUMN : sort,
    descending: filters.descending === 'true',
  };
}

/** The filters that sort by a column of the table. */
export function orderByColumn({ column, descending }: Sort): OrderFilters {
  return {
    sort: column === TROUBLE_COLUMN ? 'trouble' : column,
    descending: descending ? 'true' : '',
  };
}

/** An order as one text, with a leading `-` if it is descending; '' = the default order. */
export function orderText(filters: OrderFilters): string {
  const sort = sortOf(filters);
  if (!sort) return '';
  return filters.descending === 'true' ? `-${sort}` : sort;
}

export function orderFilters(text: string): OrderFilters {
  return text.startsWith('-') ? { sort: text.slice(1), descending: 'true' } : { sort: text, descending: '' };
}
