/** What an administrator changed in an option. */
export interface OptionChange {
  key: string;
  before: string;
  after: string;
}

/** The change of an option in the details of an entry, if it is one. Details of earlier releases may be of any form. */
export function optionChangeOf(details: unknown): OptionChange | undefined {
  const option = memberOf(details, 'option');
  const [key, before, after] = ['key', 'before', 'after'].map((name) => memberOf(option, name));
  return typeof key === 'string' && typeof before === 'string' && typeof after === 'string'
    ? { key, before, after }
    : undefined;
}

/** The code and parameters of the entry's sentence, if it was stored with them. */
export function storedTextOf(details: unknown): { code: string } | undefined {
  const text = memberOf(details, 'text');
  return typeof memberOf(text, 'code') === 'string' ? (text as { code: string }) : undefined;
}

/** What an entry without a sentence is about: a token, an address, a model. */
export function nameIn(details: unknown): string {
  const names = ['name', 'email', 'model', 'rule'].map((member) => memberOf(details, member));
  return names.find((name) => typeof name === 'string') ?? '';
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
