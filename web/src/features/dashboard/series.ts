import type { ModelUsage } from './dashboard.types';

/** More colors cannot be distinguished in one bar. */
const MAX_SERIES = 12;

/** One colour of a chart: a model, or the sum of all small ones. */
export interface Series {
  /** Usable as a chart data key; model names with dots are not. */
  key: string;
  label: string;
  color: string;
  /** Undefined = the sum of the remaining models. */
  model: string | undefined;
  models: string[];
}

/** The largest models individually and the others as one; with `only`, that model alone. */
export function seriesOf(
  models: readonly ModelUsage[],
  only: string,
  others: (n: number) => string,
): Series[] {
  const single = ({ model, color }: ModelUsage, index: number): Series => ({
    key: `m${index}`,
    label: model,
    color,
    model,
    models: [model],
  });
  const chosen = models.filter(({ model }) => model === only);
  if (chosen.length > 0) return chosen.map(single);
  if (models.length <= MAX_SERIES + 1) return models.map(single);
  const rest = models.slice(MAX_SERIES).map(({ model }) => model);
  return [
    ...models.slice(0, MAX_SERIES).map(single),
    {
      key: 'rest',
      label: others(rest.length),
      color: 'var(--mantine-color-gray-5)',
      model: undefined,
      models: rest,
    },
  ];
}

/** The same models' usage in the preceding range, as one series. */
export function seriesBefore(label: string): Series {
  return { key: 'before', label, color: 'var(--mantine-color-dimmed)', model: undefined, models: [] };
}
