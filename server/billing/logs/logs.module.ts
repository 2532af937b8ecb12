import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { LogsWriter } from './log-writer.js';
import { LogSummer } from './log-sums.service.js';
import { LogsService } from './logs.service.js';
import { OptionChanges } from './option-changes.js';

@Module({
  imports: [AuditModule],
  providers: [LogsService, LogSummer, LogsWriter, OptionChanges],
  exports: [AuditModule, LogsService, LogSummer, LogsWriter],
})
export class LogsModule {}
