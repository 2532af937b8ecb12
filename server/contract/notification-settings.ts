/** Rules of notification settings that server and console both check. Without imports of values, as `limits.ts`. */

/** Rules that the text of a setting can break; each is an `InputRule`. */
export const SETTING_RULES = ['required', 'not_url', 'not_https_url', 'wrong_format'] as const;
export type SettingRule = (typeof SETTING_RULES)[number];

/** What decides which texts a field accepts. */
interface CheckedField {
  readonly kind: 'url' | 'email' | 'text' | 'integer';
  readonly required: boolean;
  /** Regular expression for texts; '' = any. */
  readonly pattern: string;
}

/** What settings contain instead of a required secret. Sent back, it keeps the stored secret, as '' does. */
export const MASKED_SECRET = '****';

export function isUnchangedSecret(value: unknown): boolean {
  return value === undefined || value === '' || value === MASKED_SECRET;
}

/** Exactly one address: with a list, the gateway would send mail to third parties. */
const ADDRESS = /^[^\s@,;<>]+@[^\s@,;<>]+$/;

/** The rule that the text of a field breaks; undefined if it is valid. */
export function brokenRule(
  { kind, pattern, required }: CheckedField,
  value: string,
): SettingRule | undefined {
  if (value === '') return required ? 'required' : undefined;
  if (kind === 'email') return ADDRESS.test(value) ? undefined : 'wrong_format';
  if (kind === 'url') return brokenUrlRule(value);
  return new RegExp(pattern).test(value) ? undefined : 'wrong_format';
}

function brokenUrlRule(value: string): SettingRule | undefined {
  const url = URL.parse(value);
  if (url === null || url.hostname === '') return 'not_url';
  return url.protocol === 'https:' ? undefined : 'not_https_url';
}
