import { Body, Controller, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../core/http/account.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/requires.js';
import {
  tagChannels,
  tagName,
  updateTag,
  type TagChannels,
  type TagName,
  type UpdateTag,
} from './channel.schema.js';
import { ChannelTagsService } from './channel-tags.service.js';

@Controller('api/channel')
export class ChannelTagsController {
  constructor(private readonly tags: ChannelTagsService) {}

  @Post('batch/tag')
  @Requires('admin')
  @ApiResponse(z.int())
  assign(
    @Account() account: SignedIn,
    @Body({ schema: tagChannels }) { ids, tag }: TagChannels,
  ): Promise<number> {
    return this.tags.assign(account, ids, tag);
  }

  @Put('tag')
  @Requires('admin')
  @ApiResponse(z.null())
  async edit(@Account() account: SignedIn, @Body({ schema: updateTag }) body: UpdateTag): Promise<void> {
    await this.tags.edit(account, body);
  }

  @Post('tag/enabled')
  @Requires('admin')
  @ApiResponse(z.null())
  async enable(@Account() account: SignedIn, @Body({ schema: tagName }) { tag }: TagName): Promise<void> {
    await this.tags.enable(account, tag);
  }

  @Post('tag/disabled')
  @Requires('admin')
  @ApiResponse(z.null())
  async disable(@Account() account: SignedIn, @Body({ schema: tagName }) { tag }: TagName): Promise<void> {
    await this.tags.disable(account, tag);
  }
}
