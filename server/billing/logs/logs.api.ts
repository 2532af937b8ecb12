import { Module } from '@nestjs/common';
import { LogsController } from './logs.controller.js';
import { LogsModule } from './logs.module.js';

@Module({ imports: [LogsModule], controllers: [LogsController] })
export class LogsApi {}
