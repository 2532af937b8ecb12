import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import {
  notificationChannelResponse,
  type NotificationChannelResponse,
  type UpdateSettingRequest,
} from '../../contract/resources/notification-channel.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { withMessage, type Answer } from '../../core/http/envelope.js';
import { PageLanguage } from '../../core/http/languages/page-language.js';
import type { Language } from '../../contract/languages.js';
import { Requires } from '../../core/http/access/requires.js';
import { notificationChannels } from '../../notifications/channels/index.js';
import { TestNotices } from './test-notices.service.js';
import { OwnAccountService } from './own-account.service.js';
import { updateSettingRequest } from './own-setting.js';

@Controller('api/user/setting')
export class NotificationSettingsController {
  constructor(
    private readonly own: OwnAccountService,
    private readonly testNotices: TestNotices,
  ) {}

  @Put()
  @Requires('user')
  @ApiResponse(z.null())
  async save(
    @Account() account: SignedIn,
    @Body({ schema: updateSettingRequest }) body: UpdateSettingRequest,
  ): Promise<Answer<null>> {
    await this.own.saveSetting(account, body);
    return withMessage('设置已更新', null);
  }

  /** The ways to receive notices, with the fields of each; constant until the next release. */
  @Get('channels')
  @Requires('user')
  @ApiResponse(z.array(notificationChannelResponse))
  channels(): NotificationChannelResponse[] {
    return offered;
  }

  /** Sends a notice with the stored settings and answers whether the receiver accepted it. */
  @Post('test')
  @Requires('user')
  @ApiResponse(z.null())
  async test(@Account() { id }: SignedIn, @PageLanguage() page: Language | undefined): Promise<void> {
    await this.testNotices.send(id, page);
  }
}

const offered = notificationChannels.map(({ id, name, guide, payload, fields }) => ({
  id,
  name,
  guide,
  payload,
  fields: [...fields],
}));
