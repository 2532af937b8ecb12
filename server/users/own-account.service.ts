import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource, IsNull, type QueryDeepPartialEntity } from 'typeorm';
import { Vault } from '../core/crypto.js';
import { ROLES, type SignedIn } from '../core/http/account.js';
import type { ClientOrigin } from '../core/http/devices.js';
import { ApiError } from '../core/api-error.js';
import { Accounts } from './accounts.js';
import { lockLive } from './actor-permissions.js';
import { DEFAULT_ROOT_PASSWORD } from './first-account.js';
import { IdentityProof } from './identity-proof.js';
import { storedSetting, type OwnSetting } from './own-setting.js';
import { hashChosenPassword, hashPassword, passwordMatches, withNewPassword } from './passwords.js';
import { User } from './user.entity.js';
import { translateConflicts } from './users.service.js';
import { checkNewName, type UpdateSelf } from './users.schema.js';

/** What users do with their own account (spec/management-api.md 4.5). */
@Injectable()
export class OwnAccountService {
  /** The last hash compared with the default password, and the result: the comparison is slow on purpose. */
  private compared: { stored: string; isDefault: boolean } | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly vault: Vault,
    private readonly accounts: Accounts,
    private readonly proof: IdentityProof,
  ) {}

  async find(id: number): Promise<User> {
    const user = await this.database.getRepository(User).findOneBy({ id, deletedAt: IsNull() });
    if (user === null) throw new ApiError('user_not_found');
    return user;
  }

  /** An address that several accounts share names none of them. */
  async findByNameOrEmail(text: string): Promise<User | undefined> {
    const repository = this.database.getRepository(User);
    const byName = await repository.findOneBy({ username: text, deletedAt: IsNull() });
    if (byName !== null) return byName;
    if (!text.includes('@')) return undefined;
    const byEmail = await repository
      .createQueryBuilder('user')
      .where("lower(user.email) = lower(:text) AND user.email <> '' AND user.deleted_at IS NULL", { text })
      .limit(2)
      .getMany();
    return byEmail.length === 1 ? byEmail[0] : undefined;
  }

  /** Stores the same password under the hash of today, unless it was changed meanwhile. */
  async rehash({ id, password: stored }: User, password: string): Promise<void> {
    await this.database
      .getRepository(User)
      .update({ id, password: stored }, { password: await hashPassword(password) });
  }

  /** Is this the super administrator with the password everyone knows? */
  async hasDefaultPassword(user: User): Promise<boolean> {
    if (user.role !== ROLES.root) return false;
    if (this.compared?.stored !== user.password)
      this.compared = {
        stored: user.password,
        isDefault: await passwordMatches(user.password, DEFAULT_ROOT_PASSWORD),
      };
    return this.compared.isDefault;
  }

  /**
   * A new password needs the old one or a sign-in a moment ago, and ends the system access token.
   * @returns the version sessions have from now on: higher than before when the password was changed
   */
  async update(account: SignedIn, body: UpdateSelf, origin: ClientOrigin): Promise<number> {
    const { id } = account;
    if (body.password) await this.proof.require(account, body.original_password, origin);
    else if (body.original_password) await this.proof.checkPassword(account, body.original_password, origin);
    const password = body.password ? await hashChosenPassword(body.password) : undefined;
    const version = await translateConflicts(() =>
      this.database.transaction(async (manager) => {
        const user = await lockLive(manager, id);
        if (body.username && body.username !== user.username) checkNewName(body.username);
        const change = {
          username: body.username || user.username,
          displayName: body.display_name || user.displayName,
          sessionVersion: user.sessionVersion,
          ...(password === undefined ? {} : withNewPassword(user, password)),
        };
        await manager.update(User, id, change);
        return change.sessionVersion;
      }),
    );
    await this.accounts.changed(id);
    return version;
  }

  /** Makes a new system access token; the one before stops working. Only its hash is kept. */
  async createAccessToken(id: number): Promise<string> {
    const token = randomBytes(24).toString('base64');
    await this.write(id, { accessTokenHash: this.vault.lookupHash(token), accessToken: null });
    return token;
  }

  /** Replaces all of the account's own settings. */
  async saveSetting(id: number, body: OwnSetting): Promise<void> {
    await this.database.transaction(async (manager) => {
      const { setting } = await lockLive(manager, id);
      await manager.update(User, id, { setting: storedSetting(body, setting, this.vault) });
    });
    await this.accounts.changed(id);
  }

  /**
   * Ends the account, with its sessions, its access token and its keys. The row stays for the books and the logs. Needs the
   * password or a sign-in a moment ago, since nothing brings the account back.
   */
  async remove(account: SignedIn, password: string | undefined, origin: ClientOrigin): Promise<void> {
    const { id } = account;
    if (account.role === ROLES.root) throw new ApiError('root_keeps_account');
    await this.proof.require(account, password, origin);
    await this.database.transaction(async (manager) => {
      const user = await lockLive(manager, id);
      if (user.role === ROLES.root) throw new ApiError('root_keeps_account');
      await manager.update(User, id, {
        deletedAt: new Date(),
        accessTokenHash: null,
        sessionVersion: user.sessionVersion + 1,
      });
    });
    await this.accounts.changed(id);
  }

  private async write(id: number, change: QueryDeepPartialEntity<User>): Promise<void> {
    const { affected } = await this.database.getRepository(User).update({ id, deletedAt: IsNull() }, change);
    if (affected !== 1) throw new ApiError('user_not_found');
    await this.accounts.changed(id);
  }
}
