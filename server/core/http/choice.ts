import { z } from 'zod';

/** A query parameter that limits a list to rows of one of these numbers. Absent or empty limits nothing, others are refused. */
export function choiceOf(numbers: readonly number[]) {
  return z
    .enum(['', ...numbers.map(String)])
    .optional()
    .transform((text) => (text ? Number(text) : undefined));
}
