import { Body, Controller, Delete, Get, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  deleteSelfRequest,
  selfResponse,
  updateSelfRequest,
  type DeleteSelfRequest,
  type SelfResponse,
  type UpdateSelfRequest,
} from '../../contract/resources/accounts/user.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Account, requireSession, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Devices } from '../../core/http/access/devices.js';
import { Requires } from '../../core/http/access/requires.js';
import { Sessions } from '../../core/http/access/sessions.js';
import { OwnAccountService } from './own-account.service.js';
import { FactorRequirement } from '../second-factor/factor-requirement.js';
import { ownView } from '../user-view.js';

@Controller('api/user')
export class OwnAccountController {
  constructor(
    private readonly own: OwnAccountService,
    private readonly sessions: Sessions,
    private readonly devices: Devices,
    private readonly audit: AuditLog,
    private readonly requirement: FactorRequirement,
  ) {}

  @Get('self')
  @Requires('user', { enrolment: true })
  @ApiResponse(selfResponse)
  async find(@Account() { id }: SignedIn): Promise<SelfResponse> {
    const user = await this.own.find(id);
    const [isDefault, notice] = await Promise.all([
      this.own.hasDefaultPassword(user),
      this.requirement.noticeFor(user),
    ]);
    return {
      ...ownView(user),
      ...(isDefault && { default_password: true }),
      ...(notice !== undefined && { second_factor_notice: notice }),
    };
  }

  /** A new password ends all other sessions of the account and its system access token. */
  @Put('self')
  @Requires('user')
  @ApiResponse(z.null())
  async update(
    @Account() account: SignedIn,
    @Body({ schema: updateSelfRequest }) body: UpdateSelfRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const version = await this.own.update(account, body, this.devices.originOf(request));
    if (version !== account.sessionVersion && account.by === 'session')
      await this.sessions.renew(request, reply, version);
  }

  @Delete('self')
  @Requires('user')
  @ApiResponse(z.null())
  async remove(
    @Account() account: SignedIn,
    @Body({ schema: deleteSelfRequest }) body: DeleteSelfRequest,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.own.remove(account, body?.original_password, this.devices.originOf(request));
  }

  @Get('token')
  @Requires('user', { confirmed: true })
  @ApiResponse(z.string())
  readAccessToken(@Account() account: SignedIn, @Req() request: FastifyRequest): Promise<string> {
    return this.createAccessToken(account, request);
  }

  @Post('token')
  @Requires('user', { confirmed: true })
  @ApiResponse(z.string())
  async createAccessToken(@Account() account: SignedIn, @Req() request: FastifyRequest): Promise<string> {
    requireSession(account);
    const token = await this.own.createAccessToken(account.id);
    const origin = this.devices.originOf(request);
    await this.audit.note({ action: 'access_token_created', actor: account, origin });
    return token;
  }
}
