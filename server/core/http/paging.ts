import { z } from 'zod';

/** One page of a list. */
export interface Page {
  /** The page number as returned to the client; the first page is the list's base, 0 or 1. */
  readonly page: number;
  /** Rows per page, 1–100. */
  readonly size: number;
  /** Rows to skip. */
  readonly offset: number;
}

const DEFAULT_SIZE = 10;
const MAX_SIZE = 100;
/** Upper bound of the page number; keeps `offset` far from overflow. */
const LAST_PAGE = 10_000_000;

/**
 * Parses `p` and the page size parameter. Invalid numbers count as absent, and a page size of 0 or less means the
 * default.
 */
export function readPage(
  query: Readonly<Record<string, unknown>>,
  { base, sizeKey }: { base: 0 | 1; sizeKey: 'page_size' | 'size' },
): Page {
  const given = readWhole(query[sizeKey]);
  const size = given <= 0 ? DEFAULT_SIZE : Math.min(given, MAX_SIZE);
  const page = Math.min(Math.max(readWhole(query.p), base), LAST_PAGE);
  return { page, size, offset: (page - base) * size };
}

/** Parses an integer query parameter; anything that is not an integer (`NaN`, `undefined`, empty) is 0. */
export function readWhole(value: unknown): number {
  if (typeof value !== 'string' || !/^\s*-?\d{1,15}\s*$/.test(value)) return 0;
  return Number(value);
}

/**
 * A page by its number and its rows; 0 or less rows mean the default.
 * @param base number of the first page
 */
export function pageOf(number: number, rows: number, base: 0 | 1): Page {
  const size = rows <= 0 ? DEFAULT_SIZE : Math.min(rows, MAX_SIZE);
  const page = Math.min(Math.max(number, base), LAST_PAGE);
  return { page, size, offset: (page - base) * size };
}

/** The parameters of `readPage` as a schema for `@ApiRequest`. */
export function pageQuery(sizeKey: 'page_size' | 'size') {
  return z.object({
    p: z.int().optional().describe('Page.'),
    [sizeKey]: z.int().optional().describe(`Rows of a page, at most ${MAX_SIZE}.`),
  });
}
