import { parseObject } from '../../../lib/json';

/** A group: what it pays, and how users see it if they may choose it. */
export interface GroupRow {
  name: string;
  ratio: number | undefined;
  /** Undefined = not to be chosen. */
  description: string | undefined;
}

/** Rows of both tables together; undefined while one of them cannot be read. */
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
