import type { TFunction } from 'i18next';
import { readTools } from './tools';

/** Why the entered tools cannot be sent; undefined if they can. */
export function toolsError(text: string, t: TFunction): string | undefined {
  const read = readTools(text);
  if (!('problem' in read)) return undefined;
  const { key, n } = read.problem;
  return t(`playground.${key}`, { n });
}
