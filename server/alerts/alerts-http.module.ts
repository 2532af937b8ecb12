import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { Alerts } from './alerts.service.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsRepository } from './alerts.repository.js';

@Module({
  imports: [AuditModule],
  controllers: [AlertsController],
  providers: [Alerts, AlertsRepository],
})
export class AlertsApi {}
