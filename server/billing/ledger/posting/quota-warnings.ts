import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Mailer } from '../../../notifications/mailer.js';
import type { Notice } from '../../../notifications/notice.js';
import { OutboxRepository, type NoticeLimit } from '../../../notifications/outbox/outbox.repository.js';
import { targetOf, type Addressee } from '../../../notifications/target.js';
import { OptionsService } from '../../../options/options.service.js';
import { quotaText } from '../../prices/logged/quota-text.js';
import { UNSET_ADDRESS } from '../../../core/unset-address.js';

const TITLE = '您的额度即将用尽';
const CONTENT =
  '{{value}}，当前剩余额度为 {{value}}，为了不影响您的使用，请及时充值。<br/>充值链接：' +
  "<a href='{{value}}'>{{value}}</a>";
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
    const notices = reachable.map(({ id, quota }) => ({ userId: id, notice: this.noticeOf(quota) }));
    await this.outbox.addNotices(
      async (sql, parameters) => (await client.query<{ id: string }>(sql, parameters)).rows,
      notices,
      LIMIT,
    );
  }

  private noticeOf(quota: number): Notice {
    const { options } = this;
    const shown = quotaText(quota, {
      inCurrency: options.get('DisplayInCurrencyEnabled'),
      quotaPerUnit: options.get('QuotaPerUnit'),
    });
    const link = `${options.get('ServerAddress') || UNSET_ADDRESS}/topup`;
    const values = [TITLE, shown, link, link];
    return { type: 'quota_exceed', title: TITLE, content: CONTENT, format: 'html', values };
  }
}
