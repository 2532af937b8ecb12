import { Module } from '@nestjs/common';
import { OldLogsRepository } from './old-logs.repository.js';

/** A module of its own because the worker needs it too, for deletions too large for a request. */
@Module({ providers: [OldLogsRepository], exports: [OldLogsRepository] })
export class OldLogsModule {}
