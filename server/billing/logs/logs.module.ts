import { Module } from '@nestjs/common';
import { LogsWriter } from './log-writer.js';
import { LogSummer } from './log-sums.service.js';
import { LogsService } from './logs.service.js';
import { OptionChanges } from './option-changes.js';

@Module({
  providers: [LogsService, LogSummer, LogsWriter, OptionChanges],
  exports: [LogsService, LogSummer, LogsWriter],
})
export class LogsModule {}
