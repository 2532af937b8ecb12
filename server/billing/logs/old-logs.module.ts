import { Module } from '@nestjs/common';
import { OldLogs } from './old-logs.js';

/** A module of its own because the worker needs it too, for deletions too large for a request. */
@Module({ providers: [OldLogs], exports: [OldLogs] })
export class OldLogsModule {}
