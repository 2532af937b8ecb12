import { Controller, Get } from '@nestjs/common';
import { ApiError } from '../../contract/errors/api-error.js';
import { uptimeResponse, type UptimeResponse } from '../../contract/resources/uptime.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { OptionsService } from '../../options/options.service.js';
import { Uptime } from './uptime.service.js';

@Controller('api/status/uptime')
export class UptimeController {
  constructor(
    private readonly uptime: Uptime,
    private readonly options: OptionsService,
  ) {}

  /** How models answered real requests. @throws ApiError status_page_disabled */
  @Get()
  @Requires('public')
  @ApiResponse(uptimeResponse)
  read(): Promise<UptimeResponse> {
    if (!this.options.get('StatusPageEnabled')) throw new ApiError('status_page_disabled');
    return this.uptime.read();
  }
}
