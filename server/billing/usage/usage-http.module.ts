import { Module } from '@nestjs/common';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';

/** The dashboard's numbers. */
@Module({ controllers: [UsageController], providers: [UsageService] })
export class UsageApi {}
