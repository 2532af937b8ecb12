import { Module } from '@nestjs/common';
import { CostsModule } from '../billing/costs/costs.module.js';
import { LogsModule } from '../billing/logs/logs.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { OptionsModule } from '../options/options.module.js';
import { StatisticsModule } from '../statistics/statistics.module.js';
import { AbilitiesRepository } from './abilities.repository.js';
import { AutomaticStatus } from './automatic-status.service.js';
import { ChannelAudit } from './channel-audit.js';
import { ChannelListsRepository } from './channel-lists.repository.js';
import { ChannelRegistry } from './channel-registry.js';
import { ChannelBulk } from './bulk/channel-bulk.service.js';
import { ChannelTagsService } from './tags/channel-tags.service.js';
import { KeyReferences } from './key-references/key-references.service.js';
import { DisabledKeys } from './keys/disabled-keys.service.js';
import { UnsavedChannels } from './unsaved-channels.service.js';
import { ChannelHealthRepository } from './health/channel-health.repository.js';
import { ChannelHealth } from './health/channel-health.service.js';
import { ChannelReportRepository } from './report/channel-report.repository.js';
import { ChannelReport } from './report/channel-report.service.js';
import { ChannelRecovery } from './testing/channel-recovery.service.js';
import { ChannelsRepository } from './channels.repository.js';
import { ChannelsService } from './channels.service.js';

@Module({
  imports: [CostsModule, LogsModule, NotificationsModule, OptionsModule, StatisticsModule],
  providers: [
    AbilitiesRepository,
    ChannelListsRepository,
    ChannelsRepository,
    AutomaticStatus,
    DisabledKeys,
    KeyReferences,
    ChannelAudit,
    ChannelRecovery,
    ChannelsService,
    ChannelTagsService,
    ChannelBulk,
    ChannelRegistry,
    UnsavedChannels,
    ChannelHealth,
    ChannelHealthRepository,
    ChannelReport,
    ChannelReportRepository,
  ],
  exports: [
    AbilitiesRepository,
    ChannelsRepository,
    AutomaticStatus,
    DisabledKeys,
    KeyReferences,
    ChannelsService,
    ChannelTagsService,
    ChannelBulk,
    ChannelRegistry,
    UnsavedChannels,
    ChannelHealth,
    ChannelReport,
  ],
})
export class ChannelsModule {}
