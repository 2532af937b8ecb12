import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { DataSource, type EntityManager } from 'typeorm';
import { auditLedger, openLedger } from '../billing/ledger/ledger-audit.js';
import { ChannelHealth } from '../channels/health/channel-health.service.js';
import type { Language } from '../contract/languages.js';
import type { AlertRule } from '../contract/resources/alert.js';
import type { Env } from '../core/env.js';
import { ENV, REDIS } from '../core/injection.js';
import { readLedgerStates } from '../core/redis/scripts/readiness.js';
import { AlertRoutesRepository } from '../notifications/alert-routes/alert-routes.repository.js';
import { Notices } from '../notifications/notices.js';
import { OptionsService } from '../options/options.service.js';
import { FirstTokensRepository } from '../statistics/first-tokens.repository.js';
import { histogramOf } from '../statistics/histogram.js';
import { AlertMeasuresRepository } from './alert-measures.repository.js';
import { alertNotice, type DescribedAlert } from './alert-notice.js';
import { breachesOf, ruleStates, type Breach, type Measured } from './alert-rules.js';
import { alertLimits } from './alert-limits.js';
import { changesOf } from './alert-changes.js';
import { forgetReceivers, noticesByReceiver, recordSent } from './alert-receivers.js';
import type { Alert } from './alert.entity.js';
import { AlertsRepository } from './alerts.repository.js';
import { isQuiet } from './quiet-hours.js';

/** When the rules were last checked, Unix seconds. */
export const CHECKED_KEY = 'tollgate:alerts-checked';
/** Seconds for which that is kept. */
const CHECKED_TTL = 86_400;
/** Seconds for which alerts that ended are kept. */
const KEPT_SECONDS = 2_592_000;

/** Rules that audits check, which read too much for every check. */
const AUDITS: ReadonlySet<AlertRule> = new Set(['ledger_unbalanced', 'audit_changed']);

/** Checks the rules of the alerts, and notifies the operator of what began and ended. Run by one worker at a time. */
@Injectable()
export class AlertChecks {
  constructor(
    private readonly database: DataSource,
    private readonly alerts: AlertsRepository,
    private readonly measures: AlertMeasuresRepository,
    private readonly firstTokens: FirstTokensRepository,
    private readonly health: ChannelHealth,
    private readonly notices: Notices,
    private readonly routes: AlertRoutesRepository,
    private readonly options: OptionsService,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @returns the number of alerts that began or ended */
  async check(): Promise<number> {
    if (!this.options.get('AlertsEnabled')) return 0;
    const breaches = breachesOf(await this.measure(), alertLimits(this.options, this.env));
    const changed = await this.apply(breaches, (rule) => !AUDITS.has(rule));
    await this.redis.set(CHECKED_KEY, Math.floor(Date.now() / 1000), 'EX', CHECKED_TTL);
    return changed;
  }

  /** Audits the ledger, which reads all of it. @returns as `check` */
  async auditLedger(): Promise<number> {
    if (!this.options.get('AlertsEnabled')) return 0;
    const ledger = await openLedger(this.env.DATABASE_URL);
    try {
      const { balanced, users, tokens, repeated, memory } = await auditLedger(ledger, this.redis);
      const wrong = users.wrong + tokens.wrong + repeated.requests + (memory?.wrong.length ?? 0);
      const breaches: Breach[] = balanced
        ? []
        : [{ rule: 'ledger_unbalanced', channelId: 0, value: Math.max(1, wrong) }];
      return await this.apply(breaches, (rule) => rule === 'ledger_unbalanced');
    } finally {
      await ledger.destroy();
    }
  }

  /** Takes over the result of a verification of the audit log. @returns as `check` */
  async auditChecked(findings: number): Promise<number> {
    if (!this.options.get('AlertsEnabled')) return 0;
    const breaches: Breach[] =
      findings === 0 ? [] : [{ rule: 'audit_changed', channelId: 0, value: findings }];
    return this.apply(breaches, (rule) => rule === 'audit_changed');
  }

  private async measure(): Promise<Measured> {
    const now = Math.floor(Date.now() / 1000);
    const from = now - this.options.get('AlertWindowMinutes') * 60;
    // One after the other, by one connection.
    const calls = await this.measures.calls(from);
    const firstTokens = await this.firstTokens.ofMinutes(from);
    const queues = await this.measures.queues();
    const health = await this.health.list(0);
    const statuses = await this.measures.watchedChannels(now);
    const ledger = await readLedgerStates(this.redis);
    const callsOf = new Map(calls.map((row) => [row.id, row]));
    const balanceOf = new Map(health.map((one) => [one.id, one]));
    const sum = (read: (row: (typeof calls)[number]) => number) =>
      calls.reduce((total, row) => total + read(row), 0);
    return {
      channels: statuses.map(({ id, isDisabled }) => {
        const found = callsOf.get(id);
        return {
          id,
          isDisabled,
          attempts: found?.attempts ?? 0,
          failures: found?.failures ?? 0,
          keyRefusals: found?.keyRefusals ?? 0,
          firstToken: histogramOf(firstTokens.filter((row) => row.id === id)),
          balanceHours: balanceOf.get(id)?.balance_hours ?? undefined,
        };
      }),
      succeeded: sum((row) => row.succeeded),
      failed: sum((row) => row.failed),
      journalSeconds: ledger.oldestMs / 1000,
      journalEntries: ledger.entries,
      taskDelaySeconds: queues.taskDelay,
      waitingMessages: queues.messages,
    };
  }

  /** @param isChecked whether a rule was checked: alerts of others stay as they are */
  private apply(breaches: readonly Breach[], isChecked: (rule: AlertRule) => boolean): Promise<number> {
    const now = Math.floor(Date.now() / 1000);
    return this.database.transaction(async (manager) => {
      const stored = await this.alerts.lock(manager);
      const { saved, begun, ended, changed } = changesOf(
        stored.filter(({ rule }) => isChecked(rule)),
        breaches,
        now,
      );
      if (begun.length + ended.length > 0 && !isQuiet(this.options.get('AlertQuietHours'), new Date()))
        await this.notify(manager, begun, ended, now);
      await this.alerts.save(manager, saved);
      await this.alerts.forget(manager, now - KEPT_SECONDS);
      return changed;
    });
  }

  /** A receiver beyond its limit gets no notice: a later one has everything that was left out. */
  private async notify(
    manager: EntityManager,
    begun: readonly Alert[],
    ended: readonly Alert[],
    now: number,
  ): Promise<void> {
    const names = await this.alerts.names(
      manager,
      [...begun, ...ended].map(({ channelId }) => channelId),
    );
    const routes = await this.routes.routes(manager);
    forgetReceivers(begun, ended, routes, now);
    const sent = [];
    for (const notice of noticesByReceiver(begun, ended, routes)) {
      const write = (language: Language) =>
        alertNotice(
          this.describe(notice.begun, names),
          this.describe(notice.ended, names),
          this.options.get('AlertWindowMinutes'),
          language,
        );
      sent.push({ notice, isSent: await this.notices.toReceiver(notice.receiver, 'alerts', write, manager) });
    }
    recordSent(sent, now);
  }

  private describe(alerts: readonly Alert[], names: ReadonlyMap<number, string>): DescribedAlert[] {
    const limits = new Map(
      ruleStates(alertLimits(this.options, this.env)).map(({ rule, limit }) => [rule, limit]),
    );
    return alerts.map(({ rule, channelId, value }) => ({
      rule,
      channelId,
      name: names.get(channelId) ?? '',
      value,
      limit: limits.get(rule) ?? 0,
    }));
  }
}
