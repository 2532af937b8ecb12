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

/** Text in both languages of the console. */
export const localizedText = z.strictObject({ en: z.string(), zh: z.string() });
export type Localized = Readonly<z.infer<typeof localizedText>>;

/** Maximum length of an e-mail address (RFC 5321). */
export const MAX_ADDRESS_LENGTH = 254;

/** Unicode characters of a new user name. Imported names may be longer. */
export const MAX_USERNAME_LENGTH = 12;

const PASSWORD_LENGTH = { min: 8, max: 20 };

function hasPasswordLength(text: string): boolean {
  const length = lengthOf(text);
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max;
}

export const password = z.string().refine(hasPasswordLength, ruleMessage('length', PASSWORD_LENGTH));

/** A password, or '' for unchanged. */
export const newPassword = z
  .string()
  .refine((text) => text === '' || hasPasswordLength(text), ruleMessage('length', PASSWORD_LENGTH));

/** Maximum of one amount, quota units; 2 billion USD. Sums of such amounts stay exact in doubles. */
export const MAX_QUOTA = 1_000_000_000_000_000;
