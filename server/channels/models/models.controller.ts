import { Controller, Get } from '@nestjs/common';
import { modelNamesResponse, modelsByTypeResponse } from '../../contract/resources/model.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { GroupsService } from '../../options/groups/groups.service.js';
import { ChannelRegistry } from '../channel-registry.js';
import { modelsByType } from './model-catalog.js';

@Controller('api')
export class ModelsController {
  constructor(
    private readonly groups: GroupsService,
    private readonly directory: ChannelRegistry,
  ) {}

  /** Suggested models for a new channel, by type. */
  @Get('models')
  @Requires('user')
  @ApiResponse(modelsByTypeResponse)
  byType(): Record<string, readonly string[]> {
    return modelsByType();
  }

  /** Models that the caller can use in any of their groups. */
  @Get('user/models')
  @Requires('user')
  @ApiResponse(modelNamesResponse)
  own(@Account() account: SignedIn): string[] {
    return this.directory.modelsOfAny(this.groups.usableBy(account.group).keys());
  }
}
