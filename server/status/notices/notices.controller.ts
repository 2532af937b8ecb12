import { Controller, Delete, Get, Param } from '@nestjs/common';
import { z } from 'zod';
import { noticeId, noticeListResponse, type NoticeResponse } from '../../contract/resources/notice.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/requires.js';
import { OptionsService } from '../../options/options.service.js';
import { NoticesRepository } from './notices.repository.js';

@Controller('api/notices')
export class NoticesController {
  constructor(
    private readonly notices: NoticesRepository,
    options: OptionsService,
  ) {
    options.onSave(async ({ changes }, manager) => {
      const change = changes.find(({ key }) => key === 'Notice');
      if (!change || change.after.trim() === '' || change.after === change.before) return;
      await this.notices.add(manager, change.after, Math.floor(Date.now() / 1000));
    });
  }

  /** The latest notices, newest first. */
  @Get()
  @Requires('public')
  @ApiResponse(noticeListResponse)
  async list(): Promise<NoticeResponse[]> {
    const notices = await this.notices.newest();
    return notices.map(({ id, text, createdAt }) => ({ id, text, created_at: createdAt }));
  }

  /** Takes a notice out of the list. The present one is an option. */
  @Delete(':id')
  @Requires('admin')
  @ApiResponse(z.null())
  async remove(@Param('id', { schema: noticeId }) id: number): Promise<void> {
    await this.notices.remove(id);
  }
}
