import { Body, Controller, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { Answers } from '../core/http/answers.js';
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
  @Answers(z.int())
  assign(@Body({ schema: tagChannels }) { ids, tag }: TagChannels): Promise<number> {
    return this.tags.assign(ids, tag);
  }

  @Put('tag')
  @Requires('admin')
  @Answers(z.null())
  async edit(@Body({ schema: updateTag }) body: UpdateTag): Promise<void> {
    await this.tags.edit(body);
  }

  @Post('tag/enabled')
  @Requires('admin')
  @Answers(z.null())
  async enable(@Body({ schema: tagName }) { tag }: TagName): Promise<void> {
    await this.tags.enable(tag);
  }

  @Post('tag/disabled')
  @Requires('admin')
  @Answers(z.null())
  async disable(@Body({ schema: tagName }) { tag }: TagName): Promise<void> {
    await this.tags.disable(tag);
  }
}
