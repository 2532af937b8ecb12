import { Module } from '@nestjs/common';
import { UnreadUsage } from './unread-usage.js';
import { UnreadUsageRepository } from './unread-usage.repository.js';

@Module({ providers: [UnreadUsage, UnreadUsageRepository], exports: [UnreadUsage, UnreadUsageRepository] })
export class UnreadUsageModule {}
