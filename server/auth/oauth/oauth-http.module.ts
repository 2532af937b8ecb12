import { Module } from '@nestjs/common';
import { LedgerModule } from '../../billing/ledger/ledger.module.js';
import { ONE_TIME_STATES } from '../../core/http/access/request-source.js';
import { UsersModule } from '../../users/users.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { AuthModule } from '../auth.module.js';
import { GithubGuard } from './github.guard.js';
import { GithubStrategy } from './github.strategy.js';
import { IdentitiesRepository } from './identities.repository.js';
import { LinuxdoService } from './linuxdo.service.js';
import { OidcEndpoints } from './oidc-endpoints.js';
import { OidcIssuer } from './oidc-issuer.js';
import { OidcService } from './oidc.service.js';
import { OAuthHttpClient } from './oauth-http-client.js';
import { RedirectsController } from './redirects.controller.js';
import { ReturnService } from './return.service.js';
import { OauthStates } from './states.js';
import { TelegramController } from './telegram.controller.js';
import { TelegramService } from './telegram.service.js';
import { ThirdPartyAccounts } from './third-party-accounts.js';
import { TokenRequests } from './token-requests.js';
import { WechatController } from './wechat.controller.js';
import { WechatService } from './wechat.service.js';

/** Sign-in and account binding by GitHub, OpenID Connect, Linux DO, WeChat and Telegram. */
@Module({
  imports: [AuditModule, AuthModule, LedgerModule, UsersModule],
  controllers: [RedirectsController, TelegramController, WechatController],
  providers: [
    GithubGuard,
    GithubStrategy,
    IdentitiesRepository,
    LinuxdoService,
    OauthStates,
    { provide: ONE_TIME_STATES, useExisting: OauthStates },
    OidcEndpoints,
    OidcIssuer,
    OidcService,
    OAuthHttpClient,
    ReturnService,
    TelegramService,
    ThirdPartyAccounts,
    TokenRequests,
    WechatService,
  ],
  exports: [OidcIssuer, ONE_TIME_STATES, TokenRequests],
})
export class OauthApi {}
