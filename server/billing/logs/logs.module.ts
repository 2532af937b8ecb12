import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { FailedRequests } from './failures/failed-requests.js';
import { LogNamesRepository } from './log-names.repository.js';
import { LogSumsRepository } from './log-sums.repository.js';
import { LogWriter } from './log-writer.js';
import { LogSumsService } from './log-sums.service.js';
import { LogsRepository } from './logs.repository.js';
import { LogsService } from './logs.service.js';
import { OptionChanges } from './option-changes.js';

@Module({
  imports: [AuditModule],
  providers: [
    LogsService,
    LogsRepository,
    LogNamesRepository,
    LogSumsService,
    LogSumsRepository,
    LogWriter,
    FailedRequests,
    OptionChanges,
  ],
  exports: [
    AuditModule,
    LogsService,
    LogsRepository,
    LogNamesRepository,
    LogSumsService,
    LogWriter,
    FailedRequests,
  ],
})
export class LogsModule {}
