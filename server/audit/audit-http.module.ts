import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditModule } from './audit.module.js';

/** The audit log's route. */
@Module({ imports: [AuditModule], controllers: [AuditController] })
export class AuditApi {}
