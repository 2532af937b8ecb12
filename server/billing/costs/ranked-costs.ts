import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  isTimeDimension,
  type CostDimension,
  type CostFilters,
} from '../../contract/resources/costs/costs.js';
import { AMOUNT_COLUMNS, type UsageAmounts } from '../ledger/posting/usage-hours.js';
import type { Cell, CellKey } from './cost-rows.js';
import { LISTED_MOVEMENTS } from './movements.js';
import { CostRankingsRepository, KEPT_VALUES } from './rankings/cost-rankings.repository.js';
import type { CostScope } from './cost-source.js';
import {
  CostsRepository,
  type ComparedCells,
  type ComparedQuery,
  type RankedKey,
  type RankLimits,
} from './costs.repository.js';

const AMOUNTS = Object.keys(AMOUNT_COLUMNS) as (keyof UsageAmounts)[];
/** Cells of the shown values are not limited further. */
const ALL_CELLS = Number.MAX_SAFE_INTEGER;
const NAMES: ReadonlySet<CostDimension> = new Set(['model', 'tag', 'group']);

/** Milliseconds: a ranking that took longer is remembered. Where there are few users, all are ranked each time. */
export const RANKED_SLOWLY_MS = 100;
/** Milliseconds. Within this time, hardly any user gets into the highest ones of days or months, or leaves them. */
const REMEMBERED_FOR_MS = 5 * 60_000;
const MAX_REMEMBERED = 50;

/** Who was ranked, without the sums. */
type KnownKey = Pick<RankedKey, 'by' | 'thenBy' | 'userId'>;

/** One or two dimensions of cells. */
type Dimensions = readonly [CostDimension, CostDimension?];

/** Costs by users or tokens are ranked first, unless these are filtered: there are many. */
export function isRanked({ filters, userId }: CostScope, dimensions: Dimensions): boolean {
  if (userId !== undefined || filters.user !== undefined || filters.token !== undefined) return false;
  return dimensions.some((each) => each === 'user' || each === 'token');
}

/**
 * Costs by users or tokens. The charges of all are added up, but the other sums only of the highest ones: those of the others are the
 * differences to the totals, which are read from the sums over all users.
 */
@Injectable()
export class RankedCosts {
  /** Who was ranked, by scope and period; the sums are read again. */
  private readonly rankings = new LRUCache<string, readonly KnownKey[]>({
    max: MAX_REMEMBERED,
    ttl: REMEMBERED_FOR_MS,
  });

  constructor(
    private readonly stored: CostsRepository,
    private readonly kept: CostRankingsRepository,
  ) {}

  /** @param rememberedFromMs rankings that took as long are remembered */
  async compared(
    scope: CostScope,
    query: ComparedQuery,
    rememberedFromMs = RANKED_SLOWLY_MS,
  ): Promise<ComparedCells> {
    await this.remember(scope, query);
    return this.stored.atOneMoment(scope, (stored) => {
      const rank: Rank = (dimensions, limits) =>
        this.rank(stored, scope, dimensions, limits, rememberedFromMs);
      return new Ranking(stored, scope, query, rank).read();
    });
  }

  /** Takes over what the worker keeps ready for the first ranking of the query. */
  private async remember(scope: CostScope, query: ComparedQuery): Promise<void> {
    const { movedBy, from, to } = query;
    if (movedBy !== 'user' && movedBy !== 'token') return;
    const { limit, changed } = limitsOf(query);
    if (limit > KEPT_VALUES || changed > LISTED_MOVEMENTS || Object.values(scope.filters).some(Boolean))
      return;
    const id = idOf(scope, [movedBy], limitsOf(query));
    if (this.rankings.has(id)) return;
    const keys = await this.kept.find(movedBy, { from, to }, Math.floor(Date.now() / 1000));
    if (keys)
      this.rankings.set(
        id,
        keys.map((key) => ({ ...key, thenBy: null })),
      );
  }

  /** The charges of a million users take seconds to add up; those of the users that were ranked before, milliseconds. */
  private async rank(
    stored: CostsRepository,
    scope: CostScope,
    dimensions: readonly CostDimension[],
    limits: RankLimits,
    rememberedFromMs: number,
  ): Promise<RankedKey[]> {
    const id = idOf(scope, dimensions, limits);
    const known = this.rankings.get(id);
    if (known)
      return stored.ranked(scopeOf(scope, dimensions, known), dimensions, {
        ...limits,
        limit: known.length,
        changed: known.length,
      });
    const startedAt = performance.now();
    const ranked = await stored.ranked(scope, dimensions, limits);
    const isSlow = performance.now() - startedAt >= rememberedFromMs;
    if (isSlow && ranked.length > 0) this.rankings.set(id, ranked);
    return ranked;
  }
}

type Rank = (dimensions: readonly CostDimension[], limits: RankLimits) => Promise<RankedKey[]>;

class Ranking {
  private readonly dimensions: Dimensions;

  constructor(
    private readonly stored: CostsRepository,
    private readonly scope: CostScope,
    private readonly query: ComparedQuery,
    private readonly rank: Rank,
  ) {
    this.dimensions = [query.by, query.thenBy];
  }

  async read(): Promise<ComparedCells> {
    const { earlier, movedBy, series } = this.query;
    const moved = await this.rank([movedBy], limitsOf(this.query));
    const keys = await this.shownKeys(moved);
    const cells = await this.cells(this.dimensions, keys);
    const before = await this.stored.total(this.scope, earlier);
    const known = [...moved, ...(await this.missing(moved, keys))];
    const rest = { key: null, now: quotaOf(cells), before: quotaOf(before) };
    for (const value of known) {
      rest.now -= value.now;
      rest.before -= value.before;
    }
    return {
      cells,
      before,
      changes: [...known.map(({ by, now, before: then }) => ({ key: by, now, before: then })), rest],
      series: series
        ? await this.cells(
            [series.by, movedBy],
            moved.filter(({ isPresent }) => isPresent).slice(0, series.values),
          )
        : [],
    };
  }

  /** The values, or pairs of them, with cells of their own. @param moved ranked values of the only dimension that is no time */
  private async shownKeys(moved: readonly RankedKey[]): Promise<RankedKey[]> {
    const { from, to, shown } = this.query;
    const ranked = notTimes(this.dimensions);
    if (ranked.length === 2) return this.rank(ranked, { from, to, limit: shown, changed: 0 });
    return moved.filter(({ isPresent }) => isPresent).slice(0, shown);
  }

  /** Values of the first dimension that have cells as part of a pair, without being ranked high themselves. */
  private async missing(moved: readonly RankedKey[], keys: readonly RankedKey[]): Promise<RankedKey[]> {
    if (notTimes(this.dimensions).length < 2) return [];
    const known = new Set(moved.map(({ by }) => by));
    const missing = keys.filter(({ by }) => !known.has(by));
    if (missing.length === 0) return [];
    const { movedBy } = this.query;
    const limits = { limit: missing.length, changed: missing.length };
    return this.stored.ranked(scopeOf(this.scope, [movedBy], missing), [movedBy], {
      ...this.query,
      ...limits,
    });
  }

  private async cells(dimensions: Dimensions, keys: readonly RankedKey[]): Promise<Cell[]> {
    const { stored, query, scope } = this;
    const [by, thenBy] = dimensions;
    const ranked = notTimes(dimensions);
    const time = dimensions.find(isTimeDimension);
    const totals = time
      ? await stored.cells(scope, { ...query, by: time, thenBy: undefined, shown: ALL_CELLS })
      : await stored.total(scope, query);
    const details =
      keys.length === 0
        ? []
        : await stored.cells(scopeOf(scope, ranked, keys), { ...query, by, thenBy, shown: ALL_CELLS });
    // The scope has all pairs of the values.
    const shown = new Set(keys.map(({ by: first, thenBy: second }) => JSON.stringify([first, second])));
    const cells = details.filter((cell) =>
      shown.has(
        JSON.stringify(isTimeDimension(by) ? [cell.thenBy, null] : [cell.by, time ? null : cell.thenBy]),
      ),
    );
    return [...cells, ...othersOf(totals, cells, dimensions)];
  }
}

/** How many values of the dimension of movements are ranked. */
function limitsOf({ from, to, earlier, shown, series, compared }: ComparedQuery): RankLimits {
  return { from, to, earlier, limit: Math.max(shown, series?.values ?? 0), changed: compared };
}

function idOf(
  scope: CostScope,
  dimensions: readonly CostDimension[],
  { from, to, earlier, limit, changed }: RankLimits,
): string {
  return JSON.stringify([scope.filters, dimensions, from, to, earlier, limit, changed]);
}

/** Only the values that are part of the keys. */
function scopeOf(
  scope: CostScope,
  dimensions: readonly CostDimension[],
  keys: readonly KnownKey[],
): CostScope {
  const valuesOf = (dimension: CostDimension, texts: readonly (string | null)[]) => {
    const values = [...new Set(texts)].map((text) => text ?? '');
    return { [dimension]: NAMES.has(dimension) ? values : values.map(Number) };
  };
  const [first, second] = dimensions;
  const filters: CostFilters = {
    ...scope.filters,
    ...(first &&
      valuesOf(
        first,
        keys.map(({ by }) => by),
      )),
    ...(second &&
      valuesOf(
        second,
        keys.map(({ thenBy }) => thenBy),
      )),
    // The sums are found by user.
    ...(dimensions.includes('token') && { user: [...new Set(keys.map(({ userId }) => userId ?? 0))] }),
  };
  return { ...scope, filters };
}

function notTimes(dimensions: Dimensions): CostDimension[] {
  return dimensions.filter((each) => each !== undefined).filter((each) => !isTimeDimension(each));
}

/** What is missing to the totals, which are by the time dimension if there is one. */
function othersOf(totals: readonly Cell[], cells: readonly Cell[], [by, thenBy]: Dimensions): Cell[] {
  const timeOf = (cell: CellKey) =>
    isTimeDimension(by) ? cell.by : isTimeDimension(thenBy) ? cell.thenBy : null;
  const idOf = (time: string | null, span: number) => JSON.stringify([time, span]);
  const others = new Map(totals.map((total) => [idOf(total.by, total.span), { ...total }]));
  for (const cell of cells) {
    const rest = others.get(idOf(timeOf(cell), cell.span));
    if (rest) for (const name of AMOUNTS) rest[name] -= cell[name];
  }
  return [...others.values()]
    .filter((rest) => AMOUNTS.some((name) => rest[name] !== 0))
    .map((rest) => ({
      ...rest,
      by: isTimeDimension(by) ? rest.by : null,
      thenBy: isTimeDimension(thenBy) ? rest.by : null,
    }));
}

function quotaOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { quota }) => sum + quota, 0);
}
