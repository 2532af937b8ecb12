import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';

/** The audit log's route. */
@Module({ controllers: [AuditController] })
export class AuditApi {}
