import { Body, Controller, Get, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Account, type SignedIn } from '../core/http/account.js';
import { Requires } from '../core/http/requires.js';
import { Sessions } from '../core/http/sessions.js';
import { OwnAccountService } from './own-account.service.js';
import { userView, type UserView } from './user-view.js';
import { updateSelf, type UpdateSelf } from './users.schema.js';

@Controller('api/user')
export class OwnAccountController {
  constructor(
    private readonly own: OwnAccountService,
    private readonly sessions: Sessions,
  ) {}

  /** `default_password` only shows up while it is true. */
  @Get('self')
  @Requires('user')
  async find(@Account() { id }: SignedIn): Promise<UserView & { default_password?: true }> {
    const user = await this.own.find(id);
    const view = userView(user, true);
    return (await this.own.hasDefaultPassword(user)) ? { ...view, default_password: true } : view;
  }

  /** A new password ends every session of the account but this one. */
  @Put('self')
  @Requires('user')
  async update(
    @Account() account: SignedIn,
    @Body({ schema: updateSelf }) body: UpdateSelf,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const version = await this.own.update(account.id, body);
    if (version !== account.sessionVersion && account.by === 'session')
      await this.sessions.open(request, reply, { userId: account.id, version });
  }

  @Get('token')
  @Requires('user')
  readAccessToken(@Account() { id }: SignedIn): Promise<string> {
    return this.own.createAccessToken(id);
  }

  @Post('token')
  @Requires('user')
  createAccessToken(@Account() { id }: SignedIn): Promise<string> {
    return this.own.createAccessToken(id);
  }
}
