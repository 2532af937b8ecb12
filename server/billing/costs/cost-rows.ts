import {
  isTimeDimension,
  MAX_COST_ROWS,
  type CostDimension,
  type CostRow,
  type CostSums,
} from '../../contract/resources/costs/costs.js';
import type { UsageAmounts } from '../ledger/posting/usage-hours.js';
import { purchaseCost, type PurchaseSpan } from './purchase-prices/purchase-cost.js';

/** What a cell is of: null stands for all values that have no rows of their own. */
export interface CellKey {
  readonly by: string | null;
  /** Null too if there is no second dimension. */
  readonly thenBy: string | null;
}

/** Sums of one cell, as far as they have one purchase price. */
export interface Cell extends CellKey, UsageAmounts {
  /** Id of the span of the purchase price; 0 = it has none. */
  readonly span: number;
}

/** Failed requests of a cell. */
export interface CellErrors extends CellKey {
  readonly errors: number;
}

export interface Pricing {
  readonly spans: readonly PurchaseSpan[];
  /** Quota units of a dollar. */
  readonly quotaPerUnit: number;
}

/**
 * How many values of the dimensions that are no times have rows of their own, so that these and the sums of the others fit.
 * @param times days or hours of the period; 1 if neither dimension is a time
 */
export function shownValues(times: number): number {
  return Math.max(1, Math.floor(MAX_COST_ROWS / Math.max(1, times)) - 1);
}

/** Adds up cells. */
export class CostSum {
  private readonly amounts = {
    requests: 0,
    promptTokens: 0,
    completionTokens: 0,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    quota: 0,
    listQuota: 0,
  };
  private purchase = 0;
  private pricedQuota = 0;
  private isPriced = false;
  errors: number | null = null;

  add(cell: Cell, { spans, quotaPerUnit }: Pricing): this {
    for (const name of Object.keys(this.amounts) as (keyof UsageAmounts)[]) this.amounts[name] += cell[name];
    const span = cell.span === 0 ? undefined : spans.find(({ id }) => id === cell.span);
    if (span) {
      this.isPriced = true;
      this.purchase += purchaseCost(span.price, cell, quotaPerUnit);
      this.pricedQuota += cell.quota;
    }
    return this;
  }

  get sums(): CostSums {
    const { amounts, errors } = this;
    const purchase = Math.round(this.purchase);
    return {
      requests: amounts.requests,
      prompt_tokens: amounts.promptTokens,
      cached_tokens: amounts.cachedTokens,
      cache_write_tokens: amounts.cacheWriteTokens,
      completion_tokens: amounts.completionTokens,
      quota: amounts.quota,
      list_quota: amounts.listQuota,
      errors,
      purchase: this.isPriced ? purchase : null,
      margin: this.isPriced ? this.pricedQuota - purchase : null,
    };
  }
}

export function totalOf(cells: readonly Cell[], pricing: Pricing): CostSum {
  const total = new CostSum();
  for (const cell of cells) total.add(cell, pricing);
  return total;
}

/**
 * The rows of an answer. Failed requests of values without a row count to the sum of the others.
 * @param errors undefined = not counted by these dimensions
 * @param before quota units of the period before, by the value of `by`
 */
export function costRows(
  by: CostDimension,
  cells: readonly Cell[],
  pricing: Pricing,
  errors: readonly CellErrors[] | undefined,
  before: ReadonlyMap<string | null, number>,
): CostRow[] {
  const isTime = isTimeDimension(by);
  const rows = new Map<string, { key: CellKey; sum: CostSum }>();
  const sumOf = (key: CellKey) => {
    const id = JSON.stringify([key.by, key.thenBy]);
    let row = rows.get(id);
    if (!row) {
      row = { key, sum: new CostSum() };
      if (errors) row.sum.errors = 0;
      rows.set(id, row);
    }
    return row.sum;
  };
  for (const cell of cells) sumOf({ by: cell.by, thenBy: cell.thenBy }).add(cell, pricing);
  for (const { by: value, thenBy, errors: count } of errors ?? []) {
    const isShown = rows.has(JSON.stringify([value, thenBy]));
    const sum = sumOf(isShown ? { by: value, thenBy } : { by: isTime ? value : null, thenBy: null });
    sum.errors = (sum.errors ?? 0) + count;
  }
  return [...rows.values()]
    .map(({ key, sum }) => ({
      by: key.by,
      then_by: key.thenBy,
      before: isTime ? null : (before.get(key.by) ?? 0),
      ...sum.sums,
    }))
    .toSorted((a, b) => (isTime ? Number(a.by) - Number(b.by) : 0) || rank(a, b));
}

/** The highest charges first, the sum of the others last. */
function rank(a: CostRow, b: CostRow): number {
  const isRest = (row: CostRow) => Number(row.by === null);
  return isRest(a) - isRest(b) || b.quota - a.quota || b.requests - a.requests;
}
