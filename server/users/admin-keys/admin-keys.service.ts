import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditLog } from '../../audit/audit-log.js';
import { ADMIN_KEY_PREFIX, ADMIN_KEY_SCOPES } from '../../contract/admin-key-scopes.js';
import { Role } from '../../contract/enums.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type {
  AdminKeyResponse,
  CreateAdminKeyRequest,
  CreatedAdminKeyResponse,
} from '../../contract/resources/accounts/admin-key.js';
import { readAddresses } from '../../core/address-list.js';
import { randomText, Vault } from '../../core/crypto.js';
import { requireSession, type SignedIn } from '../../core/http/access/account.js';
import type { ClientOrigin } from '../../core/http/access/devices.js';
import { AccountNotices } from '../../notifications/account-notices.js';
import { holdActor } from '../actor-permissions.js';
import { UsersRepository } from '../users.repository.js';
import { AdminKeysRepository, type OwnedAdminKey } from './admin-keys.repository.js';

/** About 238 bits. */
const KEY_LENGTH = 40;
const DAY_SECONDS = 86_400;
/** Keys of one account. */
const MAX_KEYS = 50;

/** Administrators' keys for the management API. */
@Injectable()
export class AdminKeys {
  constructor(
    private readonly database: DataSource,
    private readonly keys: AdminKeysRepository,
    private readonly users: UsersRepository,
    private readonly vault: Vault,
    private readonly audit: AuditLog,
    private readonly notices: AccountNotices,
  ) {}

  /** The keys of the account; those of all accounts for the super administrator. Newest first. */
  async list({ id, role }: SignedIn): Promise<AdminKeyResponse[]> {
    const ownerId = role === Role.root ? undefined : id;
    return (await this.keys.list(ownerId, unixNow())).map(responseOf);
  }

  /** @throws ApiError session_required, admin_key_addresses_invalid, too_many_admin_keys */
  async create(
    actor: SignedIn,
    { name, scopes, days, allow_ips: allowIps }: CreateAdminKeyRequest,
    origin: ClientOrigin,
  ): Promise<CreatedAdminKeyResponse> {
    requireSession(actor);
    if (!isAddressList(allowIps)) throw new ApiError('admin_key_addresses_invalid');
    const key = ADMIN_KEY_PREFIX + randomText(KEY_LENGTH);
    const now = unixNow();
    const { sessionVersion } = actor;
    const stored = await this.database.transaction(async (manager) => {
      await holdActor(this.users, manager, actor);
      await this.keys.removeEnded(manager, actor.id, sessionVersion, now);
      if ((await this.keys.count(manager, actor.id)) >= MAX_KEYS)
        throw new ApiError('too_many_admin_keys', { max: MAX_KEYS });
      const row = await this.keys.insert(manager, {
        ownerId: actor.id,
        sessionVersion,
        name,
        keyHash: this.vault.lookupHash(key),
        hashKey: this.vault.keyId,
        lastFour: key.slice(-4),
        scopes: scopes.join(','),
        allowIps,
        createdAt: now,
        expiresAt: now + days * DAY_SECONDS,
        lastUsedAt: 0,
        lastUsedIp: '',
      });
      const details = { id: row.id, name, scopes, days, allow_ips: allowIps };
      await this.audit.record(manager, { action: 'admin_key_created', actor, details, origin });
      await this.notices.send(manager, actor, { kind: 'admin_key_created', name });
      return row;
    });
    return { ...responseOf({ key: stored, owner: actor.username }), key };
  }

  /**
   * Ends a key: one of the account, any for the super administrator.
   * @throws ApiError session_required, admin_key_not_found
   */
  async revoke(actor: SignedIn, id: number, origin: ClientOrigin): Promise<void> {
    requireSession(actor);
    await this.database.transaction(async (manager) => {
      const { role } = await holdActor(this.users, manager, actor);
      const removed = await this.keys.remove(manager, id, role === Role.root ? undefined : actor.id);
      if (removed === null) throw new ApiError('admin_key_not_found');
      const { name, ownerId } = removed;
      const details = { id, name };
      await this.audit.record(manager, {
        action: 'admin_key_revoked',
        actor,
        userId: ownerId,
        details,
        origin,
      });
    });
  }
}

function isAddressList(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (readAddresses(text)?.length ?? 0) === lines.length;
}

function responseOf({ key, owner }: OwnedAdminKey): AdminKeyResponse {
  const granted = key.scopes.split(',');
  return {
    id: key.id,
    name: key.name,
    owner_id: key.ownerId,
    owner,
    last_four: key.lastFour,
    scopes: ADMIN_KEY_SCOPES.filter((scope) => granted.includes(scope)),
    allow_ips: key.allowIps,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    last_used_ip: key.lastUsedIp,
  };
}

function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
