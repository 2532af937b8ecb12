import { keyIdOf, type Vault } from '../../core/crypto.js';

/** A text that `Vault.seal` made. */
interface SealedText {
  readonly keyId: string;
  readonly sealed: string;
}

/**
 * The sealed texts in a stored one: itself, or members of its JSON.
 * @param members names of members that are sealed; undefined: the text is sealed as a whole
 */
export function sealedTexts(text: string, members?: ReadonlySet<string>): SealedText[] {
  const texts = members ? membersOf(text, members) : [text];
  return texts.flatMap((sealed) => {
    const keyId = keyIdOf(sealed);
    return keyId === undefined ? [] : [{ keyId, sealed }];
  });
}

/**
 * Seals what former secrets sealed in a stored text with the current one. The rest of the text stays as it is.
 * @returns undefined if there is nothing to do, or a value was changed by somebody else and cannot be opened
 */
export function resealText(
  text: string,
  {
    vault,
    former,
    members,
  }: { vault: Vault; former: readonly string[]; members?: ReadonlySet<string> | undefined },
): { text: string; plain: string; values: number } | undefined {
  let [after, plain, values] = [text, '', 0];
  for (const { keyId, sealed } of sealedTexts(text, members)) {
    if (!former.includes(keyId)) continue;
    try {
      plain = vault.open(sealed);
    } catch {
      continue;
    }
    after = after.replaceAll(sealed, vault.seal(plain));
    values++;
  }
  return values === 0 ? undefined : { text: after, plain, values };
}

function membersOf(text: string, names: ReadonlySet<string>): string[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return [];
  }
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content).flatMap(([name, value]) =>
    names.has(name) && typeof value === 'string' ? [value] : [],
  );
}
