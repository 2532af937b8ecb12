import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module.js';
import { GroupsModule } from '../options/groups/groups.module.js';
import { SearchController } from './search.controller.js';
import { SearchRepository } from './search.repository.js';
import { Search } from './search.service.js';

@Module({
  imports: [ChannelsModule, GroupsModule],
  controllers: [SearchController],
  providers: [Search, SearchRepository],
})
export class SearchApi {}
