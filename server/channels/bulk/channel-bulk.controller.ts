import { Body, Controller, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import {
  changeChannelsRequest,
  drainChannelsRequest,
  type ChangeChannelsRequest,
  type DrainChannelsRequest,
} from '../../contract/resources/channels/channel-bulk.js';
import { ChannelBulk } from './channel-bulk.service.js';

@Controller('api/channel')
export class ChannelBulkController {
  constructor(private readonly bulk: ChannelBulk) {}

  /** Keeps new requests from channels for a time, or ends that. */
  @Post('drain')
  @Requires('admin')
  @ApiResponse(z.int())
  drain(
    @Account() account: SignedIn,
    @Body({ schema: drainChannelsRequest }) { ids, minutes }: DrainChannelsRequest,
  ): Promise<number> {
    return this.bulk.drain(account, ids, minutes);
  }

  /** Changes priority, weight, groups, models or tag of channels. @returns the number of channels */
  @Put('batch')
  @Requires('admin')
  @ApiResponse(z.int())
  edit(
    @Account() account: SignedIn,
    @Body({ schema: changeChannelsRequest }) { changes }: ChangeChannelsRequest,
  ): Promise<number> {
    return this.bulk.edit(account, changes);
  }
}
