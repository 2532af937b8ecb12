import { Controller, Get, Inject, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Answer } from '../../core/http/envelope.js';
import { withExtras } from '../../core/http/envelope.js';
import { Confirmation } from '../../core/http/access/confirmation.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Critical, Requires } from '../../core/http/access/requires.js';
import { PUBLIC_ADDRESS, type PublicAddress } from '../../core/http/access/sessions.js';
import { GithubGuard } from './github.guard.js';
import { GithubStrategy } from './github.strategy.js';
import { LinuxdoService } from './linuxdo.service.js';
import {
  oauthRedirectQuery,
  oauthStateExtras,
  oauthStateQuery,
  thirdPartySignInResponse,
  type OAuthRedirectQuery,
  type OAuthStateQuery,
  type ThirdPartySignInResponse,
} from '../../contract/resources/accounts/auth.js';
import { OidcService } from './oidc.service.js';
import { ReturnService } from './return.service.js';
import { OauthStates } from './states.js';
import { ThirdPartyAccounts } from './third-party-accounts.js';

type Outcome = Promise<ThirdPartySignInResponse | Answer<null>>;

/** Sign-in by redirect to another site. Signed-in users bind the identity instead. */
@Controller('api/oauth')
export class RedirectsController {
  constructor(
    private readonly states: OauthStates,
    private readonly returns: ReturnService,
    private readonly accounts: ThirdPartyAccounts,
    private readonly github: GithubStrategy,
    private readonly oidc: OidcService,
    private readonly linuxdo: LinuxdoService,
    private readonly confirmation: Confirmation,
    @Inject(PUBLIC_ADDRESS) private readonly publicAddress: PublicAddress,
  ) {}

  @Get('state')
  @Requires('optional', { writes: true })
  @Critical()
  @ApiResponse(z.string(), oauthStateExtras)
  async state(
    @Query({ schema: oauthStateQuery }) { aff, provider }: OAuthStateQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Answer<string>> {
    // A signed-in account gets another way to sign in: asked before the browser leaves, and again when it returns.
    if (request.account) this.confirmation.require(request.account);
    const state = this.states.create();
    const started = { userId: request.account?.id ?? 0, provider, invitation: aff };
    if (provider !== '') this.accounts.assertEnabled(provider);
    if (provider === 'oidc') {
      const { url, challenge } = await this.oidc.begin(state, this.oidcReturn(request));
      await this.states.store(request, reply, state, { ...started, challenge });
      return withExtras(state, { authorization_url: url });
    }
    await this.states.store(request, reply, state, started);
    return provider === 'github'
      ? withExtras(state, { authorization_url: this.github.authorizationUrl(state) })
      : state;
  }

  @Get('github')
  @Requires('optional', { writes: true })
  @Critical()
  @UseGuards(GithubGuard)
  @ApiResponse(thirdPartySignInResponse.nullable())
  async githubReturn(
    // The guard uses it; declared for the API description.
    @Query({ schema: oauthRedirectQuery }) _query: OAuthRedirectQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Outcome {
    const { githubStarted: started, githubIdentity: identity } = request;
    if (!started || !identity) throw new Error('GithubGuard did not run');
    return this.returns.finish({ request, reply }, identity, started);
  }

  @Get('oidc')
  @Requires('optional', { writes: true })
  @Critical()
  @ApiResponse(thirdPartySignInResponse.nullable())
  async oidcBack(
    @Query({ schema: oauthRedirectQuery }) { code, state, iss }: OAuthRedirectQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Outcome {
    return this.returns.complete({ request, reply }, 'oidc', state, ({ challenge }) =>
      this.oidc.identify({
        code,
        state,
        issuer: iss,
        redirectUri: challenge?.redirectUri ?? this.oidcReturn(request),
        challenge,
      }),
    );
  }

  @Get('linuxdo')
  @Requires('optional', { writes: true })
  @Critical()
  @ApiResponse(thirdPartySignInResponse.nullable())
  async linuxdoReturn(
    @Query({ schema: oauthRedirectQuery }) { code, state, error, error_description }: OAuthRedirectQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Outcome {
    return this.returns.complete({ request, reply }, 'linuxdo', state, () =>
      this.linuxdo.identify(
        code,
        error && (error_description || error),
        `${this.origin(request)}/api/oauth/linuxdo`,
      ),
    );
  }

  private oidcReturn(request: FastifyRequest): string {
    return `${this.origin(request)}/oauth/oidc`;
  }

  /** The public URL of the console: the configured one, otherwise the host of the request. */
  private origin(request: FastifyRequest): string {
    return this.publicAddress() || `${request.protocol}://${request.host}`;
  }
}
