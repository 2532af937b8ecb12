/** Parts that the schemas of several resources share. */
import { z } from 'zod';
import { ruleMessage } from './errors/rules.js';

/** Members that clients send back with a row and that only the server sets; they are accepted and ignored. */
export function ignoredFields<const Name extends string>(...names: readonly Name[]) {
  const fields = names.map((name) => [name, z.unknown().optional()] as const);
  return Object.fromEntries(fields) as Record<Name, z.ZodOptional<z.ZodUnknown>>;
}

/** Unicode characters, not UTF-16 units. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** At most `limit` Unicode characters. */
export const textUpTo = (limit: number) =>
  z.string().refine((text) => lengthOf(text) <= limit, ruleMessage('too_long', { max: limit }));

/** Time of deletion, ISO 8601; null for rows that exist. */
export const deletedAt = z.iso.datetime().nullable();

/** Path parameter: the id of a row. */
export const idParameter = z.coerce
  .number('invalid_parameters')
  .int('invalid_parameters')
  .positive('invalid_parameters');
