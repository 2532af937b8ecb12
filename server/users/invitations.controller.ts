import { Body, Controller, Get, Post } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../core/http/access/account.js';
import { withMessage, type Answer } from '../core/http/envelope.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/access/requires.js';
import { InvitationsService } from './invitations.service.js';
import { transferRewardRequest, type TransferRewardRequest } from '../contract/resources/accounts/user.js';

@Controller('api/user')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Get('aff')
  @Requires('user')
  @ApiResponse(z.string())
  code(@Account() { id }: SignedIn): Promise<string> {
    return this.invitations.codeOf(id);
  }

  @Post('aff_transfer')
  @Requires('user')
  @ApiResponse(z.null())
  async transfer(
    @Account() account: SignedIn,
    @Body({ schema: transferRewardRequest }) { quota }: TransferRewardRequest,
  ): Promise<Answer<null>> {
    await this.invitations.transfer(account, quota);
    return withMessage('划转成功', null);
  }
}
