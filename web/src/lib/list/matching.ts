/** What separates words. */
const BREAK = /[\s/·,，、.:：()（）#_…-]+/u;
const HAN = /\p{Script=Han}/u;

/** What is compared: the label, then the other words. */
export interface Matched {
  label: string;
  keywords?: string;
}

export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(BREAK)
    .filter((word) => word !== '');
}

/**
 * How well a query matches: 0 is the label itself, then its beginning, the beginnings of its words, of the other words, and the
 * initials of the label. Chinese has no spaces, so its words are found anywhere, and a query may be several of them.
 * @returns undefined if it does not match
 */
export function rankOf(query: string, { label, keywords = '' }: Matched): number | undefined {
  const sought = wordsOf(query);
  if (sought.length === 0) return 0;
  const words = wordsOf(label);
  const [whole, text] = [words.join(' '), sought.join(' ')];
  if (whole === text) return 0;
  if (whole.startsWith(text)) return 1;
  if (sought.every((word) => isAmong(words, word))) return 2;
  const all = [...words, ...wordsOf(keywords)];
  if (sought.every((word) => isAmong(all, word))) return 3;
  const initials = words.map((word) => word[0]).join('');
  return text.length > 1 && initials.startsWith(text) ? 4 : undefined;
}

function isAmong(words: readonly string[], sought: string): boolean {
  const found = (part: string) =>
    words.some((word) => word.startsWith(part) || (HAN.test(part) && word.includes(part)));
  if (found(sought)) return true;
  if (!HAN.test(sought)) return false;
  for (let end = sought.length - 1; end > 0; end -= 1)
    if (found(sought.slice(0, end))) return isAmong(words, sought.slice(end));
  return false;
}

/** The entries that match, the best first; those that match equally well keep their order. */
export function matching<T extends Matched>(entries: readonly T[], query: string, limit = Infinity): T[] {
  return entries
    .map((entry) => ({ entry, rank: rankOf(query, entry) }))
    .filter((each): each is { entry: T; rank: number } => each.rank !== undefined)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** The entry that matches best, of several the first. */
export function bestOf<T extends Matched>(entries: readonly T[], query: string): T | undefined {
  return matching(entries, query, 1)[0] ?? entries[0];
}

/** Shorter words begin too many others. */
const MIN_VERB_LENGTH = 3;

/**
 * Splits a query such as `disable west 1` into verbs and the rest, which names a record. The longest beginning that matches
 * verbs counts.
 */
export function verbsIn<T extends Matched>(
  query: string,
  verbs: readonly T[],
): { verbs: T[]; rest: string } | undefined {
  const words = query.trim().split(/\s+/);
  for (let end = words.length - 1; end > 0; end -= 1) {
    const beginning = words.slice(0, end);
    if (!beginning.every((word) => HAN.test(word) || word.length >= MIN_VERB_LENGTH)) continue;
    const found = matching(verbs, beginning.join(' '));
    if (found.length > 0) return { verbs: found, rest: words.slice(end).join(' ') };
  }
  return undefined;
}
