import { createHash } from 'node:crypto';

/** A documented fact about a provider's requests. */
export interface Documented {
  /** The page that documents it: of the provider, its official SDK or validator, or a report of the provider's own error. */
  readonly source: string;
}

/** Which texts a provider accepts as a name or an id. */
export interface TextRule extends Documented {
  /** Accepted characters, as in a character class of regular expressions; absent: all. */
  readonly characters?: string;
  /** Accepted first characters, if not all of `characters`. */
  readonly first?: string;
  /** 1 if absent. */
  readonly minLength?: number;
  /** Absent: any length. */
  readonly maxLength?: number;
}

const HASH_LENGTH = 8;
const patterns = new WeakMap<TextRule, RegExp>();

/** Whether the provider accepts this name or id. */
export function isAccepted(rule: TextRule, text: string): boolean {
  let pattern = patterns.get(rule);
  if (!pattern) patterns.set(rule, (pattern = patternOf(rule)));
  return pattern.test(text);
}

function patternOf({ characters, first, minLength = 1, maxLength }: TextRule): RegExp {
  const any = characters === undefined ? '[^]' : `[${characters}]`;
  const length = `{${minLength},${maxLength ?? ''}}`;
  return new RegExp(`^(?=${first === undefined ? any : `[${first}]`})${any}${length}$`, 'u');
}

/** The text if it is accepted; else a hash of it that is, the same in every request. For ids, which are not shown to people. */
export function acceptedId(rule: TextRule, id: string): string {
  return isAccepted(rule, id) ? id : hashOf(id).slice(0, rule.maxLength);
}

/**
 * Replaces what the provider does not accept in a name and keeps the rest readable: `fs.read-file` becomes `fs_read-file`.
 * @param isTaken whether something else has the readable name; a part of the hash is then appended, as to shortened names
 */
export function acceptedName(rule: TextRule, name: string, isTaken: (name: string) => boolean): string {
  if (isAccepted(rule, name)) return name;
  const { characters, first, maxLength } = rule;
  let readable = characters === undefined ? name : name.replace(new RegExp(`[^${characters}]`, 'gu'), '_');
  const isReadable = /[a-zA-Z0-9]/.test(readable);
  if (first !== undefined && !new RegExp(`^[${first}]`, 'u').test(readable)) readable = `t_${readable}`;
  const fits = maxLength === undefined || readable.length <= maxLength;
  if (fits && isReadable && !isTaken(readable)) return readable;
  return withHash(readable, name, maxLength);
}

/** The beginning of a name and a hash of the original, at most `maxLength` characters. */
export function withHash(readable: string, original: string, maxLength = Infinity): string {
  const hash = hashOf(original).slice(0, HASH_LENGTH);
  return `${readable.slice(0, maxLength - HASH_LENGTH - 1)}_${hash}`;
}

/** 64 characters, of 0-9 and a-f. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
