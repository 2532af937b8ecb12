import { Body, Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ACCOUNT_SOURCE, type AccountSource } from '../core/http/access/account.js';
import { AuditLog } from '../audit/audit-log.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Devices } from '../core/http/access/devices.js';
import { Requires } from '../core/http/access/requires.js';
import { sessionAccount } from '../core/http/access/session-account.js';
import { Sessions } from '../core/http/access/sessions.js';
import { PasswordService } from './password.service.js';
import {
  signInRequest,
  signInResponse,
  type SignInRequest,
  type SignInResponse,
} from '../contract/resources/accounts/auth.js';
import { SignIns } from './second-step/sign-ins.js';
import { RequireHuman } from './turnstile.js';

@Controller('api/user')
export class PasswordController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly sessions: Sessions,
    private readonly devices: Devices,
    private readonly signIns: SignIns,
    private readonly audit: AuditLog,
    @Inject(ACCOUNT_SOURCE) private readonly accounts: AccountSource,
  ) {}

  @Post('login')
  @Requires('public')
  @RequireHuman()
  @ApiResponse(signInResponse)
  async login(
    @Body({ schema: signInRequest }) body: SignInRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInResponse> {
    const origin = this.devices.originOf(request);
    const { user, defaultPassword } = await this.passwords.signIn(body, origin);
    const answer = await this.signIns.open({ request, reply }, user, 'password');
    return defaultPassword && !('require_2fa' in answer) ? { ...answer, default_password: true } : answer;
  }

  @Get('logout')
  @Requires('public', { writes: true, changesSession: true })
  @ApiResponse(z.null())
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const account = await sessionAccount(request, this.sessions, this.accounts);
    await this.sessions.close(request, reply);
    if (account === undefined) return;
    const origin = { ...this.devices.originOf(request), sessionRef: account.session?.ref ?? '' };
    await this.audit.note({ action: 'sign_out', actor: account, origin });
  }
}
