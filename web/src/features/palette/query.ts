import { requestIdIn } from '#contract/request-id';
import { MAX_SEARCH_LENGTH } from '#contract/limits';

/** What a prefix limits the palette to. */
export type Scope = 'actions' | 'users' | 'channels' | 'settings';

/** Only administrators have users, channels and settings. */
const PREFIXES: Readonly<Record<string, { scope: Scope; admin: boolean } | undefined>> = {
  '>': { scope: 'actions', admin: false },
  '@': { scope: 'users', admin: true },
  '#': { scope: 'channels', admin: true },
  '/': { scope: 'settings', admin: true },
};

/** A whole API key. It is searched for in the body of a request, which no log has. */
const KEY = /^sk-\w{16,}$/;
const NUMBER = /^\d{1,15}$/;

export interface PaletteQuery {
  scope: Scope | undefined;
  /** Without the prefix. */
  text: string;
  /** Id of the request in a pasted text, such as an error message. */
  requestId: string | undefined;
  /** A whole API key. */
  key: string | undefined;
  /** The text is a number, so that it may be the id of a record. */
  id: number | undefined;
  /** What records are searched for; '' = nothing. */
  searched: string;
}

/** Recognises ids and keys by their form. */
export function readQuery(input: string, admin: boolean): PaletteQuery {
  const whole = input.trim();
  const prefix = PREFIXES[whole[0] ?? ''];
  const scope = prefix && (admin || !prefix.admin) ? prefix.scope : undefined;
  const text = scope ? whole.slice(1).trim() : whole;
  const requestId = requestIdIn(text);
  const key = KEY.test(text) ? text : undefined;
  const isSearch = scope !== 'settings' && !requestId && !key && text.length <= MAX_SEARCH_LENGTH;
  return {
    scope,
    text,
    requestId,
    key,
    id: NUMBER.test(text) ? Number(text) : undefined,
    searched: isSearch ? text : '',
  };
}
