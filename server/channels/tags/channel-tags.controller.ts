import { Body, Controller, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import {
  channelTagRequest,
  tagChannelsRequest,
  updateChannelTagRequest,
  type ChannelTagRequest,
  type TagChannelsRequest,
  type UpdateChannelTagRequest,
} from '../../contract/resources/channels/channel.js';
import { ChannelTagsService } from './channel-tags.service.js';

@Controller('api/channel')
export class ChannelTagsController {
  constructor(private readonly tags: ChannelTagsService) {}

  @Post('batch/tag')
  @Requires('admin')
  @ApiResponse(z.int())
  assign(
    @Account() account: SignedIn,
    @Body({ schema: tagChannelsRequest }) { ids, tag }: TagChannelsRequest,
  ): Promise<number> {
    return this.tags.assign(account, ids, tag);
  }

  @Put('tag')
  @Requires('admin')
  @ApiResponse(z.null())
  async edit(
    @Account() account: SignedIn,
    @Body({ schema: updateChannelTagRequest }) body: UpdateChannelTagRequest,
  ): Promise<void> {
    await this.tags.edit(account, body);
  }

  @Post('tag/enabled')
  @Requires('admin')
  @ApiResponse(z.null())
  async enable(
    @Account() account: SignedIn,
    @Body({ schema: channelTagRequest }) { tag }: ChannelTagRequest,
  ): Promise<void> {
    await this.tags.enable(account, tag);
  }

  @Post('tag/disabled')
  @Requires('admin')
  @ApiResponse(z.null())
  async disable(
    @Account() account: SignedIn,
    @Body({ schema: channelTagRequest }) { tag }: ChannelTagRequest,
  ): Promise<void> {
    await this.tags.disable(account, tag);
  }
}
