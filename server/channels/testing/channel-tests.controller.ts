import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { ApiError } from '../../contract/errors/api-error.js';
import {
  channelJobResponse,
  type ChannelJobResponse,
} from '../../contract/resources/channels/channel-job.js';
import { ChannelTestQueue } from './channel-test-queue.service.js';

/** Endpoints for tests of all channels. */
@Controller('api/channel/test')
export class ChannelTestsController {
  constructor(private readonly runs: ChannelTestQueue) {}

  /** Starts a test of all channels and returns at once; `status` reports the progress. */
  @Get()
  @Requires('admin')
  @ApiResponse(z.null())
  async start(@Account() { id, username }: SignedIn): Promise<void> {
    if (!(await this.runs.start({ id, username }))) throw new ApiError('channel_tests_running');
  }

  @Get('status')
  @Requires('admin')
  @ApiResponse(channelJobResponse)
  status(): Promise<ChannelJobResponse> {
    return this.runs.state();
  }
}
