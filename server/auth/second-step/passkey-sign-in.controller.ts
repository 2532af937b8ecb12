import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  passkeyAssertion,
  passkeyOptionsResponse,
  type PasskeyAssertion,
  type PasskeyOptionsResponse,
} from '../../contract/resources/accounts/second-factor.js';
import { selfResponse, type SelfResponse } from '../../contract/resources/accounts/user.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { cookieValues, setCookie, type ConsoleCookie } from '../../core/http/access/cookies.js';
import { Critical, Requires } from '../../core/http/access/requires.js';
import { PUBLIC_ADDRESS, type PublicAddress } from '../../core/http/access/sessions.js';
import { PasskeyAssertions } from '../../users/second-factor/passkey-assertions.js';
import type { ChallengeHolder } from '../../users/second-factor/passkey-challenges.js';
import { SignIns } from './sign-ins.js';

const BROWSER_COOKIE: ConsoleCookie = { name: 'passkey_sign_in', path: '/api/user/passkey/login' };
const LIFETIME_SECONDS = 300;

/** Sign-in with a passkey, without name and password. */
@Controller('api/user/passkey/login')
export class PasskeySignInController {
  constructor(
    private readonly assertions: PasskeyAssertions,
    private readonly signIns: SignIns,
    @Inject(PUBLIC_ADDRESS) private readonly publicAddress: PublicAddress,
  ) {}

  /** Issues a challenge to this browser. The answer says which account it is. */
  @Post('begin')
  @Requires('public')
  @ApiResponse(passkeyOptionsResponse)
  begin(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PasskeyOptionsResponse> {
    const browser = randomBytes(32).toString('base64url');
    setCookie(request, reply, this.publicAddress(), BROWSER_COOKIE, browser, LIFETIME_SECONDS);
    return this.assertions.begin({ request, holder: holderOf(browser) });
  }

  @Post('finish')
  @Requires('public')
  @Critical()
  @ApiResponse(selfResponse)
  finish(
    @Body({ schema: passkeyAssertion }) assertion: PasskeyAssertion,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SelfResponse> {
    const [browser = ''] = cookieValues(request, BROWSER_COOKIE);
    return this.signIns.byPasskey({ request, reply }, assertion, holderOf(browser));
  }
}

function holderOf(browser: string): ChallengeHolder {
  return `sign-in:${browser}`;
}
