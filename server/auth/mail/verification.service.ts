import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { AuditLog } from '../../audit/audit-log.js';
import type { Language } from '../../contract/languages.js';
import type { Env } from '../../core/env.js';
import type { SignedIn } from '../../core/http/access/account.js';
import type { ClientOrigin } from '../../core/http/access/devices.js';
import { ENV } from '../../core/injection.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { Mailer, type Mail } from '../../notifications/mailer.js';
import { OutboxRepository } from '../../notifications/outbox/outbox.repository.js';
import { AccountNotices } from '../../notifications/account-notices.js';
import { ReaderLanguage } from '../../notifications/reader-language.js';
import { OptionsService } from '../../options/options.service.js';
import { Accounts } from '../../users/accounts.js';
import { IdentityProof } from '../../users/passwords/identity-proof.js';
import type { User } from '../../users/user.entity.js';
import { UsersRepository } from '../../users/users.repository.js';
import { codeLetter, emailChangedLetter, takenLetter } from './letters.js';
import { MailAddresses } from './mail-addresses.js';
import { MailAddressesRepository } from './mail-addresses.repository.js';
import { MailCodes, type Purpose } from './mail-codes.js';
import type { BindEmailRequest } from '../../contract/resources/accounts/auth.js';

/** Six hex characters, short enough to type. */
const CODE_BYTES = 3;

/** Verifies e-mail addresses for registration and for binding to an account. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly database: DataSource,
    private readonly options: OptionsService,
    private readonly addresses: MailAddresses,
    private readonly addressRows: MailAddressesRepository,
    private readonly users: UsersRepository,
    private readonly codes: MailCodes,
    private readonly mailer: Mailer,
    private readonly accounts: Accounts,
    private readonly identityProof: IdentityProof,
    private readonly outbox: OutboxRepository,
    private readonly languages: ReaderLanguage,
    private readonly notices: AccountNotices,
    private readonly audit: AuditLog,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Mails a code that only the requesting account (or an anonymous client) can use. If the address already has an
   * account, a notice is mailed instead; the response is the same, so only the owner of the address learns this.
   * @param userId 0 = anonymous
   * @param page language of the page that asks for it
   */
  async send(email: string, userId: number, page: Language | undefined): Promise<void> {
    this.addresses.assertAllowed(email);
    const purpose = purposeOf(userId);
    if (await this.addressRows.isTaken(undefined, email))
      return this.codes.limited({ purpose, email }, () => this.sendTaken(email, page));
    const code = randomBytes(CODE_BYTES).toString('hex');
    const minutes = this.env.VERIFICATION_CODE_TTL_MINUTES;
    const letter = codeLetter(
      await this.languageOf(userId, page),
      this.options.get('SystemName'),
      code,
      minutes,
    );
    await this.codes.send({ purpose, email, code, ttlMs: minutes * 60_000 }, () =>
      this.mailer.send({ to: email, ...letter }),
    );
  }

  /** @param page language of who asks, who need not be the owner of the address */
  private async sendTaken(email: string, page: Language | undefined): Promise<void> {
    const owner = await this.users.findLiveByEmail(undefined, email);
    const language = this.languages.of(owner?.setting ?? '', page);
    await this.mailer.send({ to: email, ...takenLetter(language, this.options.get('SystemName')) });
  }

  private async languageOf(userId: number, page: Language | undefined): Promise<Language> {
    const user = userId === 0 ? null : await this.users.findLive(userId);
    return this.languages.of(user?.setting ?? '', page);
  }

  /**
   * Runs `work` after the code has proved control of the address.
   * @throws ApiError email_code_wrong
   */
  async proved<T>(
    request: {
      readonly email: string;
      readonly code: string;
      readonly userId: number;
      /** Address of the client. */
      readonly address: string;
    },
    work: () => Promise<T>,
  ): Promise<T> {
    const { email, userId, address } = request;
    const code = request.code.trim().toLowerCase();
    const done = await this.codes.redeem({ purpose: purposeOf(userId), email, code }, address, work);
    if (done === undefined) throw new ApiError('email_code_wrong');
    return done.result;
  }

  /**
   * Binds an address to an account. The address can then reset the password, so binding requires the password or a
   * recent sign-in, and the previous address is notified.
   */
  async bind(
    account: SignedIn,
    { email, code, original_password }: BindEmailRequest,
    origin: ClientOrigin,
    page: Language | undefined,
  ): Promise<void> {
    await this.identityProof.require(account, original_password, origin);
    const { id: userId } = account;
    await this.proved({ email, code, userId, address: origin.address }, () =>
      this.database.transaction(async (manager) => {
        await this.addressRows.hold(manager, email);
        if (await this.addressRows.isTaken(manager, email)) throw new ApiError('email_taken');
        const user = await this.users.lockLive(manager, userId);
        await this.users.update(manager, userId, { email });
        const details = { before: { email: user.email }, after: { email } };
        await this.audit.record(manager, { action: 'email_bound', actor: account, details });
        if (user.email !== '' && this.mailer.configured)
          await this.outbox.add(manager, { mail: this.noticeOfChange(user, email, page) });
        await this.notices.send(manager, user, { kind: 'email_changed', email });
      }),
    );
    await this.accounts.changed(userId);
  }

  private noticeOfChange({ email, setting }: User, now: string, page: Language | undefined): Mail {
    const language = this.languages.of(setting, page);
    return { to: email, ...emailChangedLetter(language, this.options.get('SystemName'), now) };
  }
}

function purposeOf(userId: number): Purpose {
  return userId === 0 ? 'registration' : `account:${userId}`;
}
