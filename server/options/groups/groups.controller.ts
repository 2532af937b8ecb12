import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/account.js';
import { Answers } from '../../core/http/answers.js';
import { Requires } from '../../core/http/requires.js';
import { groupOffers, GroupsService, type GroupOffer } from './groups.service.js';

@Controller('api')
export class GroupsController {
  constructor(private readonly groups: GroupsService) {}

  @Get('group')
  @Requires('admin')
  @Answers(z.array(z.string()))
  names(): string[] {
    return this.groups.names();
  }

  @Get('user/self/groups')
  @Requires('user')
  @Answers(groupOffers)
  own(@Account() account: SignedIn): Record<string, GroupOffer> {
    return this.groups.offeredTo(account.group);
  }

  /** Visitors ask too: the price list shows what a group costs. */
  @Get('user/groups')
  @Requires('optional')
  @Answers(groupOffers)
  offered(@Account() account: SignedIn | undefined): Record<string, GroupOffer> {
    return this.groups.offeredTo(account?.group ?? '');
  }
}
