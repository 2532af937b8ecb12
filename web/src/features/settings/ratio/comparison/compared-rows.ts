import type { ComparedPrice } from '#contract/resources/price-comparison';
import type { OptionValues } from '../../form/fields';
import { changesOf, type Price, type PriceChange } from '../prices';

/** A model in the comparison. */
export type ComparedRow = ComparedPrice & { id: number; name: string };

export const COMPARISONS = ['all', 'differs', 'only_here', 'only_public'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What comes first without a filter: differences, then models that the list lacks, then those that only it prices. */
const ORDER: readonly ComparedPrice['state'][] = ['differs', 'only_here', 'unpriced', 'only_public', 'equal'];

/**
 * The rows in the order of display: the largest relative difference first.
 * @param equal whether equal prices are shown too, at the end
 */
export function comparedRows(
  models: readonly ComparedPrice[],
  comparison: Comparison,
  equal: boolean,
): ComparedRow[] {
  return models
    .filter(({ state }) => (comparison === 'all' ? equal || state !== 'equal' : state === comparison))
    .toSorted(
      (a, b) =>
        ORDER.indexOf(a.state) - ORDER.indexOf(b.state) ||
        sizeOf(b) - sizeOf(a) ||
        (a.model < b.model ? -1 : 1),
    )
    .map((row, id) => ({ ...row, id, name: row.model }));
}

/** Differences that cannot be computed come after those that can. */
function sizeOf({ difference }: ComparedPrice): number {
  return difference === null ? -1 : Math.abs(difference);
}

/** Whether the price of the list can be taken over. */
export function canAdopt({ ratios, state }: ComparedPrice): boolean {
  return ratios !== null && state !== 'equal';
}

/** Whether the list has other prices for long contexts, which the ratios leave out. */
export function hasSteps({ public: listed }: ComparedPrice): boolean {
  return (listed?.tiers.length ?? 0) > 0;
}

/** The changes after which the models have the prices of the list. Models that have them already are left out. */
export function adoptedChanges(rows: readonly ComparedPrice[], values: OptionValues): PriceChange[] {
  const edits = rows.flatMap(({ model, ratios }): [string, Price][] =>
    ratios === null
      ? []
      : [
          [
            model,
            {
              ratio: ratios.ModelRatio,
              completion: ratios.CompletionRatio,
              cacheRead: ratios.CacheRatio,
              cacheWrite: ratios.CreateCacheRatio,
            },
          ],
        ],
  );
  return changesOf(values, new Map(edits));
}
