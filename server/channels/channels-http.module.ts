import { Module } from '@nestjs/common';
import { GroupsModule } from '../options/groups/groups.module.js';
import { ChannelBulkController } from './bulk/channel-bulk.controller.js';
import { ChannelKeysController } from './keys/channel-keys.controller.js';
import { ChannelTagsController } from './tags/channel-tags.controller.js';
import { ChannelsController } from './channels.controller.js';
import { ChannelHealthController } from './health/channel-health.controller.js';
import { ChannelsModule } from './channels.module.js';
import { ChannelReportController } from './report/channel-report.controller.js';
import { ModelsController } from './models/models.controller.js';
import { ChannelUpstreamController } from './upstream/channel-upstream.controller.js';
import { ChannelUpstreamModule } from './upstream/channel-upstream.module.js';
import { ChannelTestRunsModule } from './testing/channel-test-queue.module.js';
import { TestedChannels } from './testing/tested-channels.service.js';
import { ChannelTestsController } from './testing/channel-tests.controller.js';

/** Needs `CHANNEL_TESTER`, which the relay provides globally. */
@Module({
  imports: [ChannelsModule, ChannelTestRunsModule, ChannelUpstreamModule, GroupsModule],
  providers: [TestedChannels],
  // The controllers with fixed paths precede ChannelsController, whose `:id` routes would match the same paths.
  controllers: [
    ChannelTestsController,
    ChannelUpstreamController,
    ChannelHealthController,
    ChannelBulkController,
    ChannelsController,
    ChannelKeysController,
    ChannelReportController,
    ChannelTagsController,
    ModelsController,
  ],
})
export class ChannelsApi {}
