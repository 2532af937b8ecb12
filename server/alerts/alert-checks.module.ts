import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { StatisticsModule } from '../statistics/statistics.module.js';
import { AlertChecks } from './alert-checks.service.js';
import { AlertMeasuresRepository } from './alert-measures.repository.js';
import { AlertsRepository } from './alerts.repository.js';

/** Checks of the rules, by the worker. */
@Module({
  imports: [ChannelsModule, NotificationsModule, StatisticsModule],
  providers: [AlertChecks, AlertMeasuresRepository, AlertsRepository],
  exports: [AlertChecks],
})
export class AlertChecksModule {}
