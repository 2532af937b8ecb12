import { parseObject } from '../../../lib/format/json';

/** A place where two values differ; undefined = absent. */
export interface Difference {
  /** Key in the object; '' = the whole value. */
  path: string;
  before: string | undefined;
  after: string | undefined;
}

/** For JSON objects the entries that differ, otherwise the whole value. */
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
