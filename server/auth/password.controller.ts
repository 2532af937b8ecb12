import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiResponse } from '../core/http/api-response.js';
import { Devices } from '../core/http/devices.js';
import { Requires } from '../core/http/requires.js';
import { Sessions } from '../core/http/sessions.js';
import { PasswordService } from './password.service.js';
import {
  signInRequest,
  signInResponse,
  type SignInRequest,
  type SignInResponse,
} from '../contract/resources/auth.js';
import { SignIns } from './second-step/sign-ins.js';
import { RequireHuman } from './turnstile.js';

@Controller('api/user')
export class PasswordController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly sessions: Sessions,
    private readonly devices: Devices,
    private readonly signIns: SignIns,
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
    await this.sessions.close(request, reply);
  }
}
