import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { UsersApi } from '../users/users-http.module.js';
import { AlertRoutes } from './alert-routes.service.js';
import { Alerts } from './alerts.service.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsRepository } from './alerts.repository.js';

@Module({
  imports: [AuditModule, NotificationsModule, UsersApi],
  controllers: [AlertsController],
  providers: [AlertRoutes, Alerts, AlertsRepository],
})
export class AlertsApi {}
