/** Where the value of a key may be stored instead of in the database; docs/key-references.md. */
export const KEY_REFERENCE_SCHEMES = ['env', 'file', 'vault', 'aws', 'gcp', 'azure'] as const;
export type KeyReferenceScheme = (typeof KEY_REFERENCE_SCHEMES)[number];

/** Characters of a reference. */
const MAX_LENGTH = 512;
const REFERENCE = new RegExp(`^(${KEY_REFERENCE_SCHEMES.join('|')}):[^\\s:]\\S*$`);

/** The scheme of a key that is a reference, such as `vault:openai#key`; undefined: it is a key itself. */
export function keyReferenceScheme(key: string): KeyReferenceScheme | undefined {
  if (key.length > MAX_LENGTH) return undefined;
  return REFERENCE.exec(key)?.[1] as KeyReferenceScheme | undefined;
}
