import { taskFactorNames, type TaskFactorName, type VideoTerms } from '../../../contract/task-terms.js';

type Values = Readonly<Record<string, number>>;

/**
 * The terms of a model.
 * @param values ratios by option, the default value first; options with less than two values do not affect the price
 */
export function videoTerms(
  terms: Pick<VideoTerms, 'seconds' | 'defaultSeconds' | 'tokensPerSecond'>,
  isAssumed: boolean,
  values: Readonly<Partial<Record<TaskFactorName, Values | undefined>>> = {},
  open: readonly TaskFactorName[] = [],
): VideoTerms {
  const factors = taskFactorNames.flatMap((name) => {
    const ratios = values[name] ?? {};
    const isOpen = open.includes(name);
    if (Object.keys(ratios).length < 2 && !isOpen) return [];
    return [{ name, values: ratios, ...(isOpen && { isOpen }) }];
  });
  return { ...terms, factors, ...(isAssumed && { isAssumed }) };
}
