import { Controller, Get, Query, Redirect, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/account.js';
import { Answers } from '../../core/http/answers.js';
import { Critical } from '../../core/http/rate-limits.js';
import { Requires } from '../../core/http/requires.js';
import { Refusal } from '../../core/refusal.js';
import { loginUser, telegramFields, type LoginUser, type TelegramFields } from './oauth.schema.js';
import { ReturnService } from './return.service.js';
import { TelegramService } from './telegram.service.js';
import { ThirdPartyAccounts } from './third-party-accounts.js';

/** Signing in with what Telegram's widget signed. Nobody gets an account this way. */
@Controller('api/oauth/telegram')
export class TelegramController {
  constructor(
    private readonly telegram: TelegramService,
    private readonly accounts: ThirdPartyAccounts,
    private readonly returns: ReturnService,
  ) {}

  @Get('login')
  @Requires('public')
  @Critical()
  @Answers(loginUser)
  async signIn(
    @Query({ schema: telegramFields }) fields: TelegramFields,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginUser> {
    this.returns.assertOwnPage(request);
    this.accounts.assertEnabled('telegram');
    const user = await this.accounts.find(await this.telegram.identify(fields));
    if (user === undefined) throw new Refusal('telegram_unbound');
    return this.returns.open({ request, reply }, user);
  }

  /** The widget navigates here, so what follows is a page. */
  @Get('bind')
  @Requires('session')
  @Critical()
  @Answers(z.null())
  @Redirect('/setting', 302)
  async bind(
    @Query({ schema: telegramFields }) fields: TelegramFields,
    @Account() account: SignedIn,
  ): Promise<void> {
    this.accounts.assertEnabled('telegram');
    await this.accounts.bind(await this.telegram.identify(fields), account.id);
  }
}
