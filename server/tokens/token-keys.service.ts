import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditLog } from '../audit/audit-log.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { TokenResponse } from '../contract/resources/token.js';
import { Vault } from '../core/crypto.js';
import type { SignedIn } from '../core/http/access/account.js';
import type { ClientOrigin } from '../core/http/access/devices.js';
import { EventBus } from '../core/redis/events.js';
import { AccountNotices } from '../notifications/account-notices.js';
import { OptionsService } from '../options/options.service.js';
import { FormerKeysRepository } from './former-keys/former-keys.repository.js';
import { keyEndOf, keyHashOf, newTokenKey, storedKey } from './token-key.js';
import { TokenResponses } from './token-responses.service.js';
import { TokensRepository } from './tokens.repository.js';

const HOUR = 3600;

/** Replaces and shows the keys of a user's own tokens. */
@Injectable()
export class TokenKeysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: TokensRepository,
    private readonly formerKeys: FormerKeysRepository,
    private readonly responses: TokenResponses,
    private readonly options: OptionsService,
    private readonly vault: Vault,
    private readonly events: EventBus,
    private readonly audit: AuditLog,
    private readonly accountNotices: AccountNotices,
  ) {}

  /**
   * Gives a token a new key. Its name, limits, balance and log stay.
   * @param overlapHours for which the old key is accepted as well; a key that was replaced before ends now
   * @returns the token with its new key
   * @throws ApiError token_not_found
   */
  async replace(account: SignedIn, id: number, overlapHours: number): Promise<TokenResponse> {
    const { token, plain } = await this.dataSource.transaction(async (manager) => {
      const token = await this.tokens.findOwn(manager, account.id, id, 'lock');
      if (!token) throw new ApiError('token_not_found');
      const now = Math.floor(Date.now() / 1000);
      if (overlapHours === 0) await this.formerKeys.remove(manager, id);
      else
        await this.formerKeys.put(manager, {
          tokenId: id,
          ...keyHashOf(token, this.vault),
          keyEnd: keyEndOf(token, this.vault),
          replacedAt: now,
          endsAt: now + overlapHours * HOUR,
        });
      const { plain, columns } = newTokenKey(this.vault, this.responses.keepsKeys);
      await this.tokens.update(manager, id, columns);
      await this.audit.record(manager, {
        action: 'key_replaced',
        actor: account,
        details: { token_id: id, name: token.name, overlap_hours: overlapHours },
      });
      await this.accountNotices.send(manager, account, { kind: 'key_created', name: token.name });
      return { token: Object.assign(token, columns), plain };
    });
    await this.changed(id, account.id);
    return { ...(await this.responses.one(account, token)), key: plain };
  }

  /**
   * Ends the key that was replaced before its time.
   * @throws ApiError token_not_found, no_former_key
   */
  async endFormer(account: SignedIn, id: number): Promise<TokenResponse> {
    const token = await this.dataSource.transaction(async (manager) => {
      const token = await this.tokens.findOwn(manager, account.id, id, 'lock');
      if (!token) throw new ApiError('token_not_found');
      const former = await this.formerKeys.remove(manager, id);
      if (!former) throw new ApiError('no_former_key');
      const details = { token_id: id, name: token.name, key_end: former.keyEnd };
      await this.audit.record(manager, { action: 'former_key_ended', actor: account, details });
      return token;
    });
    await this.changed(id, account.id);
    return this.responses.one(account, token);
  }

  /**
   * The key of a token. The audit log has who saw it.
   * @throws ApiError token_not_found, key_not_shown
   */
  async reveal(account: SignedIn, id: number, origin: ClientOrigin): Promise<string> {
    const token = await this.tokens.findOwn(undefined, account.id, id);
    if (!token) throw new ApiError('token_not_found');
    const key = storedKey(token, this.vault);
    if (key === undefined || this.options.get('TokenKeyAccess') === 'once')
      throw new ApiError('key_not_shown');
    const details = { token_id: id, name: token.name };
    await this.audit.note({ action: 'key_shown', actor: account, details, origin });
    return key;
  }

  private changed(id: number, userId: number): Promise<void> {
    return this.events.publish('token.changed', { id, userId });
  }
}
