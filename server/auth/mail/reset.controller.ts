import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Language } from '../../contract/languages.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Devices } from '../../core/http/access/devices.js';
import { PageLanguage } from '../../core/http/languages/page-language.js';
import { Critical, Requires } from '../../core/http/access/requires.js';
import { RequireHuman } from '../turnstile.js';
import {
  mailQuery,
  resetPasswordRequest,
  type MailQuery,
  type ResetPasswordRequest,
} from '../../contract/resources/accounts/auth.js';
import { ResetService } from './reset.service.js';

@Controller('api')
export class ResetController {
  constructor(
    private readonly resets: ResetService,
    private readonly devices: Devices,
  ) {}

  @Get('reset_password')
  @Requires('public', { writes: true })
  @RequireHuman()
  @ApiResponse(z.null())
  async send(
    @Query({ schema: mailQuery }) { email }: MailQuery,
    @PageLanguage() page: Language | undefined,
  ): Promise<void> {
    await this.resets.send(email, page);
  }

  /** Sets a new password and returns it once. */
  @Post('user/reset')
  @Requires('public')
  @Critical()
  @ApiResponse(z.string())
  async reset(
    @Body({ schema: resetPasswordRequest }) body: ResetPasswordRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const origin = this.devices.originOf(request);
    const password = await this.resets.reset(body, origin);
    this.devices.remember(request, reply, origin);
    return password;
  }
}
