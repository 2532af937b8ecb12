import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { AuditLog } from '../audit/audit-log.js';
import type { AlertsResponse, MuteAlertRequest } from '../contract/resources/alert.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { Env } from '../core/env.js';
import { ENV, REDIS } from '../core/injection.js';
import { AlertRoutesRepository } from '../notifications/alert-routes/alert-routes.repository.js';
import { OptionsService } from '../options/options.service.js';
import { shownSetting } from '../users/own-account/own-setting.js';
import { CHECKED_KEY } from './alert-checks.service.js';
import { alertLimits } from './alert-limits.js';
import { ruleStates } from './alert-rules.js';
import { AlertsRepository } from './alerts.repository.js';
import { receiversOf } from '../notifications/alert-routes/receivers-of.js';
import { isQuiet } from './quiet-hours.js';

/** Alerts that are listed. */
const LISTED = 200;

/** State of the alerts for administrators. */
@Injectable()
export class Alerts {
  constructor(
    private readonly database: DataSource,
    private readonly stored: AlertsRepository,
    private readonly options: OptionsService,
    private readonly audit: AuditLog,
    private readonly routes: AlertRoutesRepository,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(ENV) private readonly env: Env,
  ) {}

  async state(): Promise<AlertsResponse> {
    const [alerts, checkedAt, routes, targets] = await Promise.all([
      this.stored.list(LISTED),
      this.redis.get(CHECKED_KEY),
      this.routes.routes(),
      this.routes.targets(),
    ]);
    return {
      enabled: this.options.get('AlertsEnabled'),
      window_minutes: this.options.get('AlertWindowMinutes'),
      quiet: isQuiet(this.options.get('AlertQuietHours'), new Date()),
      checked_at: Number(checkedAt ?? 0),
      rules: ruleStates(alertLimits(this.options, this.env)).map((rule) => ({
        ...rule,
        notify: [...receiversOf(rule.rule, routes)],
      })),
      targets: targets.map(({ channel, setting }) => ({ channel, setting: shownSetting(setting) })),
      alerts: alerts.map((alert) => ({
        rule: alert.rule,
        channel_id: alert.channelId,
        channel_name: alert.name,
        firing: alert.endedAt === 0,
        since: alert.since,
        ended_at: alert.endedAt,
        value: alert.value,
        notified_at: alert.notifiedAt,
        muted_until: alert.mutedUntil,
      })),
    };
  }

  /** @throws ApiError alert_not_found */
  async mute(
    actor: { readonly id: number; readonly username: string },
    { rule, channel_id, minutes }: MuteAlertRequest,
  ): Promise<void> {
    const until = minutes === 0 ? 0 : Math.floor(Date.now() / 1000) + minutes * 60;
    await this.database.transaction(async (manager) => {
      if (!(await this.stored.mute(manager, rule, channel_id, until))) throw new ApiError('alert_not_found');
      await this.audit.record(manager, {
        action: 'alert_muted',
        actor,
        details: { rule, channel_id, minutes },
      });
    });
  }
}
