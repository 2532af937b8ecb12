import { Module } from '@nestjs/common';
import { GroupUse } from './group-use.js';
import { GroupUseRepository } from './group-use.repository.js';
import { GroupsService } from './groups.service.js';

@Module({ providers: [GroupsService, GroupUse, GroupUseRepository], exports: [GroupsService] })
export class GroupsModule {}
