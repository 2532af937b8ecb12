/**
 * Query parameters of the management API. Lists parse them leniently: a malformed value counts as absent, because
 * existing clients send such values and expect a list.
 */
import { z } from 'zod';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './limits.js';

/** Parses an integer query parameter; anything that is not an integer (`NaN`, `undefined`, empty) is 0. */
export function readInteger(value: unknown): number {
  if (typeof value !== 'string' || !/^\s*-?\d{1,15}\s*$/.test(value)) return 0;
  return Number(value);
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function readFlag(value: unknown): boolean {
  return typeof value === 'string' && ['1', 't', 'T', 'TRUE', 'true', 'True'].includes(value);
}

/** An integer; 0 if absent or malformed. */
export const integerParameter = (description?: string) =>
  z
    .unknown()
    .optional()
    .transform(readInteger)
    .meta({ type: 'integer', ...(description !== undefined && { description }) });

/** Text without surrounding spaces; '' if absent or repeated. */
export const textParameter = (description?: string) =>
  z
    .unknown()
    .optional()
    .transform(readText)
    .meta({ type: 'string', ...(description !== undefined && { description }) });

/** True if the value is `true` or `1`. */
export const flagParameter = (description?: string) =>
  z
    .unknown()
    .optional()
    .transform(readFlag)
    .meta({ type: 'string', enum: ['true', 'false'], ...(description !== undefined && { description }) });

/**
 * A parameter that filters a list by one of these numbers. An absent or empty value does not filter; other values are
 * rejected.
 */
export function choiceParameter(numbers: readonly number[]) {
  return z
    .enum(['', ...numbers.map(String)])
    .optional()
    .transform((text) => (text ? Number(text) : undefined));
}

/** Parameters of paged lists. */
export const pageParameters = {
  p: integerParameter('Page.'),
  page_size: integerParameter(`Rows of a page, at most ${MAX_PAGE_SIZE}; ${DEFAULT_PAGE_SIZE} if absent.`),
};

/** Parameters that sort a list by one of these columns, and by id where values are equal. */
export const sortParameters = <const Column extends string>(columns: readonly Column[]) => ({
  sort: z
    .enum(['', ...columns])
    .optional()
    .transform((column) => (column || undefined) as Column | undefined)
    .describe('Column; absent: newest first.'),
  descending: flagParameter('Highest values first.'),
});

/** A page of rows. */
export const pageResponse = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    items: z.array(row),
    /** Rows of all pages. */
    total: z.int(),
    page: z.int(),
    page_size: z.int(),
  });

/** Members beside `data` of a list. */
export const listExtras = z.strictObject({
  /** Rows of all pages. */
  total: z.int(),
});
export type ListExtras = z.infer<typeof listExtras>;

/** Query of updates that can be limited to the status; the body then needs no other fields. */
export const statusOnlyQuery = z.object({
  status_only: textParameter('If not empty, only the status is changed.'),
});
export type StatusOnlyQuery = z.infer<typeof statusOnlyQuery>;
