import { Role, UserStatus } from '../../contract/enums.js';
import type { Vault } from '../../core/crypto.js';
import { notificationChannel } from '../../notifications/channels/index.js';
import type { Note, RuleCode } from '../rules.js';
import {
  integer,
  isBrokenJson,
  isTooLarge,
  json,
  text,
  timestamp,
  trimmed,
} from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';

const ROLES: readonly number[] = [Role.user, Role.admin, Role.root];
const STATUSES: readonly number[] = Object.values(UserStatus);
const BCRYPT = /^\$2[aby]\$\d\d\$.{53}$/;

/** A user of the source as the columns of `users`, without id, inviter and what must be unique. */
export interface UserColumns {
  readonly columns: Readonly<Record<string, unknown>>;
  readonly username: string;
  /** '' = none. */
  readonly accessTokenHash: string;
  /** '' = none. */
  readonly affCode: string;
  /** Id in the source; '0' = none. */
  readonly inviter: string;
  /** Quota units, >= 0. */
  readonly quota: number;
  readonly notes: Note[];
}

/** @param vault seals the secrets of the account's notifications */
export function userColumns(row: SourceRow, vault: Vault): UserColumns {
  const id = row.id ?? '';
  const notes: Note[] = [];
  const name = trimmed(row, 'username');
  const note = (code: RuleCode, detail = '') =>
    notes.push({ table: 'users', id, code, detail: detail === '' ? name : `${name}, ${detail}` });
  if (name === '') note('name_missing');
  const balance = integer(row, 'quota');
  if (balance < 0) note('negative_balance', String(balance));
  if (isTooLarge(row, 'quota')) note('amount_too_large', `quota ${trimmed(row, 'quota')}`);
  const password = trimmed(row, 'password');
  if (password !== '' && !BCRYPT.test(password)) note('password_unreadable');
  const role = integer(row, 'role', Role.user);
  if (!ROLES.includes(role)) note('role_unknown', String(role));
  const status = integer(row, 'status', UserStatus.enabled);
  if (!STATUSES.includes(status)) note('status_unknown', String(status));
  if (isBrokenJson(row, 'setting')) note('setting_unreadable');
  const token = trimmed(row, 'access_token');
  return {
    username: name === '' ? `user-${id}` : name,
    accessTokenHash: token === '' ? '' : vault.lookupHash(token),
    affCode: trimmed(row, 'aff_code'),
    inviter: trimmed(row, 'inviter_id') || '0',
    quota: Math.max(balance, 0),
    notes,
    columns: {
      password: BCRYPT.test(password) ? password : '',
      display_name: text(row, 'display_name'),
      role: ROLES.includes(role) ? role : Role.user,
      status: STATUSES.includes(status) ? status : UserStatus.banned,
      email: trimmed(row, 'email'),
      github_id: trimmed(row, 'github_id'),
      oidc_id: trimmed(row, 'oidc_id'),
      wechat_id: trimmed(row, 'wechat_id'),
      telegram_id: trimmed(row, 'telegram_id'),
      linux_do_id: trimmed(row, 'linux_do_id'),
      used_quota: Math.max(integer(row, 'used_quota'), 0),
      request_count: Math.max(integer(row, 'request_count'), 0),
      group: trimmed(row, 'group') || 'default',
      aff_count: Math.max(integer(row, 'aff_count'), 0),
      aff_quota: Math.max(integer(row, 'aff_quota'), 0),
      // one-api and its relatives: `aff_history_quota`, too.
      aff_history: Math.max(integer(row, 'aff_history'), integer(row, 'aff_history_quota'), 0),
      deleted_at: timestamp(row, 'deleted_at'),
      setting: sealedSetting(row, vault),
    },
  };
}

/** The account's setting with the secrets of its notification channel sealed, as accounts of this gateway have it. */
function sealedSetting(row: SourceRow, vault: Vault): string {
  const setting = json(row, 'setting');
  if (typeof setting !== 'object' || setting === null || Array.isArray(setting)) return '';
  const members: Record<string, unknown> = { ...setting };
  for (const { name, secret } of notificationChannel(members.notify_type).fields) {
    const value = members[name];
    if (secret && typeof value === 'string' && value !== '') members[name] = vault.seal(value);
  }
  return JSON.stringify(members);
}
