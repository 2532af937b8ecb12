import { Body, Controller, Delete, Get, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import {
  channelTypeResponse,
  type ChannelTypeResponse,
} from '../contract/resources/channels/channel-type.js';
import { Account, type SignedIn } from '../core/http/access/account.js';
import { Answer, errorMembers, withExtras } from '../core/http/envelope.js';
import { ApiResponse } from '../core/http/api-response.js';
import { pageOf } from '../core/http/paging.js';
import { Requires } from '../core/http/access/requires.js';
import {
  channelIdsRequest,
  channelListQuery,
  channelResponse,
  channelSearchQuery,
  channelTestExtras,
  channelTestQuery,
  testUnsavedChannelRequest,
  testUnsavedChannelResponse,
  createChannelRequest,
  createTestedChannelRequest,
  createTestedChannelResponse,
  updateChannelRequest,
  type ChannelIdsRequest,
  type ChannelResponse,
  type ChannelTestQuery,
  type TestUnsavedChannelRequest,
  type TestUnsavedChannelResponse,
  type CreateChannelRequest,
  type CreateTestedChannelRequest,
  type CreateTestedChannelResponse,
  type UpdateChannelRequest,
} from '../contract/resources/channels/channel.js';
import { modelNamesResponse, modelResponse, type ModelResponse } from '../contract/resources/model.js';
import { choiceParameter, listExtras, readInteger } from '../contract/query.js';
import { ChannelHealth } from './health/channel-health.service.js';
import { ChannelRegistry } from './channel-registry.js';
import {
  CHANNEL_TESTER,
  type ChannelTester,
  type ChannelTestResult,
  type TestedBy,
} from './channel-tester.js';
import { channelTypeNumbers, channelTypesAt } from './channel-types.js';
import { ChannelKeyTests } from './testing/channel-key-tests.service.js';
import { ChannelsService } from './channels.service.js';
import { TestedChannels, unsavedTestResponseOf } from './testing/tested-channels.service.js';
import { UnsavedChannels } from './unsaved-channels.service.js';
import { knownModels } from './models/model-catalog.js';

const type = choiceParameter(channelTypeNumbers).describe('Number of a channel type.');
const listQuery = channelListQuery.extend({ type });
const searchQuery = channelSearchQuery.extend({ type });

@Controller('api/channel')
export class ChannelsController {
  constructor(
    private readonly channels: ChannelsService,
    private readonly directory: ChannelRegistry,
    private readonly unsaved: UnsavedChannels,
    private readonly newChannels: TestedChannels,
    private readonly keyTests: ChannelKeyTests,
    private readonly health: ChannelHealth,
    @Inject(CHANNEL_TESTER) private readonly tester: ChannelTester,
  ) {}

  @Get()
  @Requires('admin')
  @ApiResponse(z.array(channelResponse), listExtras)
  async list(
    @Query({ schema: listQuery }) query: z.infer<typeof listQuery>,
  ): Promise<Answer<ChannelResponse[]>> {
    const { p, page_size, id_sort, tag_mode, sort, descending, today, status, test, type: ofType } = query;
    const { items, total } = await this.channels.list(pageOf(p, page_size, 0), {
      byId: id_sort,
      byTag: tag_mode,
      sort: await this.health.order(sort, descending, today),
      status,
      test,
      type: ofType,
    });
    return withExtras(items, { total });
  }

  @Get('search')
  @Requires('admin')
  @ApiResponse(z.array(channelResponse), listExtras)
  async search(
    @Query({ schema: searchQuery }) query: z.infer<typeof searchQuery>,
  ): Promise<Answer<ChannelResponse[]>> {
    const { id_sort, tag_mode, sort, descending, today, ...filter } = query;
    const { items, total } = await this.channels.search({
      byId: id_sort,
      byTag: tag_mode,
      sort: await this.health.order(sort, descending, today),
      ...filter,
    });
    return withExtras(items, { total });
  }

  /** Everything the console shows of channel types. Apart from retirements of models, constant until the next release. */
  @Get('types')
  @Requires('admin')
  @ApiResponse(z.array(channelTypeResponse))
  types(): readonly ChannelTypeResponse[] {
    return channelTypesAt(new Date());
  }

  @Get('models')
  @Requires('admin')
  @ApiResponse(z.array(modelResponse))
  models(): ModelResponse[] {
    return knownModels();
  }

  @Get('models_enabled')
  @Requires('admin')
  @ApiResponse(modelNamesResponse)
  enabledModels(): string[] {
    return this.directory.allModels();
  }

  /** `time` is in seconds and also present on failure. */
  @Get('test/:id')
  @Requires('admin')
  @ApiResponse(z.null(), channelTestExtras)
  async test(
    @Account() account: SignedIn,
    @Param('id') id: string,
    @Query({ schema: channelTestQuery }) { model, key }: ChannelTestQuery,
  ): Promise<Answer<null>> {
    const channel = await this.channels.get(readInteger(id));
    const { error, message, milliseconds } = await this.tested(channel.id, account, model, key);
    return new Answer(null, message, {
      success: error === undefined,
      time: Math.round(milliseconds) / 1000,
      ...(error && errorMembers(error)),
    });
  }

  private tested(id: number, by: TestedBy, model: string, key: string): Promise<ChannelTestResult> {
    if (model !== '') return this.keyTests.testModel(id, model, by);
    if (key !== '') return this.keyTests.testKey(id, readInteger(key), by);
    return this.keyTests.testByHand(id, by);
  }

  /** Tests what a form describes, before it is saved. A failed test is a successful response with its `error`. */
  @Post('test')
  @Requires('admin')
  @ApiResponse(testUnsavedChannelResponse)
  async testUnsaved(
    @Account() account: SignedIn,
    @Body({ schema: testUnsavedChannelRequest }) body: TestUnsavedChannelRequest,
  ): Promise<TestUnsavedChannelResponse> {
    const { channel, model } = await this.unsaved.open(account, body);
    return unsavedTestResponseOf(await this.tester.testUnsaved(channel, model));
  }

  /** Tests what a form describes and, if it works, creates it. A failed test is a successful response and creates nothing. */
  @Post('tested')
  @Requires('admin')
  @ApiResponse(createTestedChannelResponse)
  createTested(
    @Account() account: SignedIn,
    @Body({ schema: createTestedChannelRequest }) body: CreateTestedChannelRequest,
  ): Promise<CreateTestedChannelResponse> {
    return this.newChannels.create(account, body);
  }

  @Get(':id')
  @Requires('admin')
  @ApiResponse(channelResponse)
  get(@Param('id') id: string): Promise<ChannelResponse> {
    return this.channels.get(readInteger(id));
  }

  @Post()
  @Requires('admin')
  @ApiResponse(z.null())
  async create(
    @Account() account: SignedIn,
    @Body({ schema: createChannelRequest }) body: CreateChannelRequest,
  ): Promise<void> {
    await this.channels.create(account, body);
  }

  @Put()
  @Requires('admin')
  @ApiResponse(channelResponse)
  update(
    @Account() account: SignedIn,
    @Body({ schema: updateChannelRequest }) body: UpdateChannelRequest,
  ): Promise<ChannelResponse> {
    return this.channels.update(account, body);
  }

  @Post('batch')
  @Requires('admin')
  @ApiResponse(z.int())
  removeMany(
    @Account() account: SignedIn,
    @Body({ schema: channelIdsRequest }) { ids }: ChannelIdsRequest,
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
    await this.channels.remove(account, [readInteger(id)]);
  }
}
