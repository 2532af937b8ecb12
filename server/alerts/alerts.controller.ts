import { Body, Controller, Get, Post } from '@nestjs/common';
import { z } from 'zod';
import {
  alertsResponse,
  muteAlertRequest,
  type AlertsResponse,
  type MuteAlertRequest,
} from '../contract/resources/alert.js';
import { Account, type SignedIn } from '../core/http/account.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/requires.js';
import { Alerts } from './alerts.service.js';

@Controller('api/alerts')
export class AlertsController {
  constructor(private readonly alerts: Alerts) {}

  /** The rules, and what is broken or was within 30 days. */
  @Get()
  @Requires('admin')
  @ApiResponse(alertsResponse)
  state(): Promise<AlertsResponse> {
    return this.alerts.state();
  }

  /** Sends no notice of an alert that fires for some time. */
  @Post('mute')
  @Requires('admin')
  @ApiResponse(z.null())
  async mute(
    @Account() account: SignedIn,
    @Body({ schema: muteAlertRequest }) body: MuteAlertRequest,
  ): Promise<void> {
    await this.alerts.mute(account, body);
  }
}
