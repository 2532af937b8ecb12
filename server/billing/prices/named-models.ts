/** Models that a refusal names. */
const MAX_NAMED = 5;

/** Names of models for an error: the first ones, and … if there are more. */
export function namedModels(models: readonly string[]): string {
  return models.slice(0, MAX_NAMED).join(', ') + (models.length > MAX_NAMED ? ', …' : '');
}
