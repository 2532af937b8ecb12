import type { ModelUsage } from './dashboard.types';

/** More colours than these nobody can tell apart in one bar. */
const MAX_SERIES = 12;

/** What is painted in one colour: a model, or all the small ones together. */
export interface Series {
  /** Safe as a key of chart data, which model names with dots are not. */
  key: string;
  label: string;
  color: string;
  /** Undefined = the rest. */
  model: string | undefined;
  models: string[];
}

/** The largest models one by one and the others in one; with `only`, that model alone. */
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

/** What the same models used in the range before, all together. */
export function seriesBefore(label: string): Series {
  return { key: 'before', label, color: 'var(--mantine-color-dimmed)', model: undefined, models: [] };
}
