const MASK = '***';
/** Shorter ones are masked only as words of their own, because they can be parts of ordinary words. */
const MIN_LITERAL_LENGTH = 8;

/**
 * The text without the secrets of a setting, which services and HTTP clients may repeat: as they are, as in a URL or in JSON,
 * in capitals or not. Of an address, the parts that can be secret are masked too.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const forms = new Set(secrets.flatMap((secret) => [secret, ...partsOf(secret)]).flatMap(formsOf));
  forms.delete('');
  if (forms.size === 0) return text;
  // The longest first, so that nothing is left of one that contains another.
  const patterns = [...forms].sort((one, other) => other.length - one.length).map(patternOf);
  return text.replaceAll(new RegExp(patterns.join('|'), 'gi'), MASK);
}

/** The parts of an address that are long enough to be secrets; others are words such as `v2` or `webhook`. */
function partsOf(secret: string): string[] {
  const url = URL.parse(secret);
  if (url === null) return [];
  const { username, password, pathname, search } = url;
  const values = search.split(/[?&]/).map((pair) => pair.slice(pair.indexOf('=') + 1));
  const parts = [username, password, ...pathname.split('/'), ...values];
  return parts.filter((part) => part.length >= MIN_LITERAL_LENGTH);
}

function formsOf(secret: string): string[] {
  const plain = decoded(secret);
  return [secret, plain, urlEncoded(secret), urlEncoded(plain), JSON.stringify(secret).slice(1, -1)];
}

function urlEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function patternOf(form: string): string {
  const literal = form.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
  return form.length < MIN_LITERAL_LENGTH ? `(?<![\\w.-])${literal}(?![\\w-])` : literal;
}
