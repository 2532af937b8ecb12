import { Controller, Get, Param } from '@nestjs/common';
import { readInteger } from '../../contract/query.js';
import {
  channelReportResponse,
  type ChannelReportResponse,
} from '../../contract/resources/channels/channel-report.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { ChannelReport } from './channel-report.service.js';

@Controller('api/channel')
export class ChannelReportController {
  constructor(private readonly report: ChannelReport) {}

  /** What happened to one channel within 24 hours, with its last failures and changes. */
  @Get(':id/report')
  @Requires('admin')
  @ApiResponse(channelReportResponse)
  read(@Param('id') id: string): Promise<ChannelReportResponse> {
    return this.report.of(readInteger(id));
  }
}
