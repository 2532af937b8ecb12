import { Module } from '@nestjs/common';
import { GroupsModule } from '../options/groups/groups.module.js';
import { ChannelTagsController } from './channel-tags.controller.js';
import { ChannelsController } from './channels.controller.js';
import { ChannelsModule } from './channels.module.js';
import { ModelsController } from './models.controller.js';

/** Needs `CHANNEL_TESTER`, which the relay provides globally. */
@Module({
  imports: [ChannelsModule, GroupsModule],
  controllers: [ChannelsController, ChannelTagsController, ModelsController],
})
export class ChannelsApi {}
