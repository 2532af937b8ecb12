import { isOptionKey, optionDeclarations } from '../../contract/options/index.js';
import { keyReferenceScheme } from '../../contract/key-reference.js';
import { allKeys } from '../../channels/keys/channel-keys.js';
import { record } from '../../dialects/json/lenient.js';
import { NOTICE_SECRETS } from '../../notifications/channels/index.js';
import { keyEndOf } from '../../tokens/token-key.js';
import type { Vault } from '../../core/crypto.js';
import type { StoredRow } from './exported-rows.repository.js';
import type { Kind } from './kinds.js';

/** What becomes of secrets. */
export interface SecretTerms {
  /** Opens what is sealed. */
  readonly vault: Vault;
  /** In clear text; otherwise they are null. */
  readonly isWithSecrets: boolean;
}

type Members = Record<string, unknown>;
type Change = (row: StoredRow, terms: SecretTerms) => Members;

/** The columns of a line that are not as they are stored. */
const CHANGES: Partial<Readonly<Record<Kind, Change>>> = {
  users(row, terms) {
    const { vault, isWithSecrets } = terms;
    // Of an account that was written into the database by hand: the gateway would store its hash with the next use.
    const plain = typeof row.access_token === 'string' ? row.access_token : undefined;
    const hash = plain === undefined ? row.access_token_hash : vault.lookupHash(plain);
    return {
      password: isWithSecrets ? row.password : leftOut(row.password),
      access_token_hash: isWithSecrets ? hash : null,
      access_token_key: plain === undefined ? row.access_token_key : vault.keyId,
      setting: withMembers(row.setting, (members) => {
        for (const name of NOTICE_SECRETS)
          if (typeof members[name] === 'string') members[name] = opened(members[name], terms);
      }),
    };
  },
  tokens(row, terms) {
    const { vault, isWithSecrets } = terms;
    const key = String(row.key);
    if (key === '')
      return {
        key: '',
        key_hash: isWithSecrets ? row.key_hash : null,
        hook_secret: opened(row.hook_secret, terms),
      };
    return {
      key: opened(key, terms),
      key_end: isWithSecrets ? '' : keyEndOf({ key, keyEnd: '' }, vault),
      key_hash: null,
      hook_secret: '',
    };
  },
  channels(row, terms) {
    const key = terms.vault.open(String(row.key));
    const isReference = allKeys(key).every((line) => keyReferenceScheme(line.key) !== undefined);
    if (terms.isWithSecrets) return { key };
    return { key: isReference ? key : null, setting: withMembers(row.setting, hideChannelSecrets) };
  },
  options({ key, value }, terms) {
    const name = String(key);
    const isSecret = isOptionKey(name) && optionDeclarations[name].kind === 'secret';
    return isSecret ? { value: opened(value, terms) } : {};
  },
  redemptions: ({ key }, terms) => ({ key: opened(key, terms) }),
  midjourneys: taskSecrets,
  tasks: taskSecrets,
};

/** The line of a row, with its secrets or without them. */
export function exportedLine(kind: Kind, row: StoredRow, terms: SecretTerms): string {
  const { access_token: _plain, ...columns } = row;
  return JSON.stringify({ ...columns, ...CHANGES[kind]?.(row, terms) });
}

function taskSecrets({ notify_secret: secret }: StoredRow, { isWithSecrets }: SecretTerms): Members {
  return { notify_secret: isWithSecrets ? secret : leftOut(secret) };
}

/** '' is no secret. */
function leftOut(value: unknown): '' | null {
  return value === '' ? '' : null;
}

function opened(value: unknown, { vault, isWithSecrets }: SecretTerms): string | null {
  return isWithSecrets ? vault.open(String(value)) : leftOut(value);
}

/** User name and password in an address. */
const LOGIN = /\/\/[^\s/@]+@/;

/** Values of headers, and a proxy with a password. */
function hideChannelSecrets(members: Members): void {
  if (typeof members.proxy === 'string' && LOGIN.test(members.proxy)) members.proxy = null;
  const upstream = record(members.upstream);
  if (Object.keys(record(upstream.headers)).length > 0)
    members.upstream = {
      ...upstream,
      headers: Object.fromEntries(Object.keys(record(upstream.headers)).map((name) => [name, null])),
    };
}

/** A JSON text with some members changed. One without them, or that is no JSON object, stays as it is. */
function withMembers(text: unknown, change: (members: Members) => void): unknown {
  if (typeof text !== 'string' || text === '') return text;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return text;
  const members: Members = { ...content };
  change(members);
  const changed = JSON.stringify(members);
  return changed === JSON.stringify(content) ? text : changed;
}
