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

/** What a change was from and to, whatever it is about; undefined where the entry has none. */
export function changeOf(details: unknown): { before: string; after: string } | undefined {
  for (const holder of [details, memberOf(details, 'admin_info')]) {
    const [before, after] = ['before', 'after'].map((name) => memberOf(holder, name));
    if (typeof before !== 'object' && typeof after !== 'object') continue;
    return { before: JSON.stringify(before ?? {}), after: JSON.stringify(after ?? {}) };
  }
  return undefined;
}

/** Details without what is shown otherwise: the sentence, the actor, before and after. Undefined if nothing is left. */
export function otherDetails(details: unknown): Record<string, unknown> | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  const {
    text: _text,
    option: _option,
    before: _before,
    after: _after,
    admin_info: info,
    ...rest
  } = {
    ...(details as Record<string, unknown>),
  };
  const {
    admin_id: _id,
    admin_username: _name,
    before: _from,
    after: _to,
    ...others
  } = typeof info === 'object' && info !== null ? (info as Record<string, unknown>) : {};
  const all = { ...rest, ...others };
  return Object.keys(all).length > 0 ? all : undefined;
}

/** The code and parameters of the entry's sentence, if it was stored with them. */
export function storedTextOf(details: unknown): { code: string } | undefined {
  const text = memberOf(details, 'text');
  return typeof memberOf(text, 'code') === 'string' ? (text as { code: string }) : undefined;
}

/** What an entry without a sentence is about: a token, an address, a model. */
export function nameIn(details: unknown): string {
  const names = ['name', 'email', 'model', 'rule', 'reason', 'route', 'command', 'through'].map((member) =>
    memberOf(details, member),
  );
  return names.find((name) => typeof name === 'string') ?? '';
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
