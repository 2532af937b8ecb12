import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module.js';
import { OverviewController } from './overview.controller.js';
import { OverviewRepository } from './overview.repository.js';
import { Overview } from './overview.service.js';

@Module({
  imports: [ChannelsModule],
  controllers: [OverviewController],
  providers: [Overview, OverviewRepository],
})
export class OverviewApi {}
