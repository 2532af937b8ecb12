import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { Answer } from '../../core/http/envelope.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { readInteger } from '../../contract/query.js';
import { Requires } from '../../core/http/access/requires.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { channelBalanceExtras } from '../../contract/resources/channels/channel-balance.js';
import { fetchModelsRequest, type FetchModelsRequest } from '../../contract/resources/channels/channel.js';
import {
  channelJobResponse,
  type ChannelJobResponse,
} from '../../contract/resources/channels/channel-job.js';
import {
  recogniseKeyRequest,
  recogniseKeyResponse,
  type RecogniseKeyRequest,
  type RecogniseKeyResponse,
} from '../../contract/resources/channels/key-recognition.js';
import {
  upstreamPricesResponse,
  type UpstreamPricesResponse,
} from '../../contract/resources/channels/upstream-prices.js';
import type { UpstreamSetting } from '../../contract/resources/channels/channel-upstream.js';
import { modelNamesResponse } from '../../contract/resources/model.js';
import { KeyReferences } from '../key-references/key-references.service.js';
import { readSetting, UnreadableColumn } from '../channel-settings.js';
import { ChannelBalanceRuns } from './channel-balance-queue.service.js';
import { ChannelBalances } from './channel-balances.service.js';
import { KeyRecognition } from './key-recognition.service.js';

/** Endpoints that query a channel's upstream for models and balances. */
@Controller('api/channel')
export class ChannelUpstreamController {
  constructor(
    private readonly balances: ChannelBalances,
    private readonly runs: ChannelBalanceRuns,
    private readonly recognition: KeyRecognition,
    private readonly references: KeyReferences,
  ) {}

  @Get('fetch_models/:id')
  @Requires('admin')
  @ApiResponse(modelNamesResponse)
  models(@Param('id') id: string): Promise<string[]> {
    return this.balances.models(readInteger(id));
  }

  /** Prices of a channel's upstream, for the form of purchase prices. Nothing is stored. */
  @Get(':id/upstream_prices')
  @Requires('admin')
  @ApiResponse(upstreamPricesResponse)
  prices(@Param('id') id: string): Promise<UpstreamPricesResponse> {
    return this.balances.prices(readInteger(id));
  }

  /** Models of a channel that is not saved yet. */
  @Post('fetch_models')
  @Requires('admin')
  @ApiResponse(modelNamesResponse)
  async modelsAt(
    @Account() account: SignedIn,
    @Body({ schema: fetchModelsRequest }) body: FetchModelsRequest,
  ): Promise<string[]> {
    const [entered = ''] = body.key.trim().split('\n');
    if (entered === '') throw new ApiError('channel_key_missing');
    const [key = ''] = await this.references.entered(account, [entered.trim()]);
    return this.balances.modelsAt({
      type: body.type,
      baseUrl: body.base_url.replace(/\/+$/, ''),
      key,
      upstream: upstreamOf(body.setting),
    });
  }

  /** Guesses the provider of a key; with `probe` by sending it to the upstreams in question. */
  @Post('recognise')
  @Requires('admin')
  @ApiResponse(recogniseKeyResponse)
  recognise(@Body({ schema: recogniseKeyRequest }) body: RecogniseKeyRequest): Promise<RecogniseKeyResponse> {
    return this.recognition.recognise(body);
  }

  /** Starts updating all enabled channels and returns at once; `status` reports the progress. */
  @Get('update_balance')
  @Requires('admin')
  @ApiResponse(z.null())
  async updateAll(@Account() { id, username }: SignedIn): Promise<void> {
    if (!(await this.runs.start({ id, username }))) throw new ApiError('channel_balances_running');
  }

  @Get('update_balance/status')
  @Requires('admin')
  @ApiResponse(channelJobResponse)
  status(): Promise<ChannelJobResponse> {
    return this.runs.state();
  }

  @Get('update_balance/:id')
  @Requires('admin')
  @ApiResponse(z.null(), channelBalanceExtras)
  async update(@Param('id') id: string): Promise<Answer<null>> {
    const { usd, balances } = await this.balances.update(readInteger(id));
    return new Answer(null, '', { balance: usd, balances });
  }
}

/** @throws ApiError channel_field_not_json */
function upstreamOf(setting: string): UpstreamSetting | undefined {
  try {
    return readSetting(setting).upstream;
  } catch (problem) {
    throw problem instanceof UnreadableColumn ? new ApiError('channel_field_not_json') : problem;
  }
}
