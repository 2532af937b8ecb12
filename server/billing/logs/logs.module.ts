import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { LogNamesRepository } from './log-names.repository.js';
import { LogSumsRepository } from './log-sums.repository.js';
import { LogsWriter } from './log-writer.js';
import { LogSummer } from './log-sums.service.js';
import { LogsRepository } from './logs.repository.js';
import { LogsService } from './logs.service.js';
import { OptionChanges } from './option-changes.js';

@Module({
  imports: [AuditModule],
  providers: [
    LogsService,
    LogsRepository,
    LogNamesRepository,
    LogSummer,
    LogSumsRepository,
    LogsWriter,
    OptionChanges,
  ],
  exports: [AuditModule, LogsService, LogsRepository, LogNamesRepository, LogSummer, LogsWriter],
})
export class LogsModule {}
