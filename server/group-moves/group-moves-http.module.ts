import { Module } from '@nestjs/common';
import { LogsModule } from '../billing/logs/logs.module.js';
import { GroupMovesController } from './group-moves.controller.js';
import { GroupMoves } from './group-moves.service.js';

@Module({ imports: [LogsModule], controllers: [GroupMovesController], providers: [GroupMoves] })
export class GroupMovesApi {}
