import { Module } from '@nestjs/common';
import { LogsModule } from '../logs/logs.module.js';
import { UsageController } from './usage.controller.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

/** Routes of the usage dashboard. */
@Module({ imports: [LogsModule], controllers: [UsageController], providers: [UsageRepository, UsageService] })
export class UsageApi {}
