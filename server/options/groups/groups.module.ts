import { Module } from '@nestjs/common';
import { GroupUse } from './group-use.js';
import { GroupsService } from './groups.service.js';

@Module({ providers: [GroupsService, GroupUse], exports: [GroupsService] })
export class GroupsModule {}
