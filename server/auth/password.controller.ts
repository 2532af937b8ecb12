import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiResponse } from '../core/http/api-response.js';
import { Devices } from '../core/http/devices.js';
import { Requires } from '../core/http/requires.js';
import { Sessions } from '../core/http/sessions.js';
import { ownView } from '../users/user-view.js';
import { PasswordService } from './password.service.js';
import {
  signInRequest,
  signInResponse,
  type SignInRequest,
  type SignInResponse,
} from '../contract/resources/auth.js';
import { SignInRecord } from './sign-in-record.js';
import { RequireHuman } from './turnstile.js';

@Controller('api/user')
export class PasswordController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly sessions: Sessions,
    private readonly devices: Devices,
    private readonly record: SignInRecord,
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
    const { user, defaultPassword, isNewBrowser } = await this.passwords.signIn(body, origin);
    await this.sessions.open(request, reply, { userId: user.id, version: user.sessionVersion });
    this.devices.remember(request, reply, origin);
    await this.record.add(user, origin, { method: 'password', isNewBrowser });
    const answer = ownView(user);
    return defaultPassword ? { ...answer, default_password: true } : answer;
  }

  @Get('logout')
  @Requires('public', { writes: true, changesSession: true })
  @ApiResponse(z.null())
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.close(request, reply);
  }
}
