import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditLog } from '../../audit/audit-log.js';
import type { Language } from '../../contract/languages.js';
import { randomText } from '../../core/crypto.js';
import type { ClientOrigin } from '../../core/http/access/devices.js';
import { PUBLIC_ADDRESS, type PublicAddress } from '../../core/http/access/sessions.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { Mailer, type Mail } from '../../notifications/mailer.js';
import { AccountNotices } from '../../notifications/account-notices.js';
import { ReaderLanguage } from '../../notifications/reader-language.js';
import { OptionsService } from '../../options/options.service.js';
import { Accounts } from '../../users/accounts.js';
import { hashPassword, withNewPassword } from '../../users/passwords/passwords.js';
import { SignInThrottle } from '../../users/passwords/sign-in-throttle.js';
import type { User } from '../../users/user.entity.js';
import { UsersRepository } from '../../users/users.repository.js';
import { resetLetter } from './letters.js';
import { MailCodes } from './mail-codes.js';
import type { ResetPasswordRequest } from '../../contract/resources/accounts/auth.js';
import { UNSET_ADDRESS } from '../../core/unset-address.js';

const TOKEN_BYTES = 16;
const LIFETIME_MINUTES = 10;
const PASSWORD_LENGTH = 16;

/** Password resets by e-mail. */
@Injectable()
export class ResetService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Reset');
  private readonly sending = new Set<Promise<void>>();

  constructor(
    private readonly database: DataSource,
    private readonly options: OptionsService,
    private readonly users: UsersRepository,
    private readonly codes: MailCodes,
    private readonly mailer: Mailer,
    private readonly accounts: Accounts,
    private readonly throttle: SignInThrottle,
    private readonly languages: ReaderLanguage,
    private readonly notices: AccountNotices,
    private readonly audit: AuditLog,
    @Inject(PUBLIC_ADDRESS) private readonly publicAddress: PublicAddress,
  ) {}

  /**
   * Mails a link if exactly one account has this address. The response is the same either way and does not wait for the
   * mail server, so neither its content nor its time reveals whether an account exists.
   * @param page language of the page that asks for it
   * @throws ApiError smtp_not_configured, mail_too_soon
   */
  async send(email: string, page: Language | undefined): Promise<void> {
    if (!this.mailer.configured) throw new ApiError('smtp_not_configured');
    const user = await this.users.findLiveByEmail(undefined, email);
    if (user === undefined) return this.codes.limited({ purpose: 'reset', email }, () => Promise.resolve());
    const token = randomBytes(TOKEN_BYTES).toString('hex');
    const site = this.publicAddress() || UNSET_ADDRESS;
    const link = `${site}/user/reset?email=${encodeURIComponent(user.email)}&token=${token}`;
    const language = this.languages.of(user.setting, page);
    const letter = resetLetter(language, this.options.get('SystemName'), link, LIFETIME_MINUTES);
    const lock = { purpose: 'reset', email, code: token } as const;
    await this.codes.send({ ...lock, subject: subjectOf(user), ttlMs: LIFETIME_MINUTES * 60_000 }, () => {
      this.sendLater({ to: user.email, ...letter });
      return Promise.resolve();
    });
  }

  /** Waits for mails that are being sent. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.sending);
  }

  private sendLater(mail: Mail): void {
    const sent = this.mailer.send(mail).catch((error: unknown) => {
      this.logger.error(`the link of a password reset was not sent: ${String(error)}`);
    });
    this.sending.add(sent);
    void sent.finally(() => this.sending.delete(sent));
  }

  /**
   * Sets a new password, which ends every session of the account and its system access token. The browser and address
   * of the request become trusted for sign-in, even while others are guessing passwords.
   * @returns the new password
   */
  async reset({ email, token }: ResetPasswordRequest, origin: ClientOrigin): Promise<string> {
    const password = randomText(PASSWORD_LENGTH);
    const done = await this.codes.redeem(
      { purpose: 'reset', email, code: token },
      origin.address,
      async (subject) => {
        const hash = await hashPassword(password);
        return this.database.transaction((manager) => this.change(manager, email, subject, hash));
      },
    );
    if (done === undefined) throw new ApiError('reset_link_wrong');
    const { id, username } = done.result;
    await this.accounts.changed(id);
    await this.audit.note({ action: 'password_reset', actor: { id, username }, origin });
    await this.throttle.succeeded(username, origin);
    return password;
  }

  /**
   * Sets the password if the link still matches the account: a new session version (password change, ban, role change)
   * or another e-mail address invalidates it.
   * @throws ApiError reset_link_wrong
   */
  private async change(manager: EntityManager, email: string, subject: string, hash: string): Promise<User> {
    const holder = await this.users.findLiveByEmail(manager, email);
    const user = holder && (await this.users.lockForNoKeyUpdate(manager, holder.id));
    if (!user || user.deletedAt !== null || subjectOf(user) !== subject)
      throw new ApiError('reset_link_wrong');
    await this.users.update(manager, user.id, withNewPassword(user, hash));
    await this.notices.send(manager, user, { kind: 'password_changed' });
    return user;
  }
}

function subjectOf({ id, sessionVersion }: User): string {
  return `${id}:${sessionVersion}`;
}
