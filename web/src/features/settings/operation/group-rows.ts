import { parseObject } from '../../../lib/format/json';

/** A group: its ratio, and the description shown to users who may select it. */
export interface GroupRow {
  name: string;
  ratio: number | undefined;
  /** Undefined = not selectable. */
  description: string | undefined;
}

/** Merges the rows of both options; undefined if either is invalid JSON. */
export function readGroups(ratios: string, usable: string): GroupRow[] | undefined {
  const [prices, descriptions] = [parseObject(ratios), parseObject(usable)];
  if (!prices || !descriptions) return undefined;
  return [...new Set([...Object.keys(prices), ...Object.keys(descriptions)])].map((name) => {
    const [ratio, description] = [prices[name], descriptions[name]];
    return {
      name,
      ratio: typeof ratio === 'number' ? ratio : undefined,
      description: typeof description === 'string' ? description : undefined,
    };
  });
}

export function writeGroups(rows: GroupRow[]): { ratios: string; usable: string } {
  const ratios = rows.flatMap(({ name, ratio }) => (ratio === undefined ? [] : [[name, ratio] as const]));
  const usable = rows.flatMap(({ name, description }) =>
    description === undefined ? [] : [[name, description] as const],
  );
  return { ratios: pretty(Object.fromEntries(ratios)), usable: pretty(Object.fromEntries(usable)) };
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
