import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Language } from '../../contract/languages.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Devices } from '../../core/http/access/devices.js';
import { PageLanguage } from '../../core/http/languages/page-language.js';
import { Critical, Requires } from '../../core/http/access/requires.js';
import {
  thirdPartySignInResponse,
  wechatCodeQuery,
  type ThirdPartySignInResponse,
  type WechatCodeQuery,
} from '../../contract/resources/accounts/auth.js';
import { ReturnService } from './return.service.js';
import { ThirdPartyAccounts } from './third-party-accounts.js';
import { WechatService } from './wechat.service.js';

/** Sign-in with a code that a WeChat official account sent to the user. */
@Controller('api/oauth/wechat')
export class WechatController {
  constructor(
    private readonly wechat: WechatService,
    private readonly accounts: ThirdPartyAccounts,
    private readonly returns: ReturnService,
    private readonly devices: Devices,
  ) {}

  @Get()
  @Requires('public', { writes: true, opensSession: true })
  @Critical()
  @ApiResponse(thirdPartySignInResponse)
  async signIn(
    @Query({ schema: wechatCodeQuery }) { code }: WechatCodeQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @PageLanguage() page: Language | undefined,
  ): Promise<ThirdPartySignInResponse> {
    this.accounts.assertEnabled('wechat');
    const identity = await this.wechat.identify(code);
    const user = await this.accounts.signIn(identity, '', this.devices.originOf(request), page);
    return this.returns.open({ request, reply }, user);
  }

  /**
   * A code does not identify who requested it, so a link could bind a stranger's WeChat identity to the account of a
   * user who follows it. The guard therefore requires what a link cannot contain: the `New-Api-User` header, or a state
   * issued to the same browser.
   */
  @Get('bind')
  @Requires('session', { writes: true, stateOf: 'wechat', confirmed: true })
  @Critical()
  @ApiResponse(z.null())
  async bind(
    @Query({ schema: wechatCodeQuery }) { code }: WechatCodeQuery,
    @Account() account: SignedIn,
  ): Promise<void> {
    this.accounts.assertEnabled('wechat');
    await this.accounts.bind(await this.wechat.identify(code), account);
  }
}
