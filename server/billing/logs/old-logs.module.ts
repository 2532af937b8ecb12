import { Module } from '@nestjs/common';
import { OldLogs } from './old-logs.js';

/** For the worker too, which removes what is too much for a request. */
@Module({ providers: [OldLogs], exports: [OldLogs] })
export class OldLogsModule {}
