import { ApiError } from '../../contract/errors/api-error.js';

/** The product's name is the first guess of whoever knows what runs here. */
const PRODUCT = 'tollgate';

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Rejects common passwords: those in the list of `@zxcvbn-ts/language-common`, in any case, and repetitions of one
 * character; also the names of the product, the site and the user, with anything but letters around them
 * (https://pages.nist.gov/800-63-4/sp800-63b.html, 3.1.1.2).
 * @throws ApiError password_too_common
 */
export async function assertUncommon(password: string, names: readonly string[]): Promise<void> {
  const text = password.toLowerCase();
  common ??= readCommon();
  const isName = [PRODUCT, ...names].some((name) => isOnlyName(text, name.toLowerCase()));
  if (isName || new Set(text).size === 1 || (await common).has(text))
    throw new ApiError('password_too_common');
}

function isOnlyName(text: string, name: string): boolean {
  const at = name === '' ? -1 : text.indexOf(name);
  return at !== -1 && !/\p{L}/u.test(text.slice(0, at) + text.slice(at + name.length));
}

/** Loads the list when the first password is set; most processes never need it. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const list: unknown = dictionary['passwords-common'];
  if (!Array.isArray(list)) throw new Error('@zxcvbn-ts/language-common has no list of passwords');
  // Shorter passwords are rejected by their length.
  return new Set(list.map(String).filter(({ length }) => length >= 8));
}
