import { Module } from '@nestjs/common';
import { LogsWriter } from './log-writer.js';
import { LogsService } from './logs.service.js';
import { OptionChanges } from './option-changes.js';

@Module({ providers: [LogsService, LogsWriter, OptionChanges], exports: [LogsService, LogsWriter] })
export class LogsModule {}
