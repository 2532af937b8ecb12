import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { ApiError } from '../../contract/errors/api-error.js';
import { readInteger } from '../../contract/query.js';
import {
  channelKeyResponse,
  type ChannelKeyResponse,
} from '../../contract/resources/channels/channel-key.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { channelKeysOf } from './channel-key-response.js';
import { ChannelRegistry } from '../channel-registry.js';
import { DisabledKeys } from './disabled-keys.service.js';

/** Endpoints for the single keys of a channel. */
@Controller('api/channel')
export class ChannelKeysController {
  constructor(
    private readonly registry: ChannelRegistry,
    private readonly disabledKeys: DisabledKeys,
  ) {}

  /** All keys of a channel in the order of their lines, masked. */
  @Get(':id/keys')
  @Requires('admin')
  @ApiResponse(z.array(channelKeyResponse))
  list(@Param('id') id: string): ChannelKeyResponse[] {
    const channel = this.registry.get(readInteger(id));
    if (!channel) throw new ApiError('channel_not_found');
    return channelKeysOf(channel);
  }

  /** Enables a disabled key; a key in use stays as it is. The index is the line of the key, from 0. */
  @Post(':id/keys/:index/enable')
  @HttpCode(200)
  @Requires('admin')
  @ApiResponse(z.null())
  async enable(
    @Account() account: SignedIn,
    @Param('id') id: string,
    @Param('index') index: string,
  ): Promise<void> {
    const channel = this.registry.get(readInteger(id));
    if (!channel) throw new ApiError('channel_not_found');
    const key = [...channel.keys, ...channel.disabledKeys].find((one) => String(one.index) === index);
    if (!key) throw new ApiError('channel_key_unknown', { line: readInteger(index) + 1 });
    await this.disabledKeys.enable(channel.id, [key.index], account);
  }
}
