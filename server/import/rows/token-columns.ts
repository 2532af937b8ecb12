import { AUTO_GROUP, NEVER_EXPIRES, TokenStatus } from '../../contract/enums.js';
import { readAddresses } from '../../core/address-list.js';
import type { Vault } from '../../core/crypto.js';
import type { Note, RuleCode } from '../rules.js';
import { flag, integer, isTooLarge, text, timestamp, trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';

const STATUSES: readonly number[] = Object.values(TokenStatus);

/** A token of the source as the columns of `tokens`, without id and owner. */
export interface TokenColumns {
  readonly columns: Readonly<Record<string, unknown>>;
  /** '' = it has no key. */
  readonly keyHash: string;
  /** `keyHash` is the one that the key has until its first use (`keyHashes`). */
  readonly isHashed: boolean;
  /** Id of its user in the source. */
  readonly owner: string;
  /** Quota units; of unlimited tokens, also below 0. */
  readonly remain: number;
  readonly notes: Note[];
}

/** @param vault seals the key and makes its lookup hash */
export function tokenColumns(row: SourceRow, vault: Vault): TokenColumns {
  const id = row.id ?? '';
  const notes: Note[] = [];
  const name = text(row, 'name');
  const note = (code: RuleCode, detail = '') =>
    notes.push({ table: 'tokens', id, code, detail: detail === '' ? name : `${name}, ${detail}` });
  const key = trimmed(row, 'key').replace(/^sk-/, '');
  /** Of a key that another gateway stored as such. */
  const sha256 = trimmed(row, 'key_sha256');
  if (key === '' && sha256 === '') note('key_missing');
  if (key.includes('-')) note('key_with_dash');
  const isUnlimited = flag(row, 'unlimited_quota');
  const remain = integer(row, 'remain_quota');
  if (isTooLarge(row, 'remain_quota'))
    note('amount_too_large', `remain_quota ${trimmed(row, 'remain_quota')}`);
  // Unlimited tokens count downwards, too.
  if (remain < 0 && !isUnlimited) note('negative_balance', String(remain));
  const status = integer(row, 'status', TokenStatus.enabled);
  if (!STATUSES.includes(status)) note('status_unknown', String(status));
  // one-api has `models` and `subnet`.
  const models = commaList(trimmed(row, 'model_limits') || trimmed(row, 'models'));
  const isLimited = 'model_limits_enabled' in row ? flag(row, 'model_limits_enabled') : models !== '';
  const addresses = lines(trimmed(row, 'allow_ips') || trimmed(row, 'subnet'));
  const isReadable = addresses === '' || isAddressList(addresses);
  if (!isReadable) note('addresses_unreadable', addresses.replaceAll('\n', ' '));
  const isUsable = STATUSES.includes(status) && isReadable;
  return {
    keyHash:
      sha256 === '' ? (key === '' ? '' : vault.lookupHash(key)) : vault.lookups[0].hashOfSha256(sha256),
    isHashed: sha256 !== '',
    owner: trimmed(row, 'user_id'),
    remain: isUnlimited ? remain : Math.max(remain, 0),
    notes,
    columns: {
      key: sha256 === '' ? vault.seal(key) : '',
      key_end: sha256 === '' ? '' : trimmed(row, 'key_end'),
      hash_key: vault.keyId,
      status: isUsable ? status : TokenStatus.disabled,
      name,
      created_time: integer(row, 'created_time'),
      accessed_time: integer(row, 'accessed_time'),
      // 0 is a moment in the past there: such a token is refused, and stays so.
      expired_time: integer(row, 'expired_time', NEVER_EXPIRES),
      unlimited_quota: isUnlimited,
      model_limits_enabled: isLimited,
      model_limits: models,
      allow_ips: isReadable ? addresses : '',
      used_quota: Math.max(integer(row, 'used_quota'), 0),
      group: trimmed(row, 'group'),
      cross_group_retry: flag(row, 'cross_group_retry') && trimmed(row, 'group') === AUTO_GROUP,
      deleted_at: timestamp(row, 'deleted_at'),
    },
  };
}

function commaList(value: string): string {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(',');
}

/** One entry per line, also of lists with commas. */
function lines(value: string): string {
  return value
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .join('\n');
}

function isAddressList(value: string): boolean {
  return readAddresses(value)?.length === value.split('\n').length;
}
