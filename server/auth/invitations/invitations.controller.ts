import { Body, Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { idParameter } from '../../contract/fields.js';
import {
  acceptInvitationRequest,
  invitationResponse,
  invitationsResponse,
  inviteRequest,
  readInvitationRequest,
  readInvitationResponse,
  type AcceptInvitationRequest,
  type InvitationResponse,
  type InviteRequest,
  type ReadInvitationRequest,
  type ReadInvitationResponse,
} from '../../contract/resources/accounts/invitation.js';
import type { Language } from '../../contract/languages.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Devices } from '../../core/http/access/devices.js';
import { PageLanguage } from '../../core/http/languages/page-language.js';
import { Critical, Requires } from '../../core/http/access/requires.js';
import { MailInvitations } from './invitations.service.js';

@Controller('api/invitation')
export class MailInvitationsController {
  constructor(
    private readonly invitations: MailInvitations,
    private readonly devices: Devices,
  ) {}

  @Get()
  @Requires('admin')
  @ApiResponse(invitationsResponse)
  list(): Promise<InvitationResponse[]> {
    return this.invitations.list();
  }

  @Post()
  @Requires('admin')
  @ApiResponse(invitationResponse)
  invite(
    @Account() actor: SignedIn,
    @Body({ schema: inviteRequest }) body: InviteRequest,
  ): Promise<InvitationResponse> {
    return this.invitations.invite(actor, body);
  }

  @Delete(':id')
  @Requires('admin')
  @ApiResponse(z.null())
  async revoke(@Account() actor: SignedIn, @Param('id', { schema: idParameter }) id: number): Promise<void> {
    await this.invitations.revoke(actor, id);
  }

  @Post('read')
  @Requires('public')
  @Critical()
  @ApiResponse(readInvitationResponse)
  read(
    @Body({ schema: readInvitationRequest }) { token }: ReadInvitationRequest,
  ): Promise<ReadInvitationResponse> {
    return this.invitations.read(token);
  }

  /** Creates the account; does not sign in. */
  @Post('accept')
  @Requires('public')
  @Critical()
  @ApiResponse(z.null())
  async accept(
    @Body({ schema: acceptInvitationRequest }) body: AcceptInvitationRequest,
    @PageLanguage() page: Language | undefined,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.invitations.accept(body, page, this.devices.originOf(request));
  }
}
