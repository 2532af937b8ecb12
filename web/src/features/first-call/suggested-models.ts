import { looksLikeChat } from '../../lib/models/model-names';

/** Models that are ticked for a first channel. */
const SUGGESTED = 12;

/**
 * The models to begin with: chat models before others, those with a price before others, and then in the order of the
 * provider's current models.
 * @param offered by the provider
 * @param current of the channel type, the most usual first
 * @param unpriced those without a price
 */
export function suggestedModels(
  offered: readonly string[],
  current: readonly string[],
  unpriced: readonly string[],
): string[] {
  const places = new Map(current.map((model, index) => [model, index]));
  const noPrice = new Set(unpriced);
  const rank = (model: string) => [
    looksLikeChat(model) ? 0 : 1,
    noPrice.has(model) ? 1 : 0,
    places.get(model) ?? current.length,
  ];
  return offered
    .map((model) => ({ model, rank: rank(model) }))
    .toSorted((one, other) => {
      const at = one.rank.findIndex((value, index) => value !== other.rank[index]);
      return at === -1 ? 0 : one.rank[at]! - other.rank[at]!;
    })
    .slice(0, SUGGESTED)
    .map(({ model }) => model);
}
