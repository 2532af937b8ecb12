import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { NoticeSwitch } from '../contract/notification-settings.js';
import type { Language } from '../contract/languages.js';
import { OptionsService } from '../options/options.service.js';
import { Notices } from './notices.js';
import type { NoticeLimit } from './outbox/outbox.repository.js';
import { isSwitchedOff } from './target.js';
import { noticeText } from './texts/catalogue.js';

/** Of a user agent, which the client may have chosen freely. */
const MAX_BROWSER_LENGTH = 120;
/** Per kind and account: what happens again and again is one mail. */
const LIMIT: NoticeLimit = { most: 1, withinSeconds: 600 };

/** What happened to an account. */
export type AccountEvent =
  | { readonly kind: 'new_browser'; readonly address: string; readonly userAgent: string }
  | { readonly kind: 'key_created'; readonly name: string }
  | { readonly kind: 'access_token_created' }
  | { readonly kind: 'admin_key_created'; readonly name: string }
  | { readonly kind: 'password_changed' }
  | { readonly kind: 'second_factor_changed' }
  | { readonly kind: 'email_changed'; readonly email: string };

/** Setting with which the owner switches a kind off; '' = none, because who took the account over would switch it off first. */
const SWITCHES: Readonly<Record<AccountEvent['kind'], NoticeSwitch | ''>> = {
  new_browser: 'notify_new_browser',
  key_created: 'notify_key_created',
  access_token_created: 'notify_access_token_created',
  admin_key_created: 'notify_access_token_created',
  password_changed: '',
  second_factor_changed: '',
  email_changed: '',
};

/** Tells the owner of an account what happened to it, so that a stranger does not act unnoticed. */
@Injectable()
export class AccountNotices {
  constructor(
    private readonly notices: Notices,
    private readonly options: OptionsService,
  ) {}

  /**
   * At most one of a kind in ten minutes; none to an account that cannot be reached.
   * @param manager of the transaction of the event
   */
  async send(
    manager: EntityManager,
    account: { readonly id: number; readonly username: string },
    event: AccountEvent,
  ): Promise<void> {
    const chosen = SWITCHES[event.kind];
    await this.notices.toUser(
      manager,
      account.id,
      `account_${event.kind}`,
      (language) => this.write(language, account.username, event),
      { limit: LIMIT, accepts: (setting) => chosen === '' || !isSwitchedOff(setting, chosen) },
    );
  }

  private write(
    language: Language,
    username: string,
    event: AccountEvent,
  ): { subject: string; text: string } {
    const site = this.options.get('SystemName');
    return {
      subject: noticeText(language, `account_${event.kind}_title`, { site }),
      text: `${eventText(language, { site, username }, event)} ${noticeText(language, 'account_not_you')}`,
    };
  }
}

function eventText(
  language: Language,
  account: { readonly site: string; readonly username: string },
  event: AccountEvent,
): string {
  switch (event.kind) {
    case 'new_browser': {
      const { address, userAgent } = event;
      const browser = userAgent.slice(0, MAX_BROWSER_LENGTH) || '?';
      return noticeText(language, 'account_new_browser', { ...account, address, browser });
    }
    case 'key_created':
      return noticeText(language, 'account_key_created', { ...account, name: event.name });
    case 'admin_key_created':
      return noticeText(language, 'account_admin_key_created', { ...account, name: event.name });
    case 'access_token_created':
      return noticeText(language, 'account_access_token_created', account);
    case 'second_factor_changed':
      return noticeText(language, 'account_second_factor_changed', account);
    case 'password_changed':
      return noticeText(language, 'account_password_changed', account);
    case 'email_changed':
      return noticeText(language, 'account_email_changed', { ...account, email: event.email });
  }
}
