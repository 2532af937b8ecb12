import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import type { Language } from '../contract/languages.js';
import {
  alertRuleRequest,
  alertsResponse,
  alertTargetName,
  muteAlertRequest,
  type AlertRuleRequest,
  type AlertsResponse,
  type AlertTargetName,
  type MuteAlertRequest,
} from '../contract/resources/alert.js';
import type { NoticeTargetRequest } from '../contract/resources/notification-channel.js';
import { Account, type SignedIn } from '../core/http/access/account.js';
import { ApiResponse } from '../core/http/api-response.js';
import { PageLanguage } from '../core/http/languages/page-language.js';
import { Requires } from '../core/http/access/requires.js';
import { AlertRoutes, alertTargetRequest } from './alert-routes.service.js';
import { Alerts } from './alerts.service.js';

@Controller('api/alerts')
export class AlertsController {
  constructor(
    private readonly alerts: Alerts,
    private readonly routes: AlertRoutes,
  ) {}

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

  /** Chooses where the notices of a rule go. */
  @Put('rule')
  @Requires('admin')
  @ApiResponse(z.null())
  async route(
    @Account() account: SignedIn,
    @Body({ schema: alertRuleRequest }) body: AlertRuleRequest,
  ): Promise<void> {
    await this.routes.route(account, body);
  }

  /** Sets up a notification channel for alerts, or changes it. */
  @Put('target')
  @Requires('root')
  @ApiResponse(z.null())
  async saveTarget(
    @Account() account: SignedIn,
    @Body({ schema: alertTargetRequest }) body: NoticeTargetRequest,
  ): Promise<void> {
    await this.routes.saveTarget(account, body);
  }

  /** Removes it, also from all rules; a rule that used no other uses the account of the super administrator again. */
  @Delete('target')
  @Requires('root')
  @ApiResponse(z.null())
  async removeTarget(
    @Account() account: SignedIn,
    @Query({ schema: alertTargetName }) { notify_type: channel }: AlertTargetName,
  ): Promise<void> {
    await this.routes.removeTarget(account, channel);
  }

  /** Sends a notice by a notification channel of alerts and answers whether the receiver accepted it. */
  @Post('target/test')
  @Requires('root')
  @ApiResponse(z.null())
  async test(
    @Account() account: SignedIn,
    @Body({ schema: alertTargetName }) { notify_type: channel }: AlertTargetName,
    @PageLanguage() page: Language | undefined,
  ): Promise<void> {
    await this.routes.test(account, channel, page);
  }
}
