import useSWR from 'swr';
import { get } from '../../lib/api';
import { parseObject } from '../../lib/json';

/** Beside the settings, which keep the same answer in another form. */
const OPTIONS = ['/api/option/', 'of prices'] as const;
/** Options that give a model its price. */
const PRICES = ['ModelPrice', 'ModelRatio'];

/** Which of these models nobody gave a price or a ratio by name; none while that is not known. */
export function useUnpricedModels(models: readonly string[]): string[] {
  const { data } = useSWR(OPTIONS, ([path]) => get<{ key: string; value: string }[]>(path), {
    revalidateOnFocus: false,
  });
  if (!data) return [];
  const tables = data.filter(({ key }) => PRICES.includes(key)).map(({ value }) => parseObject(value) ?? {});
  return models.filter((model) => tables.every((table) => !Object.hasOwn(table, model)));
}
