import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditLog } from '../audit/audit-log.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { Language } from '../contract/languages.js';
import { ACCOUNT_RECEIVER, type AlertRuleRequest } from '../contract/resources/alert.js';
import {
  noticeTargetRequestOf,
  type NoticeTargetRequest,
} from '../contract/resources/notification-channel.js';
import { Vault } from '../core/crypto.js';
import { AddresseesRepository } from '../notifications/addressees.repository.js';
import { AlertRoutesRepository } from '../notifications/alert-routes/alert-routes.repository.js';
import { notificationChannels } from '../notifications/channels/index.js';
import { shownSetting, storedTarget } from '../users/own-account/own-setting.js';
import { TestNotices } from '../users/own-account/test-notices.service.js';

/** The body of `PUT /api/alerts/target`, with the fields of all notification channels. */
export const alertTargetRequest = noticeTargetRequestOf(notificationChannels);

interface Actor {
  readonly id: number;
  readonly username: string;
}

/** Where the notices of each rule go, and the notification channels that were set up for them. */
@Injectable()
export class AlertRoutes {
  constructor(
    private readonly database: DataSource,
    private readonly stored: AlertRoutesRepository,
    private readonly addressees: AddresseesRepository,
    private readonly audit: AuditLog,
    private readonly tests: TestNotices,
    private readonly vault: Vault,
  ) {}

  /** @throws ApiError alert_target_missing */
  async route(actor: Actor, { rule, notify }: AlertRuleRequest): Promise<void> {
    const receivers = [...new Set(notify)];
    await this.database.transaction(async (manager) => {
      await this.stored.lock(manager);
      const targets = new Set((await this.stored.targets(manager)).map(({ channel }) => channel));
      if (receivers.some((receiver) => receiver !== ACCOUNT_RECEIVER && !targets.has(receiver)))
        throw new ApiError('alert_target_missing');
      await this.stored.setRoute(manager, rule, receivers);
      await this.audit.record(manager, {
        action: 'alert_rule_changed',
        actor,
        details: { rule, notify: receivers },
      });
    });
  }

  /**
   * Sets up a notification channel for alerts, or changes it.
   * @throws ApiError invalid_input, notice_secret_again
   */
  async saveTarget(actor: Actor, body: NoticeTargetRequest): Promise<void> {
    const channel = body.notify_type;
    await this.database.transaction(async (manager) => {
      await this.stored.lock(manager);
      const before = (await this.stored.findTarget(channel, manager))?.setting ?? '';
      const setting = storedTarget(body, before, this.vault);
      await this.stored.saveTarget(manager, { channel, setting });
      await this.audit.record(manager, {
        action: 'alert_target_changed',
        actor,
        details: { channel, setting: shownSetting(setting) },
      });
    });
  }

  /** @throws ApiError alert_target_missing */
  async removeTarget(actor: Actor, channel: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      await this.stored.lock(manager);
      if (!(await this.stored.removeTarget(manager, channel))) throw new ApiError('alert_target_missing');
      await this.audit.record(manager, { action: 'alert_target_removed', actor, details: { channel } });
    });
  }

  /** Sends a test notice. @throws ApiError alert_target_missing, and those of `TestNotices` */
  async test({ id }: Actor, channel: string, page: Language | undefined): Promise<void> {
    const target = await this.stored.findTarget(channel);
    if (!target) throw new ApiError('alert_target_missing');
    const root = await this.addressees.findRoot(undefined);
    await this.tests.sendTo(id, { email: root?.email ?? '', setting: target.setting }, page);
  }
}
