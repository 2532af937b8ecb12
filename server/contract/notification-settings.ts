/** Rules of notification settings that server and console both check. Without imports of values, as `limits.ts`. */

/** Rules that the text of a setting can break; each is an `InputRule`. */
export const SETTING_RULES = ['required', 'not_url', 'not_https_url', 'wrong_format'] as const;
export type SettingRule = (typeof SETTING_RULES)[number];

/** Notices about the own account that its owner can switch off, as members of the settings; absent = on. */
export const NOTICE_SWITCHES = [
  'notify_new_browser',
  'notify_key_created',
  'notify_access_token_created',
] as const;
export type NoticeSwitch = (typeof NOTICE_SWITCHES)[number];

/** What decides which values a field accepts. */
interface CheckedField {
  readonly kind: 'url' | 'email' | 'text' | 'integer';
  readonly required: boolean;
  /** Regular expression for texts; '' = any. */
  readonly pattern: string;
}

/** The text that is checked and stored: without spaces around it, which only secret texts can contain. */
export function enteredText(
  { kind, secret }: { readonly kind: CheckedField['kind']; readonly secret: boolean },
  text: string,
): string {
  return kind === 'text' && secret ? text : text.trim();
}

/** What settings contain instead of a stored secret. Sent back, it keeps the stored secret, as '' does. */
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

/** Whether the number is one that an integer field accepts; without bounds, any is. */
export function isAcceptedInteger(
  {
    min = -Infinity,
    max = Infinity,
  }: { readonly min?: number | undefined; readonly max?: number | undefined },
  value: unknown,
): value is number {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}
