import { Injectable } from '@nestjs/common';
import { TokenStatus } from '../contract/enums.js';
import { maskedKey } from '../contract/masked-key.js';
import { hasExpired } from '../contract/resources/token.js';
import { checkAddress, readAddresses, type AddressRange } from '../core/address-list.js';
import { Vault } from '../core/crypto.js';
import { ApiError } from '../contract/errors/api-error.js';
import { KeyHolderRepository, type KeyHolderRow } from './key-holder.repository.js';

/** Status and figures of a token and its owner. Quotas are integer quota units. */
export interface KeyHolder {
  readonly tokenId: number;
  readonly status: number;
  /** Unix seconds; -1 = never. */
  readonly expiredTime: number;
  readonly remainQuota: number;
  readonly usedQuota: number;
  readonly unlimited: boolean;
  readonly allowIps: readonly AddressRange[] | undefined;
  readonly owner: { readonly enabled: boolean; readonly quota: number; readonly usedQuota: number };
}

/** Resolves a token key to the token and its owner. */
@Injectable()
export class KeyHolders {
  constructor(
    private readonly holders: KeyHolderRepository,
    private readonly vault: Vault,
  ) {}

  /**
   * @param key without `sk-`
   * @throws ApiError 401 for the key, 403 for its addresses and its owner
   */
  async identify(key: string, clientIp: string): Promise<KeyHolder> {
    if (key === '') throw new ApiError('no_token');
    const holder = await this.find(key);
    if (holder === undefined) throw new ApiError('unknown_token');
    checkBalance(holder, key);
    checkAccess(holder, clientIp);
    return holder;
  }

  /**
   * Like `identify`, for what is shown of the past: an exhausted token is accepted.
   * @returns undefined for an unknown or deleted key
   * @throws ApiError 401 for the key, 403 for its addresses and its owner
   */
  async identifyReader(key: string, clientIp: string): Promise<KeyHolder | undefined> {
    const holder = key === '' ? undefined : await this.find(key);
    if (holder) checkAccess(holder, clientIp);
    return holder;
  }

  private async find(key: string): Promise<KeyHolder | undefined> {
    const row = await this.vault.lookUp(key, (hash) => this.holders.byKeyHash(hash));
    return row && holderOf(row);
  }
}

function checkBalance({ status, unlimited, remainQuota }: KeyHolder, key: string): void {
  const masked = maskedKey(key);
  if (status === TokenStatus.exhausted) throw new ApiError('token_exhausted', { key: masked });
  if (status === TokenStatus.enabled && !unlimited && remainQuota <= 0)
    throw new ApiError('token_empty', { key: masked, quota: remainQuota });
}

/** The order of the checks decides which error the client receives when several apply. */
function checkAccess({ status, expiredTime, allowIps, owner }: KeyHolder, clientIp: string): void {
  if (status === TokenStatus.expired) throw new ApiError('token_expired');
  if (status !== TokenStatus.enabled && status !== TokenStatus.exhausted)
    throw new ApiError('token_unavailable');
  if (hasExpired(expiredTime, Date.now() / 1000)) throw new ApiError('token_expired');
  if (!owner.enabled) throw new ApiError('owner_banned');
  if (allowIps) checkAddress(allowIps, clientIp);
}

function holderOf(row: KeyHolderRow): KeyHolder {
  return {
    tokenId: row.id,
    allowIps: readAddresses(row.allow_ips),
    status: row.status,
    expiredTime: row.expired_time,
    remainQuota: row.remain_quota,
    usedQuota: row.used_quota,
    unlimited: row.unlimited_quota,
    owner: { enabled: row.owner_enabled, quota: row.owner_quota, usedQuota: row.owner_used },
  };
}
