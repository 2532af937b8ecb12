import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { NEVER_EXPIRES, TokenStatus, UserStatus } from '../../contract/enums.js';
import { Vault } from '../../core/crypto.js';
import { ApiError } from '../../contract/errors/api-error.js';

/** Status and figures of a token and its owner. Quotas are integer quota units. */
export interface KeyHolder {
  readonly status: number;
  /** Unix seconds; -1 = never. */
  readonly expiredTime: number;
  readonly remainQuota: number;
  readonly usedQuota: number;
  readonly unlimited: boolean;
  readonly owner: { readonly enabled: boolean; readonly quota: number; readonly usedQuota: number };
}

interface Row {
  status: number;
  expired_time: number;
  remain_quota: number;
  used_quota: number;
  unlimited_quota: boolean;
  owner_enabled: boolean;
  owner_quota: number;
  owner_used: number;
}

const QUERY = `
  SELECT t.status, t.expired_time, t.remain_quota, t.used_quota, t.unlimited_quota,
         u.status = ${UserStatus.enabled} AND u.deleted_at IS NULL AS owner_enabled, u.quota AS owner_quota, u.used_quota AS owner_used
  FROM tokens t JOIN users u ON u.id = t.user_id
  WHERE t.key_hash = $1 AND t.deleted_at IS NULL`;

/** Resolves a token key to the token and its owner. */
@Injectable()
export class KeyHolders {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: Vault,
  ) {}

  /**
   * Reads token and owner in one query, so that both are from the same moment.
   * @param key without `sk-`
   * @throws ApiError 401 for the key, 403 for its owner
   */
  async identify(key: string): Promise<KeyHolder> {
    if (key === '') throw new ApiError('no_token');
    const [row] = await this.dataSource.query<Row[]>(QUERY, [this.vault.lookupHash(key)]);
    if (row === undefined) throw new ApiError('unknown_token');
    const holder = holderOf(row);
    check(holder, `${key.slice(0, 3)}***${key.slice(-3)}`);
    return holder;
  }
}

/** The order of the checks decides which error the client receives when several apply. */
function check(holder: KeyHolder, masked: string): void {
  const { status, expiredTime, remainQuota } = holder;
  if (status === TokenStatus.exhausted) throw new ApiError('token_exhausted', { key: masked });
  if (status === TokenStatus.expired) throw new ApiError('token_expired');
  if (status !== TokenStatus.enabled) throw new ApiError('token_unavailable');
  if (expiredTime !== NEVER_EXPIRES && expiredTime < Date.now() / 1000) throw new ApiError('token_expired');
  if (!holder.unlimited && remainQuota <= 0)
    throw new ApiError('token_empty', { key: masked, quota: remainQuota });
  if (!holder.owner.enabled) throw new ApiError('owner_banned');
}

function holderOf(row: Row): KeyHolder {
  return {
    status: row.status,
    expiredTime: row.expired_time,
    remainQuota: row.remain_quota,
    usedQuota: row.used_quota,
    unlimited: row.unlimited_quota,
    owner: { enabled: row.owner_enabled, quota: row.owner_quota, usedQuota: row.owner_used },
  };
}
