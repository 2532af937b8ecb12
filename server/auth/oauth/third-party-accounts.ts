import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditLog } from '../../audit/audit-log.js';
import { UserStatus } from '../../contract/enums.js';
import type { Language } from '../../contract/languages.js';
import { LedgerService } from '../../billing/ledger/ledger.service.js';
import type { Acting } from '../../core/http/access/account.js';
import type { ClientOrigin } from '../../core/http/access/devices.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { OptionsService } from '../../options/options.service.js';
import type { User } from '../../users/user.entity.js';
import { UsersRepository } from '../../users/users.repository.js';
import { MailAddressesRepository } from '../mail/mail-addresses.repository.js';
import { NewAccounts } from '../new-accounts.js';
import { accountNames, displayNameOf } from './account-names.js';
import { IdentitiesRepository } from './identities.repository.js';
import { providers, type Identity } from './providers.js';

/**
 * Finds, creates and binds accounts of third-party identities. A lock per identity ensures that concurrent sign-ins
 * create one account only.
 */
@Injectable()
export class ThirdPartyAccounts {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly identities: IdentitiesRepository,
    private readonly addresses: MailAddressesRepository,
    private readonly options: OptionsService,
    private readonly accounts: NewAccounts,
    private readonly ledger: LedgerService,
    private readonly audit: AuditLog,
  ) {}

  /** @throws ApiError if sign-in with this provider is disabled */
  assertEnabled(provider: Identity['provider']): void {
    const { isEnabled, disabled } = providers[provider];
    if (!isEnabled(this.options)) throw new ApiError(disabled);
  }

  /**
   * Returns the account of an identity and creates one if there is none and registration is open.
   * @param page language of the page, which a new account keeps as its own
   */
  async signIn(identity: Identity, invitation: string, origin: ClientOrigin, page?: Language): Promise<User> {
    const { user, isNew } = await this.database.transaction(async (manager) => {
      await this.identities.lock(manager, identity);
      const adopted = await this.adopt(manager, identity);
      if (adopted !== undefined) return { user: adopted, isNew: false };
      this.accounts.assertRegistrationOpen();
      if (identity.noSignUp !== undefined) throw new ApiError(identity.noSignUp);
      const { id } = await this.create(manager, identity, invitation, origin, page);
      // Read again: initial quota and rewards were credited after the row was inserted.
      return { user: await this.users.get(manager, id), isNew: true };
    });
    if (isNew) await this.ledger.refreshCache({ users: [user.id] });
    if (user.status !== UserStatus.enabled) throw new ApiError('user_banned');
    return user;
  }

  /**
   * Returns the account of an identity, if any.
   * @throws ApiError user_banned, account_deleted
   */
  async find(identity: Identity): Promise<User | undefined> {
    const user = await this.database.transaction((manager) => this.adopt(manager, identity));
    if (user !== undefined && user.status !== UserStatus.enabled) throw new ApiError('user_banned');
    return user;
  }

  /** Binds an identity to this account, replacing an earlier one of the same provider. */
  async bind(identity: Identity, account: Acting): Promise<void> {
    const { property, taken } = providers[identity.provider];
    await this.database.transaction(async (manager) => {
      await this.identities.lock(manager, identity);
      const ids = identity.formerId === undefined ? [identity.id] : [identity.id, identity.formerId];
      if (await this.identities.isBound(manager, property, ids)) throw new ApiError(taken);
      if (!(await this.users.updateLive(manager, account.id, { [property]: identity.id })))
        throw new ApiError('account_deleted');
      const details = { provider: identity.provider, identity: identity.id };
      await this.audit.record(manager, { action: 'identity_bound', actor: account, details });
    });
  }

  /**
   * Finds the account by the identity's id or former id; a former id is replaced by the id.
   * @throws ApiError account_deleted if only deleted accounts have the identity
   */
  private async adopt(manager: EntityManager, identity: Identity): Promise<User | undefined> {
    const { property } = providers[identity.provider];
    for (const id of [identity.id, identity.formerId]) {
      if (id === undefined) continue;
      const live = await this.identities.findLive(manager, property, id);
      if (live !== null) {
        if (id !== identity.id) await this.users.update(manager, live.id, { [property]: identity.id });
        return live;
      }
      if (await this.identities.hasDeleted(manager, property, id)) throw new ApiError('account_deleted');
    }
    return undefined;
  }

  private async create(
    manager: EntityManager,
    identity: Identity,
    invitation: string,
    origin: ClientOrigin,
    language: Language | undefined,
  ): Promise<User> {
    const { property, namePrefix } = providers[identity.provider];
    return this.accounts.create(manager, {
      names: accountNames(
        identity.preferredName ?? '',
        namePrefix,
        await this.identities.nextUserId(manager),
      ),
      displayName: displayNameOf(identity.displayName),
      email: await this.freeEmail(manager, identity.email),
      identity: { [property]: identity.id },
      invitation,
      language,
      origin,
    });
  }

  /** The address, or '' if another account already has it. */
  private async freeEmail(manager: EntityManager, email = ''): Promise<string> {
    if (email === '') return '';
    await this.addresses.hold(manager, email);
    return (await this.addresses.hasAccount(manager, email)) ? '' : email;
  }
}
