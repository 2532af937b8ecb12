import type { OptionListResponse } from '#contract/resources/option';
import useSWR from 'swr';
import { get } from '../../../lib/api/api';
import { parseObject } from '../../../lib/format/json';
import { hasDefaultPrice, priceNames } from '../../../lib/models/task-price-names';

/** SWR key distinct from the settings page's, which caches the same response in another form. */
const OPTIONS = ['/api/option/', 'of prices'] as const;
/** Options that set a model's price. */
const PRICES = ['ModelPrice', 'ModelRatio'];

/**
 * The models without a price or ratio; undefined until the options are loaded.
 * @param listed models that have a price in the built-in list
 */
export function useUnpricedModels(
  models: readonly string[],
  listed: readonly string[] = [],
): string[] | undefined {
  const { data } = useSWR(OPTIONS, ([path]) => get<OptionListResponse>(path), {
    revalidateOnFocus: false,
  });
  if (!data) return undefined;
  const tables = data.filter(({ key }) => PRICES.includes(key)).map(({ value }) => parseObject(value) ?? {});
  return models.filter(
    (model) =>
      !hasDefaultPrice(model) &&
      !listed.includes(model) &&
      priceNames(model).every((name) => tables.every((table) => !Object.hasOwn(table, name))),
  );
}
