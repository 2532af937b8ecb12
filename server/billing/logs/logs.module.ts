import { Module } from '@nestjs/common';
import { LogsWriter } from './log-writer.js';
import { LogsService } from './logs.service.js';

@Module({ providers: [LogsService, LogsWriter], exports: [LogsService, LogsWriter] })
export class LogsModule {}
