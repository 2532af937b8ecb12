import { Module } from '@nestjs/common';
import { PricesApi } from '../billing/prices/prices-http.module.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { SecondFactorModule } from '../users/second-factor/second-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { StatisticsModule } from '../statistics/statistics.module.js';
import { StillSignedIn } from '../core/http/access/still-signed-in.js';
import { OverviewStreams } from './overview-streams.js';
import { OverviewController } from './overview.controller.js';
import { OverviewRepository } from './overview.repository.js';
import { Overview } from './overview.service.js';

@Module({
  imports: [ChannelsModule, PricesApi, SecondFactorModule, StatisticsModule, UsersModule],
  controllers: [OverviewController],
  providers: [Overview, OverviewRepository, OverviewStreams, StillSignedIn],
})
export class OverviewApi {}
