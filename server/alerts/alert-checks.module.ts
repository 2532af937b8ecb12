import { Module } from '@nestjs/common';
import { SealsModule } from '../audit/seals/seals.module.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { StatisticsModule } from '../statistics/statistics.module.js';
import { AlertChecks } from './alert-checks.service.js';
import { AlertMeasuresRepository } from './alert-measures.repository.js';
import { AlertsRepository } from './alerts.repository.js';
import { AuditChecks } from './audit-checks.service.js';

/** Checks of the rules, by the worker. */
@Module({
  imports: [ChannelsModule, NotificationsModule, StatisticsModule, SealsModule],
  providers: [AlertChecks, AuditChecks, AlertMeasuresRepository, AlertsRepository],
  exports: [AlertChecks, AuditChecks],
})
export class AlertChecksModule {}
