import { Module } from '@nestjs/common';
import { UsageStreamRepository } from '../billing/usage-events/usage-stream.repository.js';
import { LogsModule } from '../billing/logs/logs.module.js';
import { LedgerModule } from '../billing/ledger/ledger.module.js';
import { RelayModule } from '../relay/relay.module.js';
import { UsersModule } from '../users/users.module.js';
import { DatabaseCheckRepository } from './database-check.repository.js';
import { HealthService } from './health.service.js';
import { InstallationMetricsRepository } from './metrics/installation-metrics.repository.js';
import { InstallationMetrics } from './metrics/installation-metrics.js';
import { Metrics } from './metrics/metrics.js';
import { NoticesController } from './notices/notices.controller.js';
import { Notices } from './notices/notices.service.js';
import { NoticesRepository } from './notices/notices.repository.js';
import { ProbesController } from './probes.controller.js';
import { ReleasesService } from './releases.service.js';
import { UptimeController } from './uptime/uptime.controller.js';
import { UptimeRepository } from './uptime/uptime.repository.js';
import { Uptime } from './uptime/uptime.service.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { StatusController } from './status.controller.js';

@Module({
  imports: [LogsModule, UsersModule, RelayModule, LedgerModule, ChannelsModule],
  controllers: [StatusController, NoticesController, UptimeController, ProbesController],
  providers: [
    DatabaseCheckRepository,
    HealthService,
    ReleasesService,
    InstallationMetrics,
    InstallationMetricsRepository,
    Metrics,
    Notices,
    NoticesRepository,
    Uptime,
    UptimeRepository,
    UsageStreamRepository,
  ],
})
export class StatusApi {}
