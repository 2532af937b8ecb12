import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { TokenStatus } from '../contract/enums.js';
import { maskedKey } from '../contract/masked-key.js';
import { hasExpired } from '../contract/resources/token.js';
import { checkAddress, readAddresses, type AddressRange } from '../core/address-list.js';
import { clientAddress } from '../core/http/proxies.js';
import { Vault } from '../core/crypto.js';
import { ApiError } from '../contract/errors/api-error.js';
import { SCOPE_BITS, scopeBits } from '../contract/token-scopes.js';
import { KeyUseKind, KeyUses, type KeyUseOrigin } from './key-uses/key-uses.js';
import { KeyHolderRepository, type KeyHolderRow } from './key-holder.repository.js';
import { keyHashes, readingsOf } from './token-key.js';

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
  /** Bits of `SCOPE_BITS`. */
  readonly scopes: number;
  /** Unix seconds at which the key that was presented ends; undefined for the token's own key. */
  readonly formerUntil: number | undefined;
  readonly owner: { readonly enabled: boolean; readonly quota: number; readonly usedQuota: number };
}

/** Client address, user agent and time of a request with a key. */
export interface KeyArrival extends KeyUseOrigin {
  readonly clientIp: () => string;
}

/** What `KeyHolders` checks and notes of a request with a key. */
export function keyArrivalOf(request: FastifyRequest): KeyArrival {
  return {
    at: Date.now(),
    clientIp: () => clientAddress(request),
    userAgent: request.headers['user-agent'],
  };
}

/** Resolves a token key to the token and its owner, for routes of the scope `account`. */
@Injectable()
export class KeyHolders {
  constructor(
    private readonly holders: KeyHolderRepository,
    private readonly vault: Vault,
    private readonly uses: KeyUses,
  ) {}

  /**
   * @param key without `sk-`
   * @throws ApiError 401 for the key, 403 for its addresses, its scopes and its owner
   */
  async identify(key: string, arrival: KeyArrival): Promise<KeyHolder> {
    if (key === '') throw new ApiError('no_token');
    const holder = await this.find(key);
    if (holder === undefined) throw new ApiError('unknown_token');
    this.admit(holder, arrival, () => checkBalance(holder, key));
    return holder;
  }

  /**
   * Like `identify`, for what is shown of the past: an exhausted token is accepted.
   * @returns undefined for an unknown or deleted key
   * @throws ApiError 401 for the key, 403 for its addresses, its scopes and its owner
   */
  async identifyReader(key: string, arrival: KeyArrival): Promise<KeyHolder | undefined> {
    const holder = key === '' ? undefined : await this.find(key);
    if (holder) this.admit(holder, arrival, () => undefined);
    return holder;
  }

  private admit(holder: KeyHolder, arrival: KeyArrival, checkFirst: () => void): void {
    const { tokenId, formerUntil } = holder;
    try {
      checkFirst();
      checkAccess(holder, arrival.clientIp());
    } catch (problem) {
      if (problem instanceof ApiError) this.uses.note(tokenId, KeyUseKind.refused, arrival, problem.code);
      throw problem;
    }
    this.uses.note(tokenId, formerUntil === undefined ? KeyUseKind.current : KeyUseKind.former, arrival);
  }

  /** A key that was replaced is unknown from its end on. */
  private async find(key: string): Promise<KeyHolder | undefined> {
    for (const reading of readingsOf(key)) {
      if (reading.key === '') continue;
      const row = await this.vault.lookUp(reading.key, (_hash, lookup) =>
        this.holders.byKeyHash(keyHashes(reading.key, lookup)),
      );
      const hasEnded = row && row.former_until !== null && row.former_until <= Date.now() / 1000;
      if (row && !hasEnded) return holderOf(row);
    }
    return undefined;
  }
}

function checkBalance({ status, unlimited, remainQuota }: KeyHolder, key: string): void {
  const masked = maskedKey(key);
  if (status === TokenStatus.exhausted) throw new ApiError('token_exhausted', { key: masked });
  if (status === TokenStatus.enabled && !unlimited && remainQuota <= 0)
    throw new ApiError('token_empty', { key: masked, quota: remainQuota });
}

/** The order of the checks decides which error the client receives when several apply. */
function checkAccess({ status, expiredTime, allowIps, scopes, owner }: KeyHolder, clientIp: string): void {
  if (status === TokenStatus.expired) throw new ApiError('token_expired');
  if (status !== TokenStatus.enabled && status !== TokenStatus.exhausted)
    throw new ApiError('token_unavailable');
  if (hasExpired(expiredTime, Date.now() / 1000)) throw new ApiError('token_expired');
  if (!owner.enabled) throw new ApiError('owner_banned');
  if (allowIps) checkAddress(allowIps, clientIp);
  if ((scopes & SCOPE_BITS.account) === 0) throw new ApiError('scope_forbidden', { scope: 'account' });
}

function holderOf(row: KeyHolderRow): KeyHolder {
  return {
    tokenId: row.id,
    formerUntil: row.former_until ?? undefined,
    scopes: scopeBits(row.scopes),
    allowIps: readAddresses(row.allow_ips),
    status: row.status,
    expiredTime: row.expired_time,
    remainQuota: row.remain_quota,
    usedQuota: row.used_quota,
    unlimited: row.unlimited_quota,
    owner: { enabled: row.owner_enabled, quota: row.owner_quota, usedQuota: row.owner_used },
  };
}
