import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../contract/limits.js';

/** One page of a list. */
export interface Page {
  /** The page number as returned to the client; the first page is the list's base, 0 or 1. */
  readonly page: number;
  /** Rows per page, 1–100. */
  readonly size: number;
  /** Rows to skip. */
  readonly offset: number;
}

/** Upper bound of the page number; keeps `offset` far from overflow. */
const LAST_PAGE = 10_000_000;

/**
 * A page by its number and its rows; 0 or less rows mean the default.
 * @param base number of the first page
 */
export function pageOf(number: number, rows: number, base: 0 | 1): Page {
  const size = rows <= 0 ? DEFAULT_PAGE_SIZE : Math.min(rows, MAX_PAGE_SIZE);
  const page = Math.min(Math.max(number, base), LAST_PAGE);
  return { page, size, offset: (page - base) * size };
}
