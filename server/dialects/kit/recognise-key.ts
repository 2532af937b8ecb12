import type { Localized } from '../../contract/fields.js';
import type { KeyCertainty } from '../../contract/resources/channels/key-recognition.js';
import type { KeyPattern, ProviderDefinition } from './define-provider.js';

/** A type at one of its addresses, as a guess for a key or an address. */
export interface Guess {
  readonly definition: ProviderDefinition;
  /** '' = the default address of the type. */
  readonly baseUrl: string;
  readonly certainty: KeyCertainty;
  readonly reason: 'key_prefix' | 'key_form' | 'key_parts' | 'address';
  /** How the key begins, if that is the reason; else ''. */
  readonly prefix: string;
  readonly keyForm: number;
}

const RANK: readonly KeyCertainty[] = ['certain', 'likely', 'possible'];

/** Sorts guesses of equal certainty as they were given. */
export function byCertainty(one: { certainty: KeyCertainty }, other: { certainty: KeyCertainty }): number {
  return RANK.indexOf(one.certainty) - RANK.indexOf(other.certainty);
}

/** Whose key this may be, judged by its form alone, most certain first; no guess is certain beside a less certain one. */
export function guessKey(definitions: readonly ProviderDefinition[], key: string): Guess[] {
  const guesses = definitions.flatMap((definition) => guessesOf(definition, key)).sort(byCertainty);
  return guesses[0]?.certainty === 'certain'
    ? guesses.filter(({ certainty }) => certainty === 'certain')
    : guesses;
}

function guessesOf(definition: ProviderDefinition, key: string): Guess[] {
  const { keys = [], form: { keyForms = [] } = {} } = definition;
  const guesses = new Map<string, Guess>();
  for (const pattern of keys.filter((one) => matches(one, key))) {
    const { prefix, certainty, keyForm = 0, baseUrls = [''] } = pattern;
    for (const baseUrl of baseUrls.map((url) => (url === definition.baseUrl ? '' : url))) {
      const guess: Guess = {
        definition,
        baseUrl,
        // The provider is certain, but not which of its addresses.
        certainty: certainty === 'certain' && baseUrls.length > 1 ? 'likely' : certainty,
        reason: prefix === '' ? 'key_form' : 'key_prefix',
        prefix,
        keyForm,
      };
      const before = guesses.get(baseUrl);
      if (!before || byCertainty(guess, before) < 0) guesses.set(baseUrl, guess);
    }
  }
  if (guesses.size > 0) return [...guesses.values()];
  const parts = key.includes('|') ? key.split('|').length : 0;
  const keyForm = parts === 0 ? -1 : keyForms.findIndex((one) => one.parts.length === parts);
  if (keyForm === -1) return [];
  return [{ definition, baseUrl: '', certainty: 'possible', reason: 'key_parts', prefix: '', keyForm }];
}

function matches({ prefix, rest }: KeyPattern, key: string): boolean {
  return key.startsWith(prefix) && (rest?.test(key.slice(prefix.length)) ?? true);
}

/**
 * The types whose address this is: by the longest of their addresses that it begins with, else by its host.
 * @param address as `withoutVersion` returns it
 */
export function guessAddress(definitions: readonly ProviderDefinition[], address: string): Guess[] {
  const { host, hostname } = new URL(address);
  let best = 0;
  let found: Guess[] = [];
  for (const definition of definitions) {
    const own = addressesOf(definition).find(
      (url) => withoutVersion(url) === address || isBelow(address, url),
    );
    const sameHost = addressesOf(definition).some((url) => new URL(url).host === host);
    const score = own?.length ?? (sameHost || definition.hosts?.test(hostname) ? 1 : 0);
    if (score === 0 || score < best) continue;
    if (score > best) found = [];
    best = score;
    const listed = addressesOf(definition).find((url) => withoutVersion(url) === address);
    found.push({
      definition,
      baseUrl: listed === definition.baseUrl ? '' : (listed ?? address),
      certainty: 'certain',
      reason: 'address',
      prefix: '',
      keyForm: 0,
    });
  }
  return found.length > 1 ? found.map((guess) => ({ ...guess, certainty: 'likely' })) : found;
}

function addressesOf({ baseUrl, form }: ProviderDefinition): string[] {
  return [...(baseUrl === null ? [] : [baseUrl]), ...(form?.baseUrls ?? []).map(({ url }) => url)];
}

function isBelow(address: string, url: string): boolean {
  return address.startsWith(`${url}/`);
}

/** Paths that operators copy together with an address: of an endpoint, and of the API's version. */
const ENDPOINT =
  /\/(?:chat\/completions|completions|responses|messages|models|embeddings|api\/tags|api\/chat)$/;
const VERSION = /\/v1(?:beta)?$/;

/** The address without the path of an endpoint and the version of the API, which the gateway adds itself. */
export function withoutVersion(address: string): string {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '').replace(ENDPOINT, '').replace(VERSION, '');
  return url.origin + path;
}

/** The name of an address that the type's form offers. */
export function labelOf({ form }: ProviderDefinition, baseUrl: string): Localized | null {
  return form?.baseUrls?.find(({ url }) => url === baseUrl)?.label ?? null;
}
