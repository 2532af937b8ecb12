import { Module } from '@nestjs/common';
import { REFUSALS } from '../core/http/access/refusals.js';
import { AuditExport } from './audit-export.service.js';
import { AuditController } from './audit.controller.js';
import { AuditModule } from './audit.module.js';
import { AccessRefusals } from './refusals/refused-access.js';

/** The audit log's routes, and what writes rows for the whole management API. */
@Module({
  imports: [AuditModule],
  controllers: [AuditController],
  providers: [AuditExport, { provide: REFUSALS, useExisting: AccessRefusals }],
  exports: [AuditModule, REFUSALS],
})
export class AuditApi {}
