import { z } from 'zod';

/**
 * Schema of a query parameter that filters a list by one of these numbers. An absent or empty value does not filter;
 * other values are rejected.
 */
export function choiceOf(numbers: readonly number[]) {
  return z
    .enum(['', ...numbers.map(String)])
    .optional()
    .transform((text) => (text ? Number(text) : undefined));
}
