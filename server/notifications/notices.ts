import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ACCOUNT_RECEIVER, type AlertRule } from '../contract/resources/alert.js';
import { AddresseesRepository } from './addressees.repository.js';
import { AlertRoutesRepository } from './alert-routes/alert-routes.repository.js';
import { receiversOf } from './alert-routes/receivers-of.js';
import { Mailer } from './mailer.js';
import { OutboxRepository, type NoticeLimit } from './outbox/outbox.repository.js';
import { targetOf } from './target.js';

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
  ) {}

  /**
   * Notifies the super administrator (the first, if there are several) by the notification channel of that account.
   * @param kind `channel_update_{id}_{status}`, `channel_test`: two of a kind within ten minutes, more are dropped
   * @param text plain text
   * @param manager of the transaction that caused the notice; without one it is stored in its own transaction
   * @returns false if no notice will be sent: the account has no address, or the limit is reached
   */
  toRoot(
    kind: string,
    subject: string,
    text: string,
    manager: EntityManager = this.database.manager,
  ): Promise<boolean> {
    return this.toReceiver(ACCOUNT_RECEIVER, kind, { subject, text }, manager);
  }

  /** Notifies all receivers of an alert rule. As `toRoot` otherwise. */
  async ofRule(
    rule: AlertRule,
    kind: string,
    notice: { readonly subject: string; readonly text: string },
    manager: EntityManager,
  ): Promise<void> {
    for (const receiver of receiversOf(rule, await this.alertRoutes.routes(manager)))
      await this.toReceiver(receiver, kind, notice, manager);
  }

  /**
   * Notifies one receiver of an alert rule: the account of the super administrator, or a notification channel that was set up for
   * alerts. Each has a limit of its own.
   * @returns as `toRoot`
   */
  async toReceiver(
    receiver: string,
    kind: string,
    { subject, text }: { readonly subject: string; readonly text: string },
    manager: EntityManager,
  ): Promise<boolean> {
    const root = await this.addressees.findRoot(manager);
    if (!root) return false;
    const via = receiver === ACCOUNT_RECEIVER ? undefined : receiver;
    const setting =
      via === undefined ? root.setting : (await this.alertRoutes.findTarget(via, manager))?.setting;
    if (setting === undefined || !targetOf({ email: root.email, setting }, this.mailer.configured))
      return false;
    const notice = { type: kind, title: subject, content: text, format: 'text' as const, values: [] };
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
   * Notifies a user by the notification channel of that account. `text` is plain.
   * @param manager of the transaction that caused the notice
   * @returns false if no notice will be sent: the account has no address
   */
  async toUser(
    manager: EntityManager,
    userId: number,
    { kind, subject, text }: { readonly kind: string; readonly subject: string; readonly text: string },
  ): Promise<boolean> {
    const user = await this.addressees.find(userId, manager);
    if (!user || !targetOf(user, this.mailer.configured)) return false;
    const notice = { type: kind, title: subject, content: text, format: 'text' as const, values: [] };
    return this.outbox.add(manager, { userId, notice });
  }
}
