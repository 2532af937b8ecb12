import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { AlertChecksModule } from '../server/alerts/alert-checks.module.js';
import { AuditTrailModule } from '../server/audit-trail/audit-trail.module.js';
import { SealsModule } from '../server/audit/seals/seals.module.js';
import { LedgerModule } from '../server/billing/ledger/ledger.module.js';
import { PostingModule } from '../server/billing/ledger/posting/posting.module.js';
import { OldLogsModule } from '../server/billing/logs/old-logs.module.js';
import { CodeSealingModule } from '../server/billing/redemptions/code-sealing.module.js';
import { UsageEventsModule } from '../server/billing/usage-events/usage-events.module.js';
import { OrderExpiryModule } from '../server/billing/top-ups/order-expiry.module.js';
import { CostsModule } from '../server/billing/costs/costs.module.js';
import { UsageHoursModule } from '../server/billing/usage-hours/usage-hours.module.js';
import { ChannelTestRunModule } from '../server/channels/testing/channel-test-processor.module.js';
import { ChannelTestRunsModule } from '../server/channels/testing/channel-test-queue.module.js';
import { CHANNEL_TESTS_QUEUE } from '../server/channels/testing/channel-test-queue.service.js';
import { CHANNEL_BALANCES_QUEUE } from '../server/channels/upstream/channel-balance-queue.service.js';
import { ChannelUpstreamModule } from '../server/channels/upstream/channel-upstream.module.js';
import { CoreModule } from '../server/core/core.module.js';
import { queuePrefix } from '../server/core/queues.js';
import { RedisConnections } from '../server/core/redis/connections.js';
import { DatabaseModule } from '../server/database/database.module.js';
import { DeliveryModule } from '../server/notifications/outbox/delivery.module.js';
import { OptionsModule } from '../server/options/options.module.js';
import { RelayModule } from '../server/relay/relay.module.js';
import { StatisticsModule } from '../server/statistics/statistics.module.js';
import { TASK_POLLS_QUEUE, TaskPolls } from '../server/tasks/engine/task-polls.js';
import { TasksModule } from '../server/tasks/tasks.module.js';
import { InstallSchedules } from './install-schedules.js';
import { queueConnection } from './queue-connection.js';
import { ChannelBalancesProcessor } from './processors/channel-balances.processor.js';
import { ChannelTestsProcessor } from './processors/channel-tests.processor.js';
import { OutboxProcessor } from './processors/outbox.processor.js';
import { TaskPollsProcessor } from './processors/task-polls.processor.js';
import { SchedulesProcessor } from './processors/schedules.processor.js';
import { Schedules, SCHEDULES_QUEUE } from './schedules.js';
import { StartProcessors } from './start-processors.js';

/** Root module of the worker: posting of the journal, schedules, deliveries and runs over all channels. */
@Module({
  imports: [
    CoreModule,
    DatabaseModule,
    BullModule.forRootAsync({
      inject: [RedisConnections],
      useFactory: (connections: RedisConnections) => ({
        connection: queueConnection(connections),
        prefix: queuePrefix(connections.commands),
      }),
      // StartProcessors registers them, instead of Nest as soon as the queues exist.
      extraOptions: { manualRegistration: true },
    }),
    BullModule.registerQueue(
      { name: SCHEDULES_QUEUE },
      { name: CHANNEL_TESTS_QUEUE },
      { name: CHANNEL_BALANCES_QUEUE },
      { name: TASK_POLLS_QUEUE },
    ),
    RelayModule,
    TasksModule,
    ChannelTestRunsModule,
    ChannelTestRunModule,
    ChannelUpstreamModule,
    OptionsModule,
    LedgerModule,
    OldLogsModule,
    StatisticsModule,
    UsageHoursModule,
    CostsModule,
    AlertChecksModule,
    SealsModule,
    AuditTrailModule,
    OrderExpiryModule,
    CodeSealingModule,
    UsageEventsModule,
    PostingModule,
    DeliveryModule,
  ],
  providers: [
    Schedules,
    SchedulesProcessor,
    OutboxProcessor,
    ChannelTestsProcessor,
    ChannelBalancesProcessor,
    TaskPolls,
    TaskPollsProcessor,
    InstallSchedules,
    StartProcessors,
  ],
})
export class WorkerModule {}
