import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ACCOUNT_RECEIVER, type AlertRule } from '../contract/resources/alert.js';
import { AddresseesRepository } from './addressees.repository.js';
import type { Language } from '../contract/languages.js';
import { AlertRoutesRepository } from './alert-routes/alert-routes.repository.js';
import { receiversOf } from './alert-routes/receivers-of.js';
import { Mailer } from './mailer.js';
import type { Notice } from './notice.js';
import { OutboxRepository, type NoticeLimit } from './outbox/outbox.repository.js';
import { ReaderLanguage } from './reader-language.js';
import { targetOf } from './target.js';

/** Writes a notice in the language of its reader. The text is plain. */
export type WriteNotice = (language: Language) => { readonly subject: string; readonly text: string };

/** Under which conditions a user is notified. */
export interface UserNoticeTerms {
  /** Of notices of this kind to this user; absent: none. */
  readonly limit?: NoticeLimit;
  /** Whether the user wants it. @param setting JSON text of `users.setting` */
  readonly accepts?: (setting: string) => boolean;
}

/** Limit per type of notice. */
const ROOT_LIMIT: NoticeLimit = { most: 2, withinSeconds: 600 };

/** Sends notices about events of the gateway. */
@Injectable()
export class Notices {
  constructor(
    private readonly database: DataSource,
    private readonly addressees: AddresseesRepository,
    private readonly outbox: OutboxRepository,
    private readonly mailer: Mailer,
    private readonly alertRoutes: AlertRoutesRepository,
    private readonly languages: ReaderLanguage,
  ) {}

  /**
   * Notifies the super administrator (the first, if there are several) by the notification channel of that account.
   * @param kind `channel_update_{id}_{status}`, `channel_test`: two of a kind within ten minutes, more are dropped
   * @param manager of the transaction that caused the notice; without one it is stored in its own transaction
   * @returns false if no notice will be sent: the account has no address, or the limit is reached
   */
  toRoot(kind: string, write: WriteNotice, manager: EntityManager = this.database.manager): Promise<boolean> {
    return this.toReceiver(ACCOUNT_RECEIVER, kind, write, manager);
  }

  /** Notifies all receivers of an alert rule. As `toRoot` otherwise. */
  async ofRule(rule: AlertRule, kind: string, write: WriteNotice, manager: EntityManager): Promise<void> {
    for (const receiver of receiversOf(rule, await this.alertRoutes.routes(manager)))
      await this.toReceiver(receiver, kind, write, manager);
  }

  /**
   * Notifies one receiver of an alert rule: the account of the super administrator, or a notification channel that was set up for
   * alerts. Each has a limit of its own.
   * @returns as `toRoot`
   */
  async toReceiver(
    receiver: string,
    kind: string,
    write: WriteNotice,
    manager: EntityManager,
  ): Promise<boolean> {
    const root = await this.addressees.findRoot(manager);
    if (!root) return false;
    const via = receiver === ACCOUNT_RECEIVER ? undefined : receiver;
    const setting =
      via === undefined ? root.setting : (await this.alertRoutes.findTarget(via, manager))?.setting;
    if (setting === undefined || !targetOf({ email: root.email, setting }, this.mailer.configured))
      return false;
    const notice = noticeOf(kind, write(this.languages.of(setting)));
    // Joins the caller's transaction if there is one.
    return manager.transaction((inner) =>
      this.outbox.add(inner, {
        userId: root.id,
        notice,
        limit: ROOT_LIMIT,
        ...(via !== undefined && { via }),
      }),
    );
  }

  /**
   * Notifies a user by the notification channel of that account.
   * @param manager of the transaction that caused the notice
   * @returns false if no notice will be sent: the account has no address, does not want it, or the limit is reached
   */
  async toUser(
    manager: EntityManager,
    userId: number,
    kind: string,
    write: WriteNotice,
    { limit, accepts = () => true }: UserNoticeTerms = {},
  ): Promise<boolean> {
    const user = await this.addressees.find(userId, manager);
    if (!user || !accepts(user.setting) || !targetOf(user, this.mailer.configured)) return false;
    return this.outbox.add(manager, {
      userId,
      notice: noticeOf(kind, write(this.languages.of(user.setting))),
      ...(limit && { limit }),
    });
  }
}

function noticeOf(type: string, { subject, text }: ReturnType<WriteNotice>): Notice {
  return { type, title: subject, content: text, format: 'text', values: [] };
}
