import type { ClientOrigin } from '../../core/http/access/devices.js';
import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditLog } from '../../audit/audit-log.js';
import { LedgerService } from '../../billing/ledger/ledger.service.js';
import { UserStatus } from '../../contract/enums.js';
import type { Language } from '../../contract/languages.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type {
  AcceptInvitationRequest,
  InvitationResponse,
  InviteRequest,
  ReadInvitationResponse,
} from '../../contract/resources/accounts/invitation.js';
import { Vault } from '../../core/crypto.js';
import { PUBLIC_ADDRESS, type PublicAddress } from '../../core/http/access/sessions.js';
import { Mailer } from '../../notifications/mailer.js';
import { ReaderLanguage } from '../../notifications/reader-language.js';
import { GroupsService } from '../../options/groups/groups.service.js';
import { OptionsService } from '../../options/options.service.js';
import { holdActor, type Actor } from '../../users/actor-permissions.js';
import { hashChosenPassword } from '../../users/passwords/passwords.js';
import { UsersRepository } from '../../users/users.repository.js';
import { MailAddressesRepository } from '../mail/mail-addresses.repository.js';
import { invitationLetter } from '../mail/letters.js';
import { NewAccounts } from '../new-accounts.js';
import type { Invitation } from './invitation.entity.js';
import { InvitationsRepository } from './invitations.repository.js';
import { UNSET_ADDRESS } from '../../core/unset-address.js';

const TOKEN_BYTES = 32;
const LIFETIME_DAYS = 7;
const MAX_LISTED = 200;

/**
 * Invitations by mail, with role, group and quota of the new account. They work while registration is closed. The link is valid once;
 * the database has its hash only.
 */
@Injectable()
export class MailInvitations {
  constructor(
    private readonly database: DataSource,
    private readonly invitations: InvitationsRepository,
    private readonly users: UsersRepository,
    private readonly addresses: MailAddressesRepository,
    private readonly accounts: NewAccounts,
    private readonly groups: GroupsService,
    private readonly options: OptionsService,
    private readonly ledger: LedgerService,
    private readonly mailer: Mailer,
    private readonly vault: Vault,
    private readonly audit: AuditLog,
    private readonly languages: ReaderLanguage,
    @Inject(PUBLIC_ADDRESS) private readonly publicAddress: PublicAddress,
  ) {}

  /** Open invitations, newest first. */
  async list(): Promise<InvitationResponse[]> {
    return (await this.invitations.list(now(), MAX_LISTED)).map(responseOf);
  }

  /**
   * Mails a link, after which an earlier one to the same address no longer works. If the mail cannot be sent, nothing has changed.
   * @throws ApiError smtp_not_configured, user_not_creatable, group_unknown, email_taken, mail_not_sent
   */
  async invite(
    actor: Actor,
    { email, role, group, quota, language }: InviteRequest,
  ): Promise<InvitationResponse> {
    if (!this.mailer.configured) throw new ApiError('smtp_not_configured');
    if (!this.groups.names().includes(group)) throw new ApiError('group_unknown');
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const createdAt = now();
    const invitation = await this.database.transaction(async (manager) => {
      const by = await holdActor(this.users, manager, actor);
      if (role >= by.role) throw new ApiError('user_not_creatable');
      await this.addresses.hold(manager, email);
      if (await this.addresses.isTaken(manager, email)) throw new ApiError('email_taken');
      const stored = await this.invitations.insert(manager, {
        email,
        role,
        group,
        quota: quota ?? null,
        tokenHash: this.vault.lookupHash(token),
        tokenKey: this.vault.keyId,
        inviterId: by.id,
        inviterName: by.username,
        createdAt,
        expiresAt: createdAt + LIFETIME_DAYS * 86_400,
      });
      await this.audit.record(manager, { action: 'user_invited', actor: by, details: factsOf(stored) });
      return stored;
    });
    await this.mail(invitation, token, language ?? this.languages.stated);
    await this.invitations.removeEarlier(invitation, createdAt);
    return responseOf(invitation);
  }

  /** @throws ApiError invitation_not_found, user_not_editable for invitations to roles that the actor may not grant */
  async revoke(actor: Actor, id: number): Promise<void> {
    await this.database.transaction(async (manager) => {
      const by = await holdActor(this.users, manager, actor);
      const invitation = await this.invitations.find(manager, id);
      if (!invitation) throw new ApiError('invitation_not_found');
      if (invitation.role >= by.role) throw new ApiError('user_not_editable');
      await this.invitations.remove(manager, id);
      await this.audit.record(manager, {
        action: 'invitation_revoked',
        actor: by,
        details: factsOf(invitation),
      });
    });
  }

  /** @throws ApiError invitation_invalid */
  async read(token: string): Promise<ReadInvitationResponse> {
    const { email, inviterName, expiresAt } = await this.open(undefined, token);
    return { email, inviter: inviterName, expires_at: expiresAt };
  }

  /**
   * Creates the account with the invited address, which the link proves.
   * @param page language of the page, which the account keeps as its own
   * @throws ApiError invitation_invalid, email_taken, registration_username_taken, group_unknown
   */
  async accept(
    { token, username, password }: AcceptInvitationRequest,
    page: Language | undefined,
    origin: ClientOrigin,
  ): Promise<void> {
    // Without a valid link, no time is spent on a hash.
    await this.open(undefined, token);
    const hash = await hashChosenPassword(password, [username]);
    const userId = await this.database.transaction(async (manager) => {
      const invitation = await this.open(manager, token);
      const { email, role, group, quota, id } = invitation;
      await this.assertStillGranted(manager, invitation);
      if (!this.groups.names().includes(group)) throw new ApiError('group_unknown');
      await this.addresses.hold(manager, email);
      if (await this.addresses.isTaken(manager, email)) throw new ApiError('email_taken');
      const user = await this.accounts.create(manager, {
        names: [username],
        password: hash,
        email,
        role,
        group,
        language: page,
        origin,
        ...(quota !== null && { quota }),
      });
      await this.invitations.remove(manager, id);
      await this.audit.record(manager, {
        action: 'invitation_accepted',
        actor: user,
        details: { ...factsOf(invitation), inviter: invitation.inviterName },
        origin,
      });
      return user.id;
    });
    await this.ledger.refreshCache({ users: [userId] });
  }

  private async open(manager: EntityManager | undefined, token: string): Promise<Invitation> {
    const invitation = await this.vault.lookUp(token, (hash) =>
      this.invitations.findOpen(manager, hash, now()),
    );
    if (!invitation) throw new ApiError('invitation_invalid');
    return invitation;
  }

  /** An administrator who was demoted, banned or deleted since grants nothing any more. */
  private async assertStillGranted(manager: EntityManager, { inviterId, role }: Invitation): Promise<void> {
    const inviter = await this.users.lockShared(manager, inviterId);
    const isActive = inviter?.deletedAt === null && inviter.status === UserStatus.enabled;
    if (!isActive || inviter.role <= role) throw new ApiError('invitation_invalid');
  }

  private async mail(
    { id, email, inviterName }: Invitation,
    token: string,
    language: Language | undefined,
  ): Promise<void> {
    const site = this.publicAddress() || UNSET_ADDRESS;
    const letter = invitationLetter(language, this.options.get('SystemName'), {
      inviter: inviterName,
      // The page is in the language of the mail.
      link: `${site}/invitation${language === undefined ? '' : `?lng=${language}`}#${token}`,
      days: LIFETIME_DAYS,
    });
    try {
      await this.mailer.send({ to: email, ...letter });
    } catch (error) {
      await this.invitations.remove(undefined, id);
      throw error;
    }
  }
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}

function factsOf({ email, role, group, quota }: Invitation) {
  return { email, role, group, quota };
}

function responseOf(invitation: Invitation): InvitationResponse {
  const { id, email, role, group, quota, inviterName, createdAt, expiresAt } = invitation;
  return {
    id,
    email,
    role,
    group,
    quota,
    inviter: inviterName,
    created_at: createdAt,
    expires_at: expiresAt,
  };
}
