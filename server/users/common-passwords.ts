import { ApiError } from '../contract/errors/api-error.js';

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Rejects common passwords: those in the list of `@zxcvbn-ts/language-common`, in any case, and repetitions of one
 * character (https://pages.nist.gov/800-63-4/sp800-63b.html, 3.1.1.2).
 * @throws ApiError password_too_common
 */
export async function assertUncommon(password: string): Promise<void> {
  const text = password.toLowerCase();
  common ??= readCommon();
  if (new Set(text).size === 1 || (await common).has(text)) throw new ApiError('password_too_common');
}

/** Loads the list when the first password is set; most processes never need it. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const list: unknown = dictionary['passwords-common'];
  if (!Array.isArray(list)) throw new Error('@zxcvbn-ts/language-common has no list of passwords');
  // Shorter passwords are rejected by their length.
  return new Set(list.map(String).filter(({ length }) => length >= 8));
}
