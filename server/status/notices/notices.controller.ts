import { Controller, Delete, Get, Param } from '@nestjs/common';
import { z } from 'zod';
import { noticeId, noticeListResponse, type NoticeResponse } from '../../contract/resources/notice.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { Notices } from './notices.service.js';

@Controller('api/notices')
export class NoticesController {
  constructor(private readonly notices: Notices) {}

  /** The latest notices, newest first. */
  @Get()
  @Requires('public')
  @ApiResponse(noticeListResponse)
  async list(): Promise<NoticeResponse[]> {
    const notices = await this.notices.list();
    return notices.map(({ id, text, createdAt }) => ({ id, text, created_at: createdAt }));
  }

  /** Takes a notice out of the list. The present one is an option. */
  @Delete(':id')
  @Requires('admin')
  @ApiResponse(z.null())
  async remove(@Account() actor: SignedIn, @Param('id', { schema: noticeId }) id: number): Promise<void> {
    await this.notices.remove(actor, id);
  }
}
