import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/account.js';
import { withExtras, type Answer } from '../../core/http/envelope.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/requires.js';
import { groupOffers, GroupsService, type GroupOffer } from './groups.service.js';

@Controller('api')
export class GroupsController {
  constructor(private readonly groups: GroupsService) {}

  @Get('group')
  @Requires('admin')
  @ApiResponse(z.array(z.string()))
  names(): string[] {
    return this.groups.names();
  }

  /** With what a token may have instead: the automatic choice among `auto_groups`, where there are any. */
  @Get('user/self/groups')
  @Requires('user')
  @ApiResponse(groupOffers, { auto_groups: z.array(z.string()), default_use_auto_group: z.boolean() })
  own(@Account() { group }: SignedIn): Answer<Record<string, GroupOffer>> {
    return withExtras(this.groups.offeredTo(group), {
      auto_groups: this.groups.automaticFor(group),
      default_use_auto_group: this.groups.firstFor(group) !== '',
    });
  }

  /** Visitors ask too: the price list shows what a group costs. */
  @Get('user/groups')
  @Requires('optional')
  @ApiResponse(groupOffers)
  offered(@Account() account: SignedIn | undefined): Record<string, GroupOffer> {
    return this.groups.offeredTo(account?.group ?? '');
  }
}
