import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { maxEntries } from '../core/cache-limit.js';
import { ADMIN_KEY_PREFIX } from '../contract/admin-key-scopes.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { AccountSource, AccountState, Bearer } from '../core/http/access/account.js';
import { Vault } from '../core/crypto.js';
import { EventBus } from '../core/redis/events.js';
import { OptionsService } from '../options/options.service.js';
import { AdminKeyLookup } from './admin-keys/admin-key-lookup.js';
import { UsersRepository } from './users.repository.js';

/** Maximum age of a cached row, in case the event about its change is lost. */
const FRESH_MS = 5000;

/** Looks up accounts of requests, with a short cache that is invalidated in all processes when the row changes. */
@Injectable()
export class Accounts implements AccountSource {
  private readonly cache = new LRUCache<number, AccountState>({ ...maxEntries(10_000), ttl: FRESH_MS });
  /** Incremented by every invalidation: a row that was read before an invalidation is not cached after it. */
  private age = 0;

  constructor(
    private readonly users: UsersRepository,
    private readonly vault: Vault,
    private readonly events: EventBus,
    private readonly options: OptionsService,
    private readonly adminKeys: AdminKeyLookup,
  ) {
    events.on('user.changed', ({ id }) => this.forget(id));
    events.on('group.moved', () => this.forgetAll());
    events.onConnection('lost', () => this.forgetAll());
  }

  async byId(id: number): Promise<AccountState | undefined> {
    return this.cache.get(id) ?? (await this.read({ id }));
  }

  async byBearer(token: string, clientIp: string): Promise<Bearer | undefined> {
    if (token.startsWith(ADMIN_KEY_PREFIX)) {
      const found = await this.adminKeys.find(token, clientIp);
      const account = found && (await this.byId(found.ownerId));
      // A key ends with the sessions of its time: by a new password, a ban or another role.
      if (account?.sessionVersion !== found?.sessionVersion) return undefined;
      return found && account && { account, by: 'admin-key', key: found.key };
    }
    const account = await this.byAccessToken(token);
    if (account === undefined) return undefined;
    if (!this.options.get('SystemAccessTokenEnabled')) throw new ApiError('access_token_disabled');
    return { account, by: 'access-token' };
  }

  /** Must be called after every committed change of a user row. */
  async changed(id: number): Promise<void> {
    this.forget(id);
    await this.events.publish('user.changed', { id });
  }

  private byAccessToken(token: string): Promise<AccountState | undefined> {
    return this.vault.lookUp(token, async (accessTokenHash, { isFormer }) => {
      const account = await this.read({ accessTokenHash });
      // The plain text is known now only.
      if (account && isFormer)
        await this.users.replaceAccessTokenHash(account.id, accessTokenHash, {
          accessTokenHash: this.vault.lookupHash(token),
          accessTokenKey: this.vault.keyId,
        });
      return account;
    });
  }

  private async read(where: { id: number } | { accessTokenHash: string }): Promise<AccountState | undefined> {
    const age = this.age;
    const user = await this.users.findState(where);
    if (user === null) return undefined;
    const account = stateOf(user);
    if (age === this.age) this.cache.set(user.id, account);
    return account;
  }

  private forget(id: number): void {
    this.age++;
    this.cache.delete(id);
  }

  private forgetAll(): void {
    this.age++;
    this.cache.clear();
  }
}

/** What requests need of a row. */
export function stateOf(user: AccountState): AccountState {
  const { id, username, role, status, group, sessionVersion, secondFactor, secondFactorAskedAt } = user;
  return { id, username, role, status, group, sessionVersion, secondFactor, secondFactorAskedAt };
}
