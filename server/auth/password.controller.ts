import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../core/http/proxies.js';
import { Critical } from '../core/http/rate-limits.js';
import { Requires } from '../core/http/requires.js';
import { Sessions } from '../core/http/sessions.js';
import { OwnAccountService } from '../users/own-account.service.js';
import { PasswordService } from './password.service.js';
import { signIn, type SignIn } from './sign-in.schema.js';

/** What the console keeps about who is signed in. */
interface LoginUser {
  id: number;
  username: string;
  display_name: string;
  role: number;
  status: number;
  group: string;
  default_password?: true;
}

@Controller('api/user')
export class PasswordController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly own: OwnAccountService,
    private readonly sessions: Sessions,
  ) {}

  @Post('login')
  @Requires('public')
  @Critical()
  async login(
    @Body({ schema: signIn }) body: SignIn,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginUser> {
    const user = await this.passwords.signIn(body, clientAddress(request));
    await this.sessions.open(request, reply, { userId: user.id, version: user.sessionVersion });
    const { id, username, displayName, role, status, group } = user;
    const answer = { id, username, display_name: displayName, role, status, group };
    return (await this.own.hasDefaultPassword(user)) ? { ...answer, default_password: true } : answer;
  }

  @Get('logout')
  @Requires('public')
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.close(request, reply);
  }
}
