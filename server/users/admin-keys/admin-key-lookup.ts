import { Injectable } from '@nestjs/common';
import { ADMIN_KEY_SCOPES } from '../../contract/admin-key-scopes.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { isInRanges, readAddresses } from '../../core/address-list.js';
import { Vault } from '../../core/crypto.js';
import type { AdminKeyRights } from '../../core/http/access/account.js';
import { AdminKeysRepository } from './admin-keys.repository.js';

/** Precision of the time of the last use, seconds. */
const USE_PRECISION = 60;

/** A valid admin key. */
interface FoundAdminKey {
  readonly ownerId: number;
  /** The key is valid while the owner has this session version. */
  readonly sessionVersion: number;
  readonly key: AdminKeyRights;
}

/** Finds the admin key of a request. Rows are read each time, so that a revoked key ends at once on all servers. */
@Injectable()
export class AdminKeyLookup {
  constructor(
    private readonly keys: AdminKeysRepository,
    private readonly vault: Vault,
  ) {}

  /** @throws ApiError admin_key_ip_forbidden */
  async find(key: string, clientIp: string): Promise<FoundAdminKey | undefined> {
    const now = Math.floor(Date.now() / 1000);
    const row = await this.vault.lookUp(key, async (hash, { isFormer }) => {
      const found = await this.keys.findValid(hash, now);
      // The plain text is known now only.
      if (found && isFormer)
        await this.keys.replaceHash(found.id, this.vault.lookupHash(key), this.vault.keyId);
      return found;
    });
    if (row === undefined) return undefined;
    const ranges = readAddresses(row.allowIps);
    if (ranges !== undefined && !isInRanges(ranges, clientIp)) throw new ApiError('admin_key_ip_forbidden');
    if (now - row.lastUsedAt >= USE_PRECISION || row.lastUsedIp !== clientIp)
      await this.keys.touch(row.id, clientIp, now, USE_PRECISION);
    const granted = row.scopes.split(',');
    const scopes = ADMIN_KEY_SCOPES.filter((scope) => granted.includes(scope));
    return { ownerId: row.ownerId, sessionVersion: row.sessionVersion, key: { id: row.id, scopes } };
  }
}
