import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { AuditLog } from '../../audit/audit-log.js';
import { differences } from '../../audit/differences.js';
import { Role } from '../../contract/enums.js';
import { assertUnchangedSince } from '../../core/concurrent-edit.js';
import { Vault } from '../../core/crypto.js';
import type { SignedIn } from '../../core/http/access/account.js';
import type { ClientOrigin } from '../../core/http/access/devices.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { AccountNotices } from '../../notifications/account-notices.js';
import { Accounts } from '../accounts.js';
import { DEFAULT_ROOT_PASSWORD } from '../first-account/first-account.js';
import { IdentityProof } from '../passwords/identity-proof.js';
import { storedSetting, withLanguage } from './own-setting.js';
import { assertNewUsername } from '../new-username.js';
import { OptionsService } from '../../options/options.service.js';
import {
  hashChosenPassword,
  hashPassword,
  passwordMatches,
  withNewPassword,
} from '../passwords/passwords.js';
import { siteNames } from '../passwords/site-names.js';
import type { User } from '../user.entity.js';
import { ownView } from '../user-view.js';
import { translateConflicts, UsersRepository } from '../users.repository.js';
import type { UpdateSettingRequest } from '../../contract/resources/notification-channel.js';
import type { UpdateSelfRequest } from '../../contract/resources/accounts/user.js';

/** Changes by users to their own accounts. */
@Injectable()
export class OwnAccountService {
  /** Result of the last comparison with the default password; comparing is slow by design. */
  private compared: { stored: string; isDefault: boolean } | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly options: OptionsService,
    private readonly users: UsersRepository,
    private readonly vault: Vault,
    private readonly accounts: Accounts,
    private readonly identityProof: IdentityProof,
    private readonly notices: AccountNotices,
    private readonly audit: AuditLog,
  ) {}

  async find(id: number): Promise<User> {
    const user = await this.users.findLive(id);
    if (user === null) throw new ApiError('user_not_found');
    return user;
  }

  /** Finds an account by name or e-mail address. An address shared by several accounts finds none of them. */
  async findByNameOrEmail(text: string): Promise<User | undefined> {
    const byName = await this.users.findLiveByName(text);
    if (byName !== null) return byName;
    return text.includes('@') ? this.users.findLiveByEmail(undefined, text) : undefined;
  }

  /** Hashes the same password with the current algorithm, unless it was changed in the meantime. */
  async rehash(user: User, password: string): Promise<void> {
    await this.users.replacePassword(user, await hashPassword(password));
  }

  /** True for a super administrator with the default password. */
  async hasDefaultPassword(user: User): Promise<boolean> {
    if (user.role !== Role.root) return false;
    if (this.compared?.stored !== user.password)
      this.compared = {
        stored: user.password,
        isDefault: await passwordMatches(user.password, DEFAULT_ROOT_PASSWORD),
      };
    return this.compared.isDefault;
  }

  /**
   * Changes the account. A new password requires the old one or a recent sign-in, and ends the system access token.
   * @returns the session version from now on; it increases if the password changed
   */
  async update(account: SignedIn, body: UpdateSelfRequest, origin: ClientOrigin): Promise<number> {
    const { id } = account;
    if (body.password) await this.identityProof.require(account, body.original_password, origin);
    else if (body.original_password)
      await this.identityProof.check(account, { password: body.original_password }, origin);
    const password = body.password
      ? await hashChosenPassword(body.password, [
          account.username,
          body.username ?? '',
          ...siteNames(this.options),
        ])
      : undefined;
    const version = await translateConflicts(() =>
      this.database.transaction(async (manager) => {
        const user = await this.users.lockLive(manager, id);
        assertUnchangedSince(ownView(user), body, body.before);
        if (body.username && body.username !== user.username) assertNewUsername(body.username);
        const change = {
          username: body.username || user.username,
          displayName: body.display_name || user.displayName,
          sessionVersion: user.sessionVersion,
          ...(password === undefined ? {} : withNewPassword(user, password)),
          ...(body.language !== undefined && { setting: withLanguage(user.setting, body.language) }),
        };
        await this.users.update(manager, id, change);
        if (password !== undefined) await this.notices.send(manager, user, { kind: 'password_changed' });
        const shown = ({ username, displayName }: Pick<User, 'username' | 'displayName'>) => ({
          username,
          display_name: displayName,
        });
        await this.audit.record(manager, {
          action: 'account_changed',
          actor: account,
          details: { ...differences(shown(user), shown(change)), password: password !== undefined },
        });
        return change.sessionVersion;
      }),
    );
    await this.accounts.changed(id);
    return version;
  }

  /** Creates a new system access token and invalidates the previous one. Only its hash is stored. */
  async createAccessToken(id: number): Promise<string> {
    const token = randomBytes(24).toString('base64');
    await this.database.transaction(async (manager) => {
      const user = await this.users.lockLive(manager, id);
      const change = {
        accessTokenHash: this.vault.lookupHash(token),
        accessTokenKey: this.vault.keyId,
        accessToken: null,
      };
      await this.users.update(manager, id, change);
      await this.notices.send(manager, user, { kind: 'access_token_created' });
    });
    await this.accounts.changed(id);
    return token;
  }

  /** Replaces all settings of the account. */
  async saveSetting(account: SignedIn, body: UpdateSettingRequest): Promise<void> {
    const { id } = account;
    await this.database.transaction(async (manager) => {
      const { setting } = await this.users.lockLive(manager, id);
      const stored = storedSetting(body, setting, this.vault);
      await this.users.update(manager, id, { setting: stored });
      await this.audit.record(manager, {
        action: 'notifications_changed',
        actor: account,
        details: { notify_type: body.notify_type },
      });
    });
    await this.accounts.changed(id);
  }

  /**
   * Deletes the account and ends its sessions, its access token and its keys. The row stays for the ledger audit and
   * the logs. Requires the password or a recent sign-in, since a deletion cannot be undone.
   */
  async remove(account: SignedIn, password: string | undefined, origin: ClientOrigin): Promise<void> {
    const { id } = account;
    if (account.role === Role.root) throw new ApiError('root_account_not_deletable');
    await this.identityProof.require(account, password, origin);
    await this.database.transaction(async (manager) => {
      const user = await this.users.lockLive(manager, id);
      if (user.role === Role.root) throw new ApiError('root_account_not_deletable');
      await this.users.update(manager, id, {
        deletedAt: new Date(),
        accessTokenHash: null,
        sessionVersion: user.sessionVersion + 1,
      });
      await this.audit.record(manager, { action: 'account_deleted', actor: account });
    });
    await this.accounts.changed(id);
  }
}
