import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '../audit/audit-log.js';
import type { ClientOrigin } from '../core/http/access/devices.js';
import { LogType, Role } from '../contract/enums.js';
import type { Language } from '../contract/languages.js';
import { LedgerService } from '../billing/ledger/ledger.service.js';
import { LogWriter } from '../billing/logs/log-writer.js';
import { PricesService } from '../billing/prices/prices.service.js';
import { ApiError } from '../contract/errors/api-error.js';
import { storedText } from '../contract/stored-texts/catalogue.js';
import type { StoredText } from '../contract/stored-texts/stored-text.js';
import { OptionsService } from '../options/options.service.js';
import type { User } from '../users/user.entity.js';
import { withLanguage } from '../users/own-account/own-setting.js';
import { UsersRepository } from '../users/users.repository.js';
import { NewAccountsRepository } from './new-accounts.repository.js';

/** Attempts per name, in case another transaction takes the generated invitation code first. */
const CODE_TRIES = 5;

/** An account to create, however the user signed up. */
export interface NewAccount {
  /** User names in order of preference; the first free one is used. Names of deleted accounts are not free. */
  readonly names: Iterable<string>;
  /** Display name; the user name if empty. */
  readonly displayName?: string;
  /** A hash made by `hashPassword`; '' or absent for accounts without a password. */
  readonly password?: string;
  readonly email?: string;
  /** Ids of the user at third-party providers. */
  readonly identity?: Partial<Pick<User, 'githubId' | 'oidcId' | 'wechatId' | 'linuxDoId'>>;
  /** `Role.user` by default. */
  readonly role?: number;
  /** The default group if absent. */
  readonly group?: string;
  /** Opening balance, quota units; as the options say if absent. */
  readonly quota?: number;
  /** Of the page where the user signed up; the account keeps it as its own. */
  readonly language?: Language | undefined;
  /** Invitation code; an unknown code is ignored. */
  readonly invitation?: string;
  /** Where the user signed up from. */
  readonly origin: ClientOrigin;
}

/** Creates accounts on sign-up, with initial quota, invitation rewards and their log rows. */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly users: UsersRepository,
    private readonly accounts: NewAccountsRepository,
    private readonly options: OptionsService,
    private readonly ledger: LedgerService,
    private readonly prices: PricesService,
    private readonly logs: LogWriter,
    private readonly audit: AuditLog,
  ) {}

  /** @throws ApiError registration_closed if registration is disabled or the gateway is in self-use mode */
  assertRegistrationOpen(): void {
    if (!this.options.get('RegisterEnabled') || this.options.get('SelfUseModeEnabled'))
      throw new ApiError('registration_closed');
  }

  /**
   * Creates an account in the caller's transaction; call `LedgerService.refreshCache` after the commit.
   * @throws ApiError registration_username_taken if no name is free
   */
  async create(manager: EntityManager, account: NewAccount): Promise<User> {
    const code = account.invitation ?? '';
    const inviter = code === '' ? null : await this.accounts.findInviter(manager, code);
    const id = await this.insert(manager, account, inviter?.id ?? 0);
    const user = await this.users.get(manager, id);
    const gift = account.quota ?? this.options.get('QuotaForNewUser');
    if (gift > 0) {
      await this.ledger.open(manager, id, gift, `user:${id}`);
      await this.note(
        manager,
        user,
        storedText('quota_for_new_user', { quota: this.prices.loggedQuota(gift) }),
      );
    }
    if (inviter !== null) await this.rewardInvitation(manager, inviter, user);
    await this.audit.record(manager, {
      action: 'account_registered',
      actor: user,
      details: {
        identities: Object.keys(account.identity ?? {}),
        email: user.email,
        invited_by: inviter?.id ?? 0,
      },
      origin: account.origin,
    });
    return user;
  }

  private async insert(manager: EntityManager, account: NewAccount, inviterId: number): Promise<number> {
    const {
      names,
      displayName = '',
      password = '',
      email = '',
      identity,
      role = Role.user,
      group,
      language,
    } = account;
    for (const username of names)
      for (let tries = 0; tries < CODE_TRIES; tries++) {
        const id = await this.accounts.insert(manager, {
          username,
          displayName: displayName || username,
          password,
          email,
          ...identity,
          role,
          ...(group !== undefined && { group }),
          ...(language !== undefined && { setting: withLanguage('', language) }),
          affCode: await this.users.freeAffCode(manager),
          inviterId,
        });
        if (id !== undefined) return id;
        if (await this.users.nameExists(manager, username)) break;
      }
    throw new ApiError('registration_username_taken');
  }

  /** Credits both users and counts the invitation, also if the reward is zero. */
  private async rewardInvitation(manager: EntityManager, inviter: User, invited: User): Promise<void> {
    const inviteeReward = this.options.get('QuotaForInvitee');
    if (inviteeReward > 0) {
      const reference = `invited:${invited.id}`;
      await this.ledger.credit(manager, {
        userId: invited.id,
        amount: inviteeReward,
        kind: 'grant',
        reference,
      });
      await this.note(
        manager,
        invited,
        storedText('quota_for_invitee', { quota: this.prices.loggedQuota(inviteeReward) }),
      );
    }
    const reward = this.options.get('QuotaForInviter');
    await this.accounts.countInvitation(manager, inviter.id, reward);
    if (reward > 0)
      await this.note(
        manager,
        inviter,
        storedText('quota_for_inviter', { quota: this.prices.loggedQuota(reward) }),
      );
  }

  private note(manager: EntityManager, { id, username }: User, text: StoredText): Promise<void> {
    return this.logs.write(manager, { userId: id, username, type: LogType.system, text });
  }
}
