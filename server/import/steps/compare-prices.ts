import { z } from 'zod';
import { priceTables } from '../../billing/prices/price-options.js';
import type { RatioTable } from '../../billing/prices/price-book.js';
import type { OptionKey } from '../../contract/options/index.js';
import type { ImportRun } from '../import-run.js';
import { OptionTexts } from '../option-texts.js';
import {
  changedPrices,
  keptPrices,
  priceBefore,
  priceLine,
  priceNow,
  TYPICAL,
  type ModelPrice,
  type SourcePrices,
} from '../price-report.js';
import { text } from '../sources/column-values.js';
import type { Source } from '../sources/source.js';
import { storeOptions } from './import-options.js';

const PAGE = 10_000;
const ratioTable = z.record(z.string(), z.number());

/**
 * Compares the prices of all models that are served with those of the source.
 * @param keep stores options by which they become equal
 * @returns lines of the report; none if the source has no options
 */
export async function comparePrices(run: ImportRun, keep: boolean): Promise<string[]> {
  if (!run.has('options')) return [];
  return run.transaction(async (db) => {
    await run.rows.lock(db, run.importId);
    const { source } = run.options;
    const known = source.translated?.prices;
    const served = await run.target.models(db);
    // What others cost there is not known.
    const models = known ? served.filter((model) => known.has(model)) : served;
    let options = await OptionTexts.read(db, run.options.vault);
    const priceThere = await pricesOf(source, options);
    const compare = () =>
      changedPrices(models, priceThere, priceTables(options), options.get('SelfUseModeEnabled'));
    const found = compare();
    const reportPrices = (changed: typeof found) =>
      run.options.event?.({
        kind: 'prices',
        models: models.length,
        changed,
        quotaPerUnit: options.get('QuotaPerUnit'),
        kept: keep,
      });
    if (!keep || found.length === 0) reportPrices(found);
    const lines = found.map((price) => priceLine(price, options.get('QuotaPerUnit')));
    const { input, cached, output } = TYPICAL;
    const request = `a request of ${input} input tokens, ${cached} of them cached, and ${output} output tokens`;
    if (found.length === 0) return [`prices: none of ${models.length} models changes`];
    if (!keep)
      return [
        `prices: ${found.length} of ${models.length} models change; ${request} costs, before → now:`,
        ...lines.map((line) => `  ${line}`),
        '  to keep the old prices: --keep-prices',
      ];
    if (found.some(({ before }) => !before)) options = options.with({ PublicPriceListEnabled: 'false' });
    const kept = keptPrices(compare());
    const changed = {
      ModelRatio: [options.get('ModelRatio'), kept.modelRatio],
      ModelPrice: [options.get('ModelPrice'), kept.modelPrice],
      CompletionRatio: [options.get('CompletionRatio'), kept.completionRatio],
      CacheRatio: [options.get('CacheRatio'), kept.cacheRatio],
    } as const;
    const changes: Partial<Record<OptionKey, string>> = {};
    if (found.some(({ before }) => !before)) changes.PublicPriceListEnabled = 'false';
    for (const key of Object.keys(changed) as (keyof typeof changed)[]) {
      const [before, added] = changed[key];
      if (Object.keys(added).length > 0) changes[key] = JSON.stringify({ ...before, ...added });
    }
    await storeOptions(
      db,
      (Object.keys(changes) as OptionKey[]).map((key) => ({ key, value: changes[key]! })),
    );
    run.updated.tables.add('options');
    options = options.with(changes);
    const left = compare();
    reportPrices(left);
    return [
      `prices: ${found.length - left.length} of ${models.length} models kept their old price, by ${Object.keys(changes).join(', ')}`,
      ...left.map((price) => `  differs still: ${priceLine(price, options.get('QuotaPerUnit'))}`),
    ];
  });
}

/** What models cost in the source. */
async function pricesOf(
  source: Source,
  options: OptionTexts,
): Promise<(model: string) => ModelPrice | undefined> {
  const { own, prices } = source.translated ?? {};
  if (prices) return (model) => prices.get(model);
  const stored = await storedOptions(source);
  if (!own) {
    const tables = sourcePrices(stored, options);
    return (model) => priceBefore(tables, model);
  }
  const there = OptionTexts.of(stored);
  const [tables, sellsUnset] = [priceTables(there), there.get('SelfUseModeEnabled')];
  return (model) => priceNow(tables, model, sellsUnset);
}

async function storedOptions(source: Source): Promise<ReadonlyMap<string, string>> {
  const rows = await source.page('options', { key: 'key', after: undefined, limit: PAGE });
  return new Map(rows.map((row) => [text(row, 'key'), text(row, 'value')]));
}

/** Tables as the source uses them: its own, or those that are built in where it stores none or an unreadable one. */
function sourcePrices(stored: ReadonlyMap<string, string>, options: OptionTexts): SourcePrices {
  const table = (key: 'ModelRatio' | 'ModelPrice' | 'CompletionRatio' | 'CacheRatio'): RatioTable => {
    try {
      const { data } = ratioTable.safeParse(JSON.parse(stored.get(key) ?? ''));
      if (data) return data;
    } catch {
      // As if it was not stored: the other gateway starts with its own table, too.
    }
    return options.builtIn(key);
  };
  return {
    modelRatio: table('ModelRatio'),
    modelPrice: table('ModelPrice'),
    completionRatio: table('CompletionRatio'),
    cacheRatio: table('CacheRatio'),
    sellsUnset: stored.get('SelfUseModeEnabled') === 'true',
  };
}
