import { Module } from '@nestjs/common';
import { OldLogsRepository } from './old-logs.repository.js';
import { OldLogsService } from './old-logs.service.js';

/** A module of its own because the worker needs it too, for deletions too large for a request. */
@Module({ providers: [OldLogsRepository, OldLogsService], exports: [OldLogsRepository, OldLogsService] })
export class OldLogsModule {}
