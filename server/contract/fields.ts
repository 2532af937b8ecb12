/** Parts that the schemas of several resources share. */
import { z } from 'zod';
import { LANGUAGES } from './languages.js';
import { MAX_REASON_LENGTH, PASSWORD_LENGTH } from './limits.js';
import { ruleMessage } from './errors/rules.js';

const ignoredSchemas = new WeakSet<z.ZodType>();

/** Marks the schema of a member that is accepted but never applied: responses name the member in `ignored`. */
export function ignoredField<S extends z.ZodType>(schema: S): S {
  ignoredSchemas.add(schema);
  return schema;
}

/** True for schemas marked by `ignoredField`. */
export function isIgnoredField(schema: z.ZodType): boolean {
  return ignoredSchemas.has(schema);
}

/** Members that clients send back with a row and that only the server sets, or that have no effect on the route. */
export function ignoredFields<const Name extends string>(...names: readonly Name[]) {
  const fields = names.map((name) => [name, ignoredField(z.unknown().optional())] as const);
  return Object.fromEntries(fields) as Record<Name, z.ZodOptional<z.ZodUnknown>>;
}

/**
 * The member `before` of an edit: the values of the changed members that the editor displayed. The edit is refused with
 * `changed_meanwhile` if one of them is another by now. '' stands for null.
 */
export function valuesBefore<const Name extends string>(...names: readonly Name[]) {
  const fields = names.map((name) => [name, z.union([z.string(), z.number(), z.boolean()]).optional()]);
  return z.strictObject(Object.fromEntries(fields) as Record<Name, ValueBefore>).optional();
}

type ValueBefore = z.ZodOptional<z.ZodUnion<[z.ZodString, z.ZodNumber, z.ZodBoolean]>>;

/** Unicode characters, not UTF-16 units. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** At most `limit` Unicode characters. */
export const textUpTo = (limit: number) =>
  z.string().refine((text) => lengthOf(text) <= limit, ruleMessage('too_long', { max: limit }));

/** Why an administrator changes a balance. The user reads it. */
export const reason = z
  .string()
  .trim()
  .min(1, 'reason_missing')
  .refine((text) => lengthOf(text) <= MAX_REASON_LENGTH, 'reason_too_long')
  .describe('Shown to the user in the log.');

/** Time of deletion, ISO 8601; null for rows that exist. */
export const deletedAt = z.iso.datetime().nullable();

/** Path parameter: the id of a row. */
export const idParameter = z.coerce
  .number('invalid_parameters')
  .int('invalid_parameters')
  .positive('invalid_parameters');

/** A language of readers. */
export const language = z.enum(LANGUAGES);
/** The language that a reader chose; '' = none. */
export const chosenLanguage = z.enum([...LANGUAGES, '']);

/** Text in both languages of the console. */
export const localizedText = z.strictObject({ en: z.string(), zh: z.string() });
export type Localized = Readonly<z.infer<typeof localizedText>>;

/** Maximum length of an e-mail address (RFC 5321). */
export const MAX_ADDRESS_LENGTH = 254;

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
