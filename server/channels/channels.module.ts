import { Module } from '@nestjs/common';
import { LogsModule } from '../billing/logs/logs.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { ChannelAudit } from './channel-audit.js';
import { ChannelRegistry } from './channel-registry.js';
import { ChannelTagsService } from './channel-tags.service.js';
import { DisabledKeys } from './disabled-keys.service.js';
import { UnsavedChannels } from './unsaved-channels.service.js';
import { ChannelsService } from './channels.service.js';

@Module({
  imports: [LogsModule, NotificationsModule],
  providers: [
    DisabledKeys,
    ChannelAudit,
    ChannelsService,
    ChannelTagsService,
    ChannelRegistry,
    UnsavedChannels,
  ],
  exports: [DisabledKeys, ChannelsService, ChannelTagsService, ChannelRegistry, UnsavedChannels],
})
export class ChannelsModule {}
