import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AuditApi } from './audit/audit-http.module.js';
import { AuditTrailApi } from './audit-trail/audit-trail-http.module.js';
import { AuditedRoutes } from './audit/routes/audited-routes.interceptor.js';
import { AuthApi } from './auth/auth-http.module.js';
import { BillingApi } from './billing/billing-http.module.js';
import { ChannelsApi } from './channels/channels-http.module.js';
import { CoreModule } from './core/core.module.js';
import { AccessGuard } from './core/http/access/access.guard.js';
import { EnvelopeInterceptor } from './core/http/envelope.js';
import { HttpModule } from './core/http/http.module.js';
import { ApiErrorFilter } from './core/http/api-error.filter.js';
import { SchemaPipe } from './core/http/schema.pipe.js';
import { DatabaseModule } from './database/database.module.js';
import { AlertsApi } from './alerts/alerts-http.module.js';
import { OverviewApi } from './overview/overview-http.module.js';
import { GroupMovesApi } from './group-moves/group-moves-http.module.js';
import { SearchApi } from './search/search-http.module.js';
import { OnboardingApi } from './onboarding/onboarding-http.module.js';
import { ImportConsoleApi } from './import/console/import-console-http.module.js';
import { OpenApiApi } from './openapi/openapi-http.module.js';
import { GroupsApi } from './options/groups/groups-http.module.js';
import { OptionsApi } from './options/options-http.module.js';
import { RelayApi } from './relay/relay-http.module.js';
import { SetupApi } from './setup/setup-http.module.js';
import { StatusApi } from './status/status-http.module.js';
import { TasksApi } from './tasks/tasks-http.module.js';
import { TokensApi } from './tokens/tokens-http.module.js';
import { UsersApi } from './users/users-http.module.js';

/** The root module of the server. The global guard, pipe, interceptor and filter apply to every management route. */
@Module({
  imports: [
    CoreModule,
    HttpModule,
    DatabaseModule,
    OptionsApi,
    GroupsApi,
    GroupMovesApi,
    OverviewApi,
    OnboardingApi,
    AlertsApi,
    SearchApi,
    BillingApi,
    UsersApi,
    TokensApi,
    ChannelsApi,
    AuthApi,
    RelayApi,
    SetupApi,
    StatusApi,
    TasksApi,
    OpenApiApi,
    AuditApi,
    AuditTrailApi,
    ImportConsoleApi,
  ],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_PIPE, useClass: SchemaPipe },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_INTERCEPTOR, useClass: AuditedRoutes },
    { provide: APP_FILTER, useClass: ApiErrorFilter },
  ],
})
export class AppModule {}
