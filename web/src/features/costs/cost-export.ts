import type { CostsResponse } from '#contract/resources/costs/costs';
import dayjs from 'dayjs';
import { downloadText } from '../../lib/browser/download';
import { type Cell, toCsv } from '#contract/csv';
import type { CostView } from './cost-query';
import type { KeyText } from './use-key-text';

const AMOUNTS = [
  'requests',
  'prompt_tokens',
  'cached_tokens',
  'cache_write_tokens',
  'completion_tokens',
  'quota',
  'list_quota',
  'errors',
  'purchase',
  'margin',
] as const;

/**
 * Downloads the rows as a file. Amounts are quota units, and the quota in dollars too.
 * @param titles of the columns
 */
export function downloadCosts(
  costs: CostsResponse,
  { by, thenBy }: Pick<CostView, 'by' | 'thenBy'>,
  keyText: KeyText,
  titles: { dimension: (name: string) => string; usd: string },
  perUnit: number,
): void {
  const head = [
    titles.dimension(by),
    ...(thenBy === undefined ? [] : [titles.dimension(thenBy)]),
    ...AMOUNTS,
    titles.usd,
  ];
  const rows = costs.rows.map((row): Cell[] => [
    keyText(by, row.by, costs.names),
    ...(thenBy === undefined ? [] : [keyText(thenBy, row.then_by, costs.then_names)]),
    ...AMOUNTS.map((name) => row[name]),
    Number((row.quota / perUnit).toFixed(6)),
  ]);
  const name = `costs-${dayjs.unix(costs.from).format('YYYYMMDD')}-${dayjs.unix(costs.to - 1).format('YYYYMMDD')}.csv`;
  downloadText(name, toCsv([head, ...rows]), 'text/csv');
}
