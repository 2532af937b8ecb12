import { Module } from '@nestjs/common';
import { LogsModule } from '../billing/logs/logs.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { ChannelAudit } from './channel-audit.js';
import { ChannelDirectory } from './channel-directory.js';
import { ChannelTagsService } from './channel-tags.service.js';
import { DeadKeys } from './dead-keys.service.js';
import { ChannelsService } from './channels.service.js';

@Module({
  imports: [LogsModule, NotificationsModule],
  providers: [DeadKeys, ChannelAudit, ChannelsService, ChannelTagsService, ChannelDirectory],
  exports: [DeadKeys, ChannelsService, ChannelTagsService, ChannelDirectory],
})
export class ChannelsModule {}
