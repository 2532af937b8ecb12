import { Controller, Get } from '@nestjs/common';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { withExtras, type Answer } from '../../core/http/envelope.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import {
  groupNamesResponse,
  groupOffersResponse,
  ownGroupsExtras,
  type GroupOffersResponse,
} from '../../contract/resources/group.js';
import { GroupsService } from './groups.service.js';

@Controller('api')
export class GroupsController {
  constructor(private readonly groups: GroupsService) {}

  @Get('group')
  @Requires('admin')
  @ApiResponse(groupNamesResponse)
  names(): string[] {
    return this.groups.names();
  }

  /**
   * Also returns the groups behind the pseudo-group `auto`, empty if the user cannot use it, and whether new tokens start
   * with it.
   */
  @Get('user/self/groups')
  @Requires('user')
  @ApiResponse(groupOffersResponse, ownGroupsExtras)
  own(@Account() { group }: SignedIn): Answer<GroupOffersResponse> {
    return withExtras(this.groups.offeredTo(group), {
      auto_groups: this.groups.automaticFor(group),
      default_use_auto_group: this.groups.firstFor(group) !== '',
    });
  }

  /** No sign-in required, because the public price list shows the ratio of each group. */
  @Get('user/groups')
  @Requires('optional')
  @ApiResponse(groupOffersResponse)
  offered(@Account() account: SignedIn | undefined): GroupOffersResponse {
    return this.groups.offeredTo(account?.group ?? '');
  }
}
