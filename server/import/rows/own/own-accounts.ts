import { NOTICE_SECRETS } from '../../../notifications/channels/index.js';
import { randomText, type Vault } from '../../../core/crypto.js';
import type { Note, RuleCode } from '../../rules.js';
import { flag, integer, json, text } from '../../sources/column-values.js';
import type { SourceRow } from '../../sources/source.js';
import type { TokenColumns } from '../token-columns.js';
import type { UserColumns } from '../user-columns.js';
import { storedColumns } from './stored-columns.js';

const KEY_LENGTH = 48;
/** Columns that `importUsers` decides. */
const DECIDED = ['username', 'access_token_hash', 'access_token_key', 'aff_code', 'quota', 'inviter_id'];

export function ownUser(row: SourceRow, vault: Vault): UserColumns {
  const notes: Note[] = [];
  const username = text(row, 'username');
  const note = (code: RuleCode, detail = '') =>
    notes.push({
      table: 'users',
      id: row.id ?? '',
      code,
      detail: detail ? `${username}, ${detail}` : username,
    });
  const quota = integer(row, 'quota');
  if (quota < 0) note('negative_balance', String(quota));
  const left = row.password === null ? ['password'] : [];
  const isKnown = row.access_token_hash !== null && row.access_token_key === vault.keyId;
  if (row.access_token_key !== null && !isKnown) left.push('access token');
  const setting = sealedSetting(row, vault, left);
  // One note has all of them, as each row has one note of a kind.
  if (left.length > 0) note('secret_left', left.join(', '));
  const hadFactor = flag(row, 'second_factor');
  if (hadFactor) note('second_factor');
  const { second_factor: _had, ...columns } = storedColumns('users', row, DECIDED);
  return {
    username,
    accessTokenHash: isKnown ? text(row, 'access_token_hash') : '',
    affCode: text(row, 'aff_code'),
    inviter: text(row, 'inviter_id'),
    quota: Math.max(quota, 0),
    notes,
    columns: {
      ...columns,
      password: text(row, 'password'),
      role: integer(row, 'role'),
      status: integer(row, 'status'),
      second_factor_advised: hadFactor,
      setting,
    },
  };
}

/** @param left takes the names of secrets that the export does not have */
function sealedSetting(row: SourceRow, vault: Vault, left: string[]): string {
  const setting = json(row, 'setting');
  if (typeof setting !== 'object' || setting === null || Array.isArray(setting)) return text(row, 'setting');
  const members: Record<string, unknown> = { ...setting };
  for (const name of NOTICE_SECRETS) {
    const value = members[name];
    if (typeof value === 'string' && value !== '') members[name] = vault.seal(value);
    if (value !== null) continue;
    delete members[name];
    left.push(name);
  }
  return JSON.stringify(members);
}

export function ownToken(row: SourceRow, vault: Vault): TokenColumns {
  const name = text(row, 'name');
  const isUnlimited = flag(row, 'unlimited_quota');
  const remain = integer(row, 'remain_quota');
  const notes: Note[] = [];
  const note = (code: RuleCode, detail: string) =>
    notes.push({ table: 'tokens', id: row.id ?? '', code, detail });
  if (remain < 0 && !isUnlimited) note('negative_balance', `${name}, ${remain}`);
  const { keyHash, isNew, ...key } = ownKey(row, vault);
  if (isNew) note('token_key_left', name);
  return {
    keyHash,
    isHashed: isNew,
    owner: text(row, 'user_id'),
    remain: isUnlimited ? remain : Math.max(remain, 0),
    notes,
    columns: {
      ...storedColumns('tokens', row, ['user_id', 'key_hash', 'remain_quota']),
      ...key,
      unlimited_quota: isUnlimited,
    },
  };
}

/** The key of a token: the exported one, or what is stored of it, or a new one. A new one is not stored again by an update. */
function ownKey(row: SourceRow, vault: Vault) {
  const isStored = text(row, 'key') !== '';
  const isKnown = isStored || (row.key_hash !== null && row.hash_key === vault.keyId);
  if (isKnown && !isStored)
    return {
      key: '',
      key_end: text(row, 'key_end'),
      hook_secret: vault.seal(text(row, 'hook_secret')),
      hash_key: vault.keyId,
      keyHash: text(row, 'key_hash'),
      isNew: false,
    };
  const key = isStored ? text(row, 'key') : randomText(KEY_LENGTH);
  return {
    key: vault.seal(key),
    key_end: '',
    hook_secret: '',
    hash_key: vault.keyId,
    keyHash: vault.lookupHash(key),
    isNew: !isStored,
  };
}
