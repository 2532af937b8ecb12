import type { ClientOrigin } from '../core/http/access/devices.js';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LedgerService } from '../billing/ledger/ledger.service.js';
import type { Env } from '../core/env.js';
import { ENV } from '../core/injection.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { Language } from '../contract/languages.js';
import { ReaderLanguage } from '../notifications/reader-language.js';
import { GroupsService } from '../options/groups/groups.service.js';
import { OptionsService } from '../options/options.service.js';
import { createTokenRequest } from '../contract/resources/token.js';
import { TokensService } from '../tokens/tokens.service.js';
import { stateOf } from '../users/accounts.js';
import { hashChosenPassword } from '../users/passwords/passwords.js';
import { siteNames } from '../users/passwords/site-names.js';
import type { User } from '../users/user.entity.js';
import { MailAddressesRepository } from './mail/mail-addresses.repository.js';
import { VerificationService } from './mail/verification.service.js';
import { NewAccounts } from './new-accounts.js';
import type { RegisterRequest } from '../contract/resources/accounts/auth.js';
import { storedText, textIn } from '../contract/stored-texts/catalogue.js';
import { furtherTexts } from '../contract/stored-texts/further.js';

/** Remaining quota stored with the first token, which is unlimited. */
const FIRST_TOKEN_QUOTA = 500_000;

/** Registration with a name and a password. */
@Injectable()
export class RegistrationService {
  private readonly logger = new Logger('Registration');

  constructor(
    private readonly database: DataSource,
    private readonly options: OptionsService,
    private readonly accounts: NewAccounts,
    private readonly addresses: MailAddressesRepository,
    private readonly verification: VerificationService,
    private readonly tokens: TokensService,
    private readonly groups: GroupsService,
    private readonly ledger: LedgerService,
    private readonly languages: ReaderLanguage,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @throws ApiError if registration with a password is closed */
  assertOpen(): void {
    this.accounts.assertRegistrationOpen();
    if (!this.options.get('PasswordRegisterEnabled')) throw new ApiError('password_registration_closed');
  }

  /**
   * @param userId account that is signed in during the registration, 0 = none; a mail code is valid only for the
   *   account that requested it
   * @param origin of the request
   * @param page language of the page, which the account keeps as its own; the site's if undefined
   */
  async register(
    body: RegisterRequest,
    userId: number,
    origin: ClientOrigin,
    page: Language | undefined,
  ): Promise<void> {
    const user = await this.make(body, userId, origin, page);
    await this.ledger.refreshCache({ users: [user.id] });
    if (this.env.GENERATE_DEFAULT_TOKEN) await this.giveToken(user);
  }

  private async make(
    body: RegisterRequest,
    userId: number,
    origin: ClientOrigin,
    page: Language | undefined,
  ): Promise<User> {
    const { email, verification_code: code } = body;
    if (!this.options.get('EmailVerificationEnabled')) return this.insert(body, '', page, origin);
    if (email === '' || code === '') throw new ApiError('email_code_required');
    return this.verification.proved({ email, code, userId, address: origin.address }, () =>
      this.insert(body, email, page, origin),
    );
  }

  /**
   * @param address the verified address, or ''. An unverified address is neither stored nor looked up: the response
   *   would reveal whether it has an account
   */
  private async insert(
    body: RegisterRequest,
    address: string,
    language: Language | undefined,
    origin: ClientOrigin,
  ): Promise<User> {
    const password = await hashChosenPassword(body.password, [body.username, ...siteNames(this.options)]);
    return this.database.transaction(async (manager) => {
      if (address !== '') {
        await this.addresses.hold(manager, address);
        if (await this.addresses.isTaken(manager, address)) throw new ApiError('registration_username_taken');
      }
      return this.accounts.create(manager, {
        names: [body.username],
        password,
        email: address,
        language,
        invitation: body.aff_code,
        origin,
      });
    });
  }

  /**
   * Creates the first token, whose name is in the language of its owner, because it is the owner's data from then on. The account
   * remains if this fails; its owner can create a token.
   * @throws ApiError default_token_failed
   */
  private async giveToken(user: User): Promise<void> {
    try {
      const language = this.languages.of(user.setting);
      const name = storedText('first_token', { user: user.username });
      const token = createTokenRequest.parse({
        name: textIn(language, name, furtherTexts(language)),
        unlimited_quota: true,
        remain_quota: FIRST_TOKEN_QUOTA,
        group: this.groups.firstFor(user.group),
      });
      await this.tokens.create({ ...stateOf(user), by: 'session' }, token);
    } catch (error) {
      this.logger.error(`no first token for user ${user.id}: ${String(error)}`);
      throw new ApiError('default_token_failed', {}, { cause: error });
    }
  }
}
