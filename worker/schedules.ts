import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AlertChecks } from '../server/alerts/alert-checks.service.js';
import { AuditChecks } from '../server/alerts/audit-checks.service.js';
import { AuditRetention } from '../server/audit-trail/audit-retention.service.js';
import { AuditStream } from '../server/audit-trail/audit-stream.service.js';
import { AccessRefusals } from '../server/audit/refusals/refused-access.js';
import { Sealing } from '../server/audit/seals/sealing.service.js';
import { Sweeper } from '../server/billing/ledger/posting/sweeper.js';
import { OldLogsService } from '../server/billing/logs/old-logs.service.js';
import { CodeSealing } from '../server/billing/redemptions/code-sealing.js';
import { CostRankings } from '../server/billing/costs/rankings/cost-rankings.service.js';
import { UsageEvents } from '../server/billing/usage-events/usage-events.service.js';
import { TopUpsRepository } from '../server/billing/top-ups/top-ups.repository.js';
import { UsageDays } from '../server/billing/usage-hours/usage-days.service.js';
import { UsageRebuild } from '../server/billing/usage-hours/usage-rebuild.service.js';
import { ChannelTestQueue } from '../server/channels/testing/channel-test-queue.service.js';
import { ChannelBalanceRuns } from '../server/channels/upstream/channel-balance-queue.service.js';
import type { Env } from '../server/core/env.js';
import { ENV } from '../server/core/injection.js';
import { QUEUES } from '../server/core/queues.js';
import { ensurePartitions } from '../server/database/partitions.js';
import { TaskEndings } from '../server/tasks/engine/task-endings.js';
import { TaskPolls } from '../server/tasks/engine/task-polls.js';
import { OldStatistics } from '../server/statistics/old-statistics.service.js';
import { OutboxDeliveryRepository } from '../server/notifications/outbox/outbox-delivery.repository.js';

/** Queue of all periodic work: each firing is executed once in the cluster, by any free worker. */
export const SCHEDULES_QUEUE = QUEUES.schedules;

/** Periodic work. It must be idempotent, because the job of a crashed worker is given to another one. */
export interface Schedule {
  /** Id of the BullMQ job scheduler. */
  readonly name: string;
  readonly everySeconds: number;
  /** Resolves to a text to log, or to undefined. */
  run(): Promise<string | undefined>;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** All periodic work of the worker. */
@Injectable()
export class Schedules {
  readonly table: Schedule[];

  constructor(
    sweeper: Sweeper,
    oldLogs: OldLogsService,
    oldStatistics: OldStatistics,
    usageRebuild: UsageRebuild,
    usageDays: UsageDays,
    costRankings: CostRankings,
    alerts: AlertChecks,
    auditChecks: AuditChecks,
    sealing: Sealing,
    auditStream: AuditStream,
    auditRetention: AuditRetention,
    refusals: AccessRefusals,
    topUps: TopUpsRepository,
    codeSealing: CodeSealing,
    usageEvents: UsageEvents,
    dataSource: DataSource,
    outbox: OutboxDeliveryRepository,
    channelTests: ChannelTestQueue,
    channelBalances: ChannelBalanceRuns,
    taskPolls: TaskPolls,
    taskEndings: TaskEndings,
    @Inject(ENV) env: Env,
  ) {
    this.table = [
      {
        name: 'ledger.sweep-holds',
        everySeconds: 15,
        run: async () => counted(await sweeper.releaseAbandonedHolds(), 'holds of dead processes released'),
      },
      {
        name: 'ledger.forget-idle-balances',
        everySeconds: HOUR,
        run: async () => counted(await sweeper.forgetIdleBalances(), 'idle balances forgotten'),
      },
      {
        name: 'billing.delete-old-logs',
        everySeconds: 10,
        run: async () => counted(await oldLogs.carryOut(), 'deletions of old log rows done'),
      },
      {
        name: 'billing.delete-old-errors',
        everySeconds: HOUR,
        run: async () => counted(await oldLogs.deleteErrors(), 'old rows of failed requests deleted'),
      },
      {
        name: 'statistics.delete-old',
        everySeconds: HOUR,
        run: async () => dropped(await oldStatistics.drop()),
      },
      {
        name: 'billing.count-usage',
        everySeconds: MINUTE,
        run: async () => counted(await usageRebuild.carryOut(), 'hours of usage counted from the ledger'),
      },
      {
        name: 'billing.sum-usage-days',
        everySeconds: MINUTE,
        run: async () => counted(await usageDays.carryOut(), 'days of usage summed'),
      },
      {
        name: 'billing.rank-costs',
        everySeconds: MINUTE,
        run: async () => counted(await costRankings.carryOut(), 'rankings of costs made'),
      },
      {
        name: 'billing.delete-old-usage',
        everySeconds: HOUR,
        run: async () => counted(await usageRebuild.deleteOld(), 'old rows of usage by hour deleted'),
      },
      {
        name: 'alerts.check',
        everySeconds: 15,
        run: async () => counted(await alerts.check(), 'alerts began or ended'),
      },
      {
        name: 'alerts.audit-ledger',
        everySeconds: 24 * HOUR,
        run: async () => counted(await alerts.auditLedger(), 'alerts of the ledger began or ended'),
      },
      {
        name: 'audit.seal',
        everySeconds: 5,
        run: async () => {
          await sealing.carryOut();
          return undefined;
        },
      },
      {
        name: 'audit.stream',
        everySeconds: 10,
        run: async () => {
          await auditStream.deliver();
          return undefined;
        },
      },
      {
        name: 'audit.count-refusals',
        everySeconds: MINUTE,
        run: async () => {
          await refusals.sumUp();
          return undefined;
        },
      },
      {
        name: 'audit.remove-old',
        everySeconds: HOUR,
        run: async () => counted(await auditRetention.carryOut(), 'old days of the audit log removed'),
      },
      {
        name: 'audit.verify',
        everySeconds: 24 * HOUR,
        run: async () => counted(await auditChecks.carryOut(), 'alerts of the audit log began or ended'),
      },
      {
        name: 'billing.expire-orders',
        everySeconds: 10 * MINUTE,
        run: async () => counted(await topUps.expire(), 'unpaid orders expired'),
      },
      {
        name: 'billing.seal-codes',
        everySeconds: HOUR,
        run: async () => counted(await codeSealing.carryOut(), 'redemption codes encrypted'),
      },
      {
        name: 'billing.usage-events',
        everySeconds: 10,
        run: async () => {
          await usageEvents.deliver();
          return undefined;
        },
      },
      {
        name: 'notifications.forget-old',
        everySeconds: HOUR,
        run: async () => counted(await outbox.forgetOld(), 'old messages forgotten'),
      },
      {
        name: 'tasks.find-due',
        everySeconds: 5,
        run: async () => {
          await taskPolls.enqueueDue();
          return undefined;
        },
      },
      {
        name: 'tasks.deadlines',
        everySeconds: 15,
        run: async () => counted(await taskEndings.failOverdue(), 'overdue tasks ended'),
      },
      {
        name: 'database.ensure-partitions',
        everySeconds: 6 * HOUR,
        run: async () => (await ensurePartitions(dataSource, new Date())).join(', ') || undefined,
      },
    ];
    if (env.CHANNEL_TEST_FREQUENCY > 0)
      this.table.push({
        name: 'channels.test-all',
        everySeconds: env.CHANNEL_TEST_FREQUENCY * MINUTE,
        run: async () => ((await channelTests.start()) ? 'a run over all channels begins' : undefined),
      });
    if (env.CHANNEL_UPDATE_FREQUENCY > 0)
      this.table.push({
        name: 'channels.update-balances',
        everySeconds: env.CHANNEL_UPDATE_FREQUENCY * MINUTE,
        run: async () =>
          (await channelBalances.start()) ? 'a run over the balances of all channels begins' : undefined,
      });
  }
}

function counted(number: number, what: string): string | undefined {
  return number ? `${number} ${what}` : undefined;
}

function dropped(partitions: readonly string[]): string | undefined {
  return partitions.length > 0 ? `old request statistics dropped: ${partitions.join(', ')}` : undefined;
}
