import { parseObject } from '../../../lib/json';

/** One place where two values differ; undefined = it is not there. */
export interface Difference {
  /** Where in an object; '' = the value as a whole. */
  path: string;
  before: string | undefined;
  after: string | undefined;
}

/** Of JSON objects only the entries that differ; of all else the whole. */
export function differencesOf(before: string, after: string): Difference[] {
  const [old, now] = [parseObject(before), parseObject(after)];
  if (!old || !now) return [{ path: '', before, after }];
  const paths = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return paths
    .map((path) => ({ path, before: textOf(old[path]), after: textOf(now[path]) }))
    .filter((each) => each.before !== each.after);
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return JSON.stringify(value);
}
