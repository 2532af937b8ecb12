import { Module } from '@nestjs/common';
import { LogsModule } from '../billing/logs/logs.module.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { GroupMovesController } from './group-moves.controller.js';
import { GroupMovesRepository } from './group-moves.repository.js';
import { GroupMoves } from './group-moves.service.js';

@Module({
  imports: [ChannelsModule, LogsModule],
  controllers: [GroupMovesController],
  providers: [GroupMoves, GroupMovesRepository],
})
export class GroupMovesApi {}
