import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Language } from '../../contract/languages.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Devices } from '../../core/http/access/devices.js';
import { PageLanguage } from '../../core/http/languages/page-language.js';
import { Critical, Requires } from '../../core/http/access/requires.js';
import { RequireHuman } from '../turnstile.js';
import {
  bindEmailQuery,
  bindEmailRequest,
  mailQuery,
  type BindEmailQuery,
  type BindEmailRequest,
  type MailQuery,
} from '../../contract/resources/accounts/auth.js';
import { VerificationService } from './verification.service.js';

@Controller('api')
export class VerificationController {
  constructor(
    private readonly verification: VerificationService,
    private readonly devices: Devices,
  ) {}

  @Get('verification')
  @Requires('optional', { writes: true })
  @RequireHuman()
  @ApiResponse(z.null())
  async send(
    @Query({ schema: mailQuery }) { email }: MailQuery,
    @Account() account: SignedIn | undefined,
    @PageLanguage() page: Language | undefined,
  ): Promise<void> {
    await this.verification.send(email, account?.id ?? 0, page);
  }

  @Get('oauth/email/bind')
  @Requires('session', { writes: true })
  @Critical()
  @ApiResponse(z.null())
  async bind(
    @Query({ schema: bindEmailQuery }) query: BindEmailQuery,
    @Account() account: SignedIn,
    @Req() request: FastifyRequest,
    @PageLanguage() page: Language | undefined,
  ): Promise<void> {
    await this.verification.bind(account, query, this.devices.originOf(request), page);
  }

  /** Like the GET route, but accepts the current password, for sessions without a recent sign-in. */
  @Post('oauth/email/bind')
  @Requires('session', { writes: true })
  @Critical()
  @ApiResponse(z.null())
  async bindWithPassword(
    @Body({ schema: bindEmailRequest }) body: BindEmailRequest,
    @Account() account: SignedIn,
    @Req() request: FastifyRequest,
    @PageLanguage() page: Language | undefined,
  ): Promise<void> {
    await this.verification.bind(account, body, this.devices.originOf(request), page);
  }
}
