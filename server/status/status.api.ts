import { Module } from '@nestjs/common';
import { HealthService } from './health.service.js';
import { StatusController } from './status.controller.js';

@Module({ controllers: [StatusController], providers: [HealthService] })
export class StatusApi {}
