import { Module } from '@nestjs/common';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';

/** Routes of the usage dashboard. */
@Module({ controllers: [UsageController], providers: [UsageService] })
export class UsageApi {}
