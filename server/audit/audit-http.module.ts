import { Module } from '@nestjs/common';
import { AuditExport } from './audit-export.service.js';
import { AuditController } from './audit.controller.js';
import { AuditModule } from './audit.module.js';

/** The audit log's route. */
@Module({ imports: [AuditModule], controllers: [AuditController], providers: [AuditExport] })
export class AuditApi {}
