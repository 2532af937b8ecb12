import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Mailer } from '../../../notifications/mailer.js';
import type { Notice } from '../../../notifications/notice.js';
import { Outbox, type NoticeLimit } from '../../../notifications/outbox/outbox.js';
import { targetOf, type Addressee } from '../../../notifications/target.js';
import { OptionsService } from '../../../options/options.service.js';
import { quotaText } from '../../prices/quota-text.js';

const TITLE = '您的额度即将用尽';
const CONTENT =
  '{{value}}，当前剩余额度为 {{value}}，为了不影响您的使用，请及时充值。<br/>充值链接：' +
  "<a href='{{value}}'>{{value}}</a>";
/** Two hours, counted from when the last one was sent. */
const LIMIT: NoticeLimit = { most: 1, withinSeconds: 2 * 60 * 60 };
/** What option ServerAddress means as long as nobody set it. */
const UNSET_ADDRESS = 'http://localhost:3000';

/** A user whose balance a batch has left below the threshold. */
export interface LowUser extends Addressee {
  readonly id: number;
  readonly quota: number;
}

/** Warns users whose balance runs low, once per two hours (spec/relay-and-billing.md C9). */
@Injectable()
export class QuotaWarnings {
  constructor(
    private readonly options: OptionsService,
    private readonly mailer: Mailer,
    private readonly outbox: Outbox,
  ) {}

  /** The threshold of users who set none. */
  get fallback(): number {
    return this.options.number('QuotaRemindThreshold');
  }

  /** Writes warnings in the transaction that holds the rows of these users: one statement for all of them. */
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
      inCurrency: options.boolean('DisplayInCurrencyEnabled'),
      quotaPerUnit: options.number('QuotaPerUnit'),
    });
    const link = `${options.text('ServerAddress') || UNSET_ADDRESS}/topup`;
    const values = [TITLE, shown, link, link];
    return { type: 'quota_exceed', title: TITLE, content: CONTENT, format: 'html', values };
  }
}
