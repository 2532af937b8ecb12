import { Body, Controller, Delete, Get, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../core/http/account.js';
import { Answer, withExtras } from '../core/http/envelope.js';
import { ApiResponse } from '../core/http/api-response.js';
import { ApiRequest } from '../core/http/api-request.js';
import { pageQuery, readPage, readWhole } from '../core/http/paging.js';
import { Requires } from '../core/http/requires.js';
import { channelAnswerShape, type ChannelAnswer } from './channel-answer.js';
import { ChannelRegistry } from './channel-registry.js';
import type { Order } from './channel-query.js';
import {
  channelFilter,
  channelIds,
  createChannel,
  updateChannel,
  type ChannelFilter,
  type ChannelIds,
  type CreateChannel,
  type UpdateChannel,
} from './channel.schema.js';
import { CHANNEL_TESTER, type ChannelTester } from './channel-tester.js';
import { ChannelsService } from './channels.service.js';
import { knownModels, modelObjectShape, type ModelObject } from './model-catalog.js';

type TextQuery = Readonly<Record<string, unknown>>;

const orderQuery = {
  id_sort: z.enum(['true', 'false']).optional().describe('Newest first instead of highest priority first.'),
  tag_mode: z.enum(['true', 'false']).optional().describe('Whole tags; the page counts tags.'),
};
const listQuery = pageQuery('page_size').extend(orderQuery);
const searchQuery = z.object({
  keyword: z.string().optional().describe('The number, part of the name, or the whole key.'),
  group: z.string().optional(),
  model: z.string().optional().describe('Part of the list of models.'),
  ...orderQuery,
});
const testQuery = z.object({
  model: z.string().optional().describe("Instead of the channel's test model, or its first one."),
});

@Controller('api/channel')
export class ChannelsController {
  constructor(
    private readonly channels: ChannelsService,
    private readonly directory: ChannelRegistry,
    @Inject(CHANNEL_TESTER) private readonly tester: ChannelTester,
  ) {}

  @Get()
  @Requires('admin')
  @ApiRequest({ query: listQuery })
  @ApiResponse(z.array(channelAnswerShape), { total: z.int() })
  async list(
    @Query() query: TextQuery,
    @Query({ schema: channelFilter }) filter: ChannelFilter,
  ): Promise<Answer<ChannelAnswer[]>> {
    const page = readPage(query, { base: 0, sizeKey: 'page_size' });
    const { items, total } = await this.channels.list(page, { ...orderOf(query), ...filter });
    return withExtras(items, { total });
  }

  @Get('search')
  @Requires('admin')
  @ApiRequest({ query: searchQuery })
  @ApiResponse(z.array(channelAnswerShape), { total: z.int() })
  async search(
    @Query() query: TextQuery,
    @Query({ schema: channelFilter }) filter: ChannelFilter,
  ): Promise<Answer<ChannelAnswer[]>> {
    const { items, total } = await this.channels.search({
      ...orderOf(query),
      ...filter,
      keyword: textOf(query.keyword),
      group: textOf(query.group),
      model: textOf(query.model),
    });
    return withExtras(items, { total });
  }

  @Get('models')
  @Requires('admin')
  @ApiResponse(z.array(modelObjectShape))
  models(): ModelObject[] {
    return knownModels();
  }

  @Get('models_enabled')
  @Requires('admin')
  @ApiResponse(z.array(z.string()))
  enabledModels(): string[] {
    return this.directory.allModels();
  }

  /** `time` is in seconds and also present on failure. */
  @Get('test/:id')
  @Requires('admin')
  @ApiRequest({ query: testQuery })
  @ApiResponse(z.null(), { time: z.number() })
  async test(
    @Account() account: SignedIn,
    @Param('id') id: string,
    @Query('model') model: unknown,
  ): Promise<Answer<null>> {
    const channel = await this.channels.get(readWhole(id));
    const { verdict, message, milliseconds } = await this.tester.test(
      channel.id,
      textOf(model) || undefined,
      account,
    );
    await this.channels.recordTest(channel.id, milliseconds);
    return new Answer(null, message, { success: verdict === 'works', time: Math.round(milliseconds) / 1000 });
  }

  @Get(':id')
  @Requires('admin')
  @ApiResponse(channelAnswerShape)
  get(@Param('id') id: string): Promise<ChannelAnswer> {
    return this.channels.get(readWhole(id));
  }

  @Post()
  @Requires('admin')
  @ApiResponse(z.null())
  async create(
    @Account() account: SignedIn,
    @Body({ schema: createChannel }) body: CreateChannel,
  ): Promise<void> {
    await this.channels.create(account, body);
  }

  @Put()
  @Requires('admin')
  @ApiResponse(channelAnswerShape)
  update(
    @Account() account: SignedIn,
    @Body({ schema: updateChannel }) body: UpdateChannel,
  ): Promise<ChannelAnswer> {
    return this.channels.update(account, body);
  }

  @Post('batch')
  @Requires('admin')
  @ApiResponse(z.int())
  removeMany(
    @Account() account: SignedIn,
    @Body({ schema: channelIds }) { ids }: ChannelIds,
  ): Promise<number> {
    return this.channels.remove(account, ids);
  }

  @Post('fix')
  @Requires('admin')
  @ApiResponse(z.int())
  fix(@Account() account: SignedIn): Promise<number> {
    return this.channels.fix(account);
  }

  @Delete('disabled')
  @Requires('admin')
  @ApiResponse(z.int())
  removeDisabled(@Account() account: SignedIn): Promise<number> {
    return this.channels.removeDisabled(account);
  }

  /** Deleting a channel that does not exist succeeds. */
  @Delete(':id')
  @Requires('admin')
  @ApiResponse(z.null())
  async remove(@Account() account: SignedIn, @Param('id') id: string): Promise<void> {
    await this.channels.remove(account, [readWhole(id)]);
  }
}

function orderOf(query: TextQuery): Order {
  return { byId: isOn(query.id_sort), byTag: isOn(query.tag_mode) };
}

function isOn(value: unknown): boolean {
  return typeof value === 'string' && ['1', 't', 'T', 'TRUE', 'true', 'True'].includes(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
