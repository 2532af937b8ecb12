import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { randomText } from '../../core/crypto.js';
import { PUBLIC_ADDRESS, type PublicAddress } from '../../core/http/sessions.js';
import { Refusal } from '../../core/refusal.js';
import { Mailer } from '../../notifications/mailer.js';
import { OptionsService } from '../../options/options.service.js';
import { Accounts } from '../../users/accounts.js';
import { hashPassword } from '../../users/passwords.js';
import { User } from '../../users/user.entity.js';
import { SignInThrottle } from '../sign-in-throttle.js';
import { resetLetter } from './letters.js';
import { MailAddresses } from './mail-addresses.js';
import { MailCodes } from './mail-codes.js';
import type { ResetPassword } from './mail.schema.js';

const TOKEN_BYTES = 16;
const LIFETIME_MINUTES = 10;
const PASSWORD_LENGTH = 16;
/** What option ServerAddress means as long as nobody set it. Never what the request says: others decide that. */
const UNSET_ADDRESS = 'http://localhost:3000';

/** A new password for who reads the mail of an account. */
@Injectable()
export class ResetService {
  constructor(
    private readonly database: DataSource,
    private readonly options: OptionsService,
    private readonly addresses: MailAddresses,
    private readonly codes: MailCodes,
    private readonly mailer: Mailer,
    private readonly accounts: Accounts,
    private readonly throttle: SignInThrottle,
    @Inject(PUBLIC_ADDRESS) private readonly publicAddress: PublicAddress,
  ) {}

  /** @throws Refusal email_unregistered also for an address that several accounts share */
  async send(email: string): Promise<void> {
    const user = await this.addresses.holder(this.database.manager, email);
    if (user === undefined) throw new Refusal('email_unregistered');
    const token = randomBytes(TOKEN_BYTES).toString('hex');
    const site = this.publicAddress() || UNSET_ADDRESS;
    const link = `${site}/user/reset?email=${encodeURIComponent(user.email)}&token=${token}`;
    const letter = resetLetter(this.options.text('SystemName'), link, LIFETIME_MINUTES);
    await this.codes.send(
      { purpose: 'reset', email, code: token, subject: subjectOf(user), ttlMs: LIFETIME_MINUTES * 60_000 },
      () => this.mailer.send({ to: user.email, ...letter }),
    );
  }

  /**
   * Ends every session of the account. The address this comes from may sign in even while others are guessing.
   * @returns the new password
   */
  async reset({ email, token }: ResetPassword, address: string): Promise<string> {
    const password = randomText(PASSWORD_LENGTH);
    const done = await this.codes.redeem({ purpose: 'reset', email, code: token }, async (subject) => {
      const hash = await hashPassword(password);
      return this.database.transaction((manager) => this.change(manager, email, subject, hash));
    });
    if (done === undefined) throw new Refusal('reset_link_wrong');
    const { id, username } = done.result;
    await this.accounts.changed(id);
    await this.throttle.succeeded(username, address);
    return password;
  }

  /** A link is for one account and the password it had: when either is another now, the link is void. */
  private async change(manager: EntityManager, email: string, subject: string, hash: string): Promise<User> {
    const holder = await this.addresses.holder(manager, email);
    const user =
      holder &&
      (await manager.findOne(User, { where: { id: holder.id }, lock: { mode: 'for_no_key_update' } }));
    if (!user || user.deletedAt !== null || subjectOf(user) !== subject)
      throw new Refusal('reset_link_wrong');
    await manager.update(User, user.id, { password: hash, sessionVersion: user.sessionVersion + 1 });
    return user;
  }
}

function subjectOf({ id, sessionVersion }: User): string {
  return `${id}:${sessionVersion}`;
}
