import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource, IsNull } from 'typeorm';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { Refusal } from '../../core/refusal.js';
import { Mailer } from '../../notifications/mailer.js';
import { OptionsService } from '../../options/options.service.js';
import { Accounts } from '../../users/accounts.js';
import { User } from '../../users/user.entity.js';
import { codeLetter } from './letters.js';
import { MailAddresses } from './mail-addresses.js';
import { MailCodes, type Purpose } from './mail-codes.js';

/** Six characters: people type them. */
const CODE_BYTES = 3;

/** Proving that an e-mail address is one's own, to sign up with it or to have it on one's account. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly database: DataSource,
    private readonly options: OptionsService,
    private readonly addresses: MailAddresses,
    private readonly codes: MailCodes,
    private readonly mailer: Mailer,
    private readonly accounts: Accounts,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Mails a code that only who asked for it can use. @param userId 0 = a visitor */
  async send(email: string, userId: number): Promise<void> {
    this.addresses.assertWelcome(email);
    if (await this.addresses.isTaken(this.database.manager, email)) throw new Refusal('email_taken');
    const code = randomBytes(CODE_BYTES).toString('hex');
    const minutes = this.env.VERIFICATION_CODE_TTL_MINUTES;
    const letter = codeLetter(this.options.text('SystemName'), code, minutes);
    await this.codes.send({ purpose: purposeOf(userId), email, code, ttlMs: minutes * 60_000 }, () =>
      this.mailer.send({ to: email, ...letter }),
    );
  }

  /** Does something with an address that is proved to be the caller's. @throws Refusal email_code_wrong */
  async proved<T>(
    given: { readonly email: string; readonly code: string; readonly userId: number },
    work: () => Promise<T>,
  ): Promise<T> {
    const { email, userId } = given;
    const code = given.code.trim().toLowerCase();
    const done = await this.codes.redeem({ purpose: purposeOf(userId), email, code }, work);
    if (done === undefined) throw new Refusal('email_code_wrong');
    return done.result;
  }

  /** Puts an address on an account. */
  async bind(userId: number, email: string, code: string): Promise<void> {
    await this.proved({ email, code, userId }, () =>
      this.database.transaction(async (manager) => {
        await this.addresses.hold(manager, email);
        if (await this.addresses.isTaken(manager, email)) throw new Refusal('email_taken');
        const { affected } = await manager.update(User, { id: userId, deletedAt: IsNull() }, { email });
        if (affected !== 1) throw new Refusal('user_not_found');
      }),
    );
    await this.accounts.changed(userId);
  }
}

function purposeOf(userId: number): Purpose {
  return userId === 0 ? 'visitor' : `account:${userId}`;
}
