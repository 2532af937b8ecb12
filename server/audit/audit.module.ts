import { Module } from '@nestjs/common';
import { AuditLog } from './audit-log.js';
import { AuditRepository } from './audit.repository.js';
import { RefusalCounts } from './refusals/refusal-counts.js';
import { AccessRefusals } from './refusals/refused-access.js';

@Module({
  providers: [AuditLog, AuditRepository, RefusalCounts, AccessRefusals],
  exports: [AuditLog, AuditRepository, AccessRefusals],
})
export class AuditModule {}
