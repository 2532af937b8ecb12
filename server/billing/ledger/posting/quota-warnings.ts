import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import type { Language } from '../../../contract/languages.js';
import { Mailer } from '../../../notifications/mailer.js';
import { withValues, type Notice } from '../../../notifications/notice.js';
import { OutboxRepository, type NoticeLimit } from '../../../notifications/outbox/outbox.repository.js';
import { ReaderLanguage } from '../../../notifications/reader-language.js';
import { targetOf, type Addressee } from '../../../notifications/target.js';
import { noticeTemplate, noticeText } from '../../../notifications/texts/catalogue.js';
import { OptionsService } from '../../../options/options.service.js';
import { quotaText } from '../../prices/logged/quota-text.js';
import { UNSET_ADDRESS } from '../../../core/unset-address.js';

/** One warning per two hours, counted from the last one sent. */
const LIMIT: NoticeLimit = { most: 1, withinSeconds: 2 * 60 * 60 };

/** A user whose balance fell below the threshold in this batch. */
export interface LowUser extends Addressee {
  readonly id: number;
  readonly quota: number;
}

/** Warns users whose balance is below their threshold, at most once per two hours. */
@Injectable()
export class QuotaWarnings {
  constructor(
    private readonly options: OptionsService,
    private readonly mailer: Mailer,
    private readonly outbox: OutboxRepository,
    private readonly languages: ReaderLanguage,
  ) {}

  /** Threshold of users without one of their own, in quota units. */
  get fallback(): number {
    return this.options.get('QuotaRemindThreshold');
  }

  /** Writes the warnings in the transaction that locks these users, with one statement for all of them. */
  async warn(client: ClientBase, users: readonly LowUser[]): Promise<void> {
    const canMail = this.mailer.configured;
    const reachable = users.filter((user) => targetOf(user, canMail) !== undefined);
    if (reachable.length === 0) return;
    const notices = reachable.map(({ id, quota, setting }) => ({
      userId: id,
      notice: this.noticeOf(quota, this.languages.of(setting)),
    }));
    await this.outbox.addNotices(
      async (sql, parameters) => (await client.query<{ id: string }>(sql, parameters)).rows,
      notices,
      LIMIT,
    );
  }

  private noticeOf(quota: number, language: Language): Notice {
    const { options } = this;
    const shown = quotaText(quota, {
      inCurrency: options.get('DisplayInCurrencyEnabled'),
      quotaPerUnit: options.get('QuotaPerUnit'),
    });
    const link = `${options.get('ServerAddress') || UNSET_ADDRESS}/topup`;
    const title = noticeText(language, 'quota_low_title');
    const content = noticeTemplate(language, 'quota_low');
    return {
      type: 'quota_exceed',
      title,
      ...withValues(content, { title, quota: shown, link }),
      format: 'html',
    };
  }
}
