import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { ApiError } from '../../contract/errors/api-error.js';
import type { Language } from '../../contract/languages.js';
import { Vault } from '../../core/crypto.js';
import { RateLimits, type RateLimit } from '../../core/http/rate-limits.js';
import { errorCode } from '../../notifications/error-code.js';
import { Mailer } from '../../notifications/mailer.js';
import type { Notice } from '../../notifications/notice.js';
import { NoticeSender } from '../../notifications/notice-sender.js';
import { DeliveryFailure } from '../../notifications/outbox/delivery-failure.js';
import { ReaderLanguage } from '../../notifications/reader-language.js';
import { recipientOf, targetOf, type Addressee, type Target } from '../../notifications/target.js';
import { noticeText } from '../../notifications/texts/catalogue.js';
import { OptionsService } from '../../options/options.service.js';
import { OwnAccountService } from './own-account.service.js';

/** Test notices of an account, and mails of them to one address from all accounts. */
const MAX_TESTS = 5;
const MAX_MAILS = 3;
const WITHIN_SECONDS = 600;

/** Sends test notices with the stored settings of an account. */
@Injectable()
export class TestNotices {
  private readonly tests: RateLimit;
  /** An account may name any address, and there may be many accounts. */
  private readonly mails: RateLimit;

  constructor(
    private readonly own: OwnAccountService,
    private readonly options: OptionsService,
    private readonly mailer: Mailer,
    private readonly sender: NoticeSender,
    private readonly vault: Vault,
    private readonly languages: ReaderLanguage,
    limits: RateLimits,
  ) {
    this.tests = limits.make('testNotice', MAX_TESTS, WITHIN_SECONDS);
    this.mails = limits.make('testMail', MAX_MAILS, WITHIN_SECONDS);
  }

  /**
   * Sends one notice and waits for the answer. It is not repeated.
   * @param page language of the page that asks for it
   * @throws ApiError too_many_requests, mail_too_soon, notice_target_missing, notice_not_sent, and those of the mailer
   */
  async send(userId: number, page: Language | undefined): Promise<void> {
    await this.sendTo(userId, await this.own.find(userId), page);
  }

  /**
   * As `send`, to the target in other settings.
   * @param userId who sends it
   */
  async sendTo(userId: number, addressee: Addressee, page: Language | undefined): Promise<void> {
    await this.tests.count(String(userId));
    const target = targetOf(addressee, this.mailer.configured);
    if (!target) throw new ApiError('notice_target_missing');
    await this.countMail(target);
    const now = new Date();
    try {
      await this.sender.send(target, {
        id: randomUUID(),
        notice: this.testNotice(this.languages.of(addressee.setting, page)),
        createdAt: now,
        now,
      });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const reason = error instanceof DeliveryFailure ? error.message : errorCode(error);
      throw new ApiError('notice_not_sent', { reason }, { cause: error });
    }
  }

  /** Redis contains no addresses. */
  private async countMail(target: Target): Promise<void> {
    const recipient = recipientOf(target);
    if (recipient === '') return;
    await this.mails.count(this.vault.lookupHash(recipient.toLowerCase()), 1, 'mail_too_soon');
  }

  private testNotice(language: Language): Notice {
    const site = this.options.get('SystemName');
    const title = noticeText(language, 'test_title');
    return {
      type: 'test',
      title,
      content: noticeText(language, 'test', { site }),
      format: 'text',
      values: [],
    };
  }
}
