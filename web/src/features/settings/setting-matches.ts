import { parseObject } from '../../lib/format/json';
import { type Matched, matching } from '../../lib/list/matching';
import type { Field, OptionValues } from './form/fields';

/** Characters shown before and after the place where a value matches. */
const AROUND = 24;
/** Options whose tables have the names of models. */
const PRICE_TABLES = ['ModelPrice', 'ModelRatio', 'CompletionRatio'];
const MAX_MODELS = 3;

/** A setting as the search finds it. */
export interface SearchedSetting extends Matched {
  field: Field;
}

/** A found setting. */
export interface SettingMatch<T extends SearchedSetting> {
  setting: T;
  /** The part of the value that matches, where the names of the setting do not. */
  excerpt?: string;
}

/**
 * Settings whose names match, the best first, then those whose stored value contains the query. Secrets are not among the
 * values.
 */
export function matchSettings<T extends SearchedSetting>(
  query: string,
  settings: readonly T[],
  values: OptionValues,
  limit: number,
): SettingMatch<T>[] {
  const named = matching(settings, query, limit);
  const byValue = settings.flatMap((setting) => {
    const excerpt = named.includes(setting) ? undefined : excerptOf(values[setting.field.key] ?? '', query);
    return excerpt === undefined ? [] : [{ setting, excerpt }];
  });
  return [...named.map((setting) => ({ setting })), ...byValue].slice(0, limit);
}

/** Models with a price whose name contains the query, those that begin with it first. */
export function pricedModels(query: string, values: OptionValues): string[] {
  const sought = query.trim().toLowerCase();
  if (sought.length < 2) return [];
  const names = new Set(PRICE_TABLES.flatMap((key) => Object.keys(parseObject(values[key] ?? '') ?? {})));
  return [...names]
    .filter((name) => name.toLowerCase().includes(sought))
    .toSorted((one, other) => startOf(one, sought) - startOf(other, sought) || one.length - other.length)
    .slice(0, MAX_MODELS);
}

function startOf(name: string, sought: string): number {
  return name.toLowerCase().startsWith(sought) ? 0 : 1;
}

function excerptOf(value: string, query: string): string | undefined {
  const sought = query.trim().toLowerCase();
  if (sought.length < 2) return undefined;
  const start = value.toLowerCase().indexOf(sought);
  if (start === -1) return undefined;
  const [from, to] = [Math.max(0, start - AROUND), start + sought.length + AROUND];
  const part = value.slice(from, to).replaceAll(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${part}${to < value.length ? '…' : ''}`;
}
