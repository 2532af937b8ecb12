import { Module } from '@nestjs/common';
import { UnreadUsage } from './unread-usage.js';

@Module({ providers: [UnreadUsage], exports: [UnreadUsage] })
export class UnreadUsageModule {}
