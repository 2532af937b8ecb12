import { Controller, Get, Query } from '@nestjs/common';
import {
  channelHealthListResponse,
  channelHealthQuery,
  type ChannelHealthQuery,
  type ChannelHealthResponse,
} from '../../contract/resources/channels/channel-health.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { ChannelHealth } from './channel-health.service.js';

@Controller('api/channel/health')
export class ChannelHealthController {
  constructor(private readonly health: ChannelHealth) {}

  /** What the gateway's own calls of channels show, and which channels need attention, the most urgent first. */
  @Get()
  @Requires('admin')
  @ApiResponse(channelHealthListResponse)
  list(
    @Query({ schema: channelHealthQuery }) { today }: ChannelHealthQuery,
  ): Promise<ChannelHealthResponse[]> {
    return this.health.listWithMargins(today);
  }
}
