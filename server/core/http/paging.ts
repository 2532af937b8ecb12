import { z } from 'zod';

/** One page of a list. */
export interface Page {
  /** As echoed to the client, counted from the list's base. */
  readonly page: number;
  /** Rows per page, 1–100. */
  readonly size: number;
  /** Rows to skip. */
  readonly offset: number;
}

const DEFAULT_SIZE = 10;
const MAX_SIZE = 100;
/** Beyond this no list goes; keeps `offset` far from overflow. */
const LAST_PAGE = 10_000_000;

/** Reads `p` and the size parameter by spec/management-api.md 1.5: anything that is no number counts as not given. */
export function readPage(
  query: Readonly<Record<string, unknown>>,
  { base, sizeKey }: { base: 0 | 1; sizeKey: 'page_size' | 'size' },
): Page {
  const given = readWhole(query[sizeKey]);
  const size = given <= 0 ? DEFAULT_SIZE : Math.min(given, MAX_SIZE);
  const page = Math.min(Math.max(readWhole(query.p), base), LAST_PAGE);
  return { page, size, offset: (page - base) * size };
}

/** A whole number from a query parameter; `NaN`, `undefined`, empty and the like are 0. */
export function readWhole(value: unknown): number {
  if (typeof value !== 'string' || !/^\s*-?\d{1,15}\s*$/.test(value)) return 0;
  return Number(value);
}

/** For `@Asks`: the parameters of `readPage`, as the document shows them. */
export function pageQuery(sizeKey: 'page_size' | 'size') {
  return z.object({
    p: z.int().optional().describe('Page.'),
    [sizeKey]: z.int().optional().describe(`Rows of a page, at most ${MAX_SIZE}.`),
  });
}
