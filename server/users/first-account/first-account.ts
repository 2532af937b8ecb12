import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LedgerService } from '../../billing/ledger/ledger.service.js';
import { Vault } from '../../core/crypto.js';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { Accounts } from '../accounts.js';
import { hashPassword, passwordMatches, withNewPassword } from '../passwords/passwords.js';
import { RootAccount } from './root-account.js';
import { SetupLinks } from './setup-links.js';
import { UsersRepository } from '../users.repository.js';

/** Password of the first account unless INITIAL_ROOT_PASSWORD is set; the console warns until it is changed. */
export const DEFAULT_ROOT_PASSWORD = '123456';

/**
 * Creates the first account in an empty database, or prints a link with which the operator creates it, and adapts the accounts of an imported one.
 */
@Injectable()
export class FirstAccount implements OnApplicationBootstrap {
  private readonly logger = new Logger('Users');

  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly ledger: LedgerService,
    private readonly root: RootAccount,
    private readonly accounts: Accounts,
    private readonly vault: Vault,
    private readonly links: SetupLinks,
    @Inject(ENV) private readonly env: Env,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const replaced: number[] = [];
    const created = await this.database.transaction(async (manager) => {
      await this.root.lock(manager);
      await this.hashImportedTokens(manager);
      replaced.push(...(await this.replaceDefaultPassword(manager)));
      const id = (await this.isRequired(manager)) ? await this.createRoot(manager) : undefined;
      // An imported database has an administrator but no record of the setup.
      if (await this.root.exists(manager)) await this.root.finishSetup(manager);
      return id;
    });
    for (const id of replaced) await this.accounts.changed(id);
    if (!(await this.root.isSetUp())) await this.announceSetup();
    if (created === undefined) return;
    await this.ledger.refreshCache({ users: [created] });
    this.logger.log('made the first account: root');
  }

  private async announceSetup(): Promise<void> {
    if (!this.links.areRequired)
      return this.logger.warn(
        'there is no super administrator: the first person to complete /setup becomes it',
      );
    try {
      const link = await this.links.create();
      this.logger.warn(
        `there is no super administrator: open ${link} within 24 hours to create it (at the address where browsers reach this gateway)`,
      );
    } catch (error) {
      this.logger.error(
        `there is no super administrator, and no set-up link could be stored (${String(error)}): start again when Redis can be reached, or set INITIAL_ROOT_PASSWORD`,
      );
    }
  }

  /**
   * With the setup wizard, the operator creates the first account instead; so by a link, where an account with the default
   * password could be reached by others.
   */
  private async isRequired(manager: EntityManager): Promise<boolean> {
    if (this.env.SETUP_WIZARD) return false;
    if (this.links.areRequired && this.env.INITIAL_ROOT_PASSWORD === undefined) return false;
    return !(await this.users.anyExists(manager));
  }

  private async createRoot(manager: EntityManager): Promise<number> {
    return this.root.create(manager, {
      username: 'root',
      password: await hashPassword(this.env.INITIAL_ROOT_PASSWORD ?? DEFAULT_ROOT_PASSWORD),
      affCode: await this.users.freeAffCode(manager),
    });
  }

  /** INITIAL_ROOT_PASSWORD also replaces the default password of existing super administrators. */
  private async replaceDefaultPassword(manager: EntityManager): Promise<number[]> {
    const { INITIAL_ROOT_PASSWORD: password } = this.env;
    if (password === undefined) return [];
    const replaced: number[] = [];
    for (const user of await this.users.roots(manager)) {
      if (!(await passwordMatches(user.password, DEFAULT_ROOT_PASSWORD))) continue;
      await this.users.update(manager, user.id, withNewPassword(user, await hashPassword(password)));
      replaced.push(user.id);
    }
    return replaced;
  }

  /** Imported rows contain access tokens in plain text; only their hashes are stored from now on. */
  private async hashImportedTokens(manager: EntityManager): Promise<void> {
    for (const { id, accessToken } of await this.users.plainAccessTokens(manager)) {
      const token = accessToken?.trim() ?? '';
      const accessTokenHash = token === '' ? null : this.vault.lookupHash(token);
      await this.users.update(manager, id, {
        accessToken: null,
        accessTokenHash,
        accessTokenKey: this.vault.keyId,
      });
    }
  }
}
