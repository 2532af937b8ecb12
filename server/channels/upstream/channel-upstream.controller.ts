import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/account.js';
import { Answer } from '../../core/http/envelope.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { readWhole } from '../../core/http/paging.js';
import { Requires } from '../../core/http/requires.js';
import { ApiError } from '../../core/api-error.js';
import { runState, type RunState } from '../runs/bulk-channel-jobs.js';
import { upstreamAddress } from '../channel.schema.js';
import { ChannelBalanceRuns } from './channel-balance-queue.service.js';
import { ChannelBalances } from './channel-balances.service.js';

const unsaved = z.strictObject({
  base_url: upstreamAddress.default(''),
  type: z.int().nonnegative(),
  /** Of several keys the first is used. */
  key: z.string().max(65_536).default(''),
});

/** Endpoints that query a channel's upstream for models and balances. */
@Controller('api/channel')
export class ChannelUpstreamController {
  constructor(
    private readonly balances: ChannelBalances,
    private readonly runs: ChannelBalanceRuns,
  ) {}

  @Get('fetch_models/:id')
  @Requires('admin')
  @ApiResponse(z.array(z.string()))
  models(@Param('id') id: string): Promise<string[]> {
    return this.balances.models(readWhole(id));
  }

  /** Models of a channel that is not saved yet. */
  @Post('fetch_models')
  @Requires('admin')
  @ApiResponse(z.array(z.string()))
  modelsAt(@Body({ schema: unsaved }) body: z.infer<typeof unsaved>): Promise<string[]> {
    const [key = ''] = body.key.trim().split('\n');
    if (key === '') throw new ApiError('channel_key_missing');
    return this.balances.modelsAt({
      type: body.type,
      baseUrl: body.base_url.replace(/\/+$/, ''),
      key: key.trim(),
    });
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
  @ApiResponse(runState)
  status(): Promise<RunState> {
    return this.runs.state();
  }

  @Get('update_balance/:id')
  @Requires('admin')
  @ApiResponse(z.null(), { balance: z.number() })
  async update(@Param('id') id: string): Promise<Answer<null>> {
    return new Answer(null, '', { balance: await this.balances.update(readWhole(id)) });
  }
}
