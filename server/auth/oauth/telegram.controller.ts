import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Critical, Requires } from '../../core/http/access/requires.js';
import { ApiError } from '../../contract/errors/api-error.js';
import {
  telegramFieldsQuery,
  thirdPartySignInResponse,
  type TelegramFieldsQuery,
  type ThirdPartySignInResponse,
} from '../../contract/resources/accounts/auth.js';
import { ReturnService } from './return.service.js';
import { TelegramService } from './telegram.service.js';
import { ThirdPartyAccounts } from './third-party-accounts.js';

/** Sign-in with data signed by Telegram's login widget. It does not create accounts. */
@Controller('api/oauth/telegram')
export class TelegramController {
  constructor(
    private readonly telegram: TelegramService,
    private readonly accounts: ThirdPartyAccounts,
    private readonly returns: ReturnService,
  ) {}

  @Get('login')
  @Requires('public', { writes: true, opensSession: true })
  @Critical()
  @ApiResponse(thirdPartySignInResponse)
  async signIn(
    @Query({ schema: telegramFieldsQuery }) fields: TelegramFieldsQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ThirdPartySignInResponse> {
    this.accounts.assertEnabled('telegram');
    const user = await this.accounts.find(await this.telegram.identify(fields));
    if (user === undefined) throw new ApiError('telegram_not_linked');
    return this.returns.open({ request, reply }, user);
  }

  /**
   * The widget redirects the browser to a URL chosen by the console, with the state that the console requested before.
   * A script receives a response; a navigation is redirected to the settings page.
   */
  @Get('bind')
  @Requires('session', { writes: true, stateOf: 'telegram', navigated: true, confirmed: true })
  @Critical()
  @ApiResponse(z.null())
  async bind(
    @Query({ schema: telegramFieldsQuery }) { state: _state, ...fields }: TelegramFieldsQuery,
    @Account() account: SignedIn,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    this.accounts.assertEnabled('telegram');
    await this.accounts.bind(await this.telegram.identify(fields), account);
    if (request.headers['sec-fetch-dest'] !== 'empty') void reply.code(302).header('Location', '/setting');
  }
}
