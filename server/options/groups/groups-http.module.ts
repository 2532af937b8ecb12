import { Module } from '@nestjs/common';
import { GroupsController } from './groups.controller.js';
import { GroupsModule } from './groups.module.js';

@Module({ imports: [GroupsModule], controllers: [GroupsController] })
export class GroupsApi {}
