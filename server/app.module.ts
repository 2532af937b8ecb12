import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AuthApi } from './auth/auth.api.js';
import { BillingApi } from './billing/billing.api.js';
import { ChannelsApi } from './channels/channels.api.js';
import { CoreModule } from './core/core.module.js';
import { AccessGuard } from './core/http/access.guard.js';
import { EnvelopeInterceptor } from './core/http/answer.js';
import { HttpModule } from './core/http/http.module.js';
import { ApiErrorFilter } from './core/http/api-error.filter.js';
import { SchemaPipe } from './core/http/schema.pipe.js';
import { DatabaseModule } from './database/database.module.js';
import { OpenApiApi } from './openapi/openapi.api.js';
import { GroupsApi } from './options/groups/groups.api.js';
import { OptionsApi } from './options/options.api.js';
import { RelayApi } from './relay/relay.api.js';
import { SetupApi } from './setup/setup.api.js';
import { StatusApi } from './status/status.api.js';
import { TasksApi } from './tasks/tasks.api.js';
import { TokensApi } from './tokens/tokens.api.js';
import { UsersApi } from './users/users.api.js';

/** Everything the server serves, and the edge every management route stands behind. */
@Module({
  imports: [
    CoreModule,
    HttpModule,
    DatabaseModule,
    OptionsApi,
    GroupsApi,
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
  ],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_PIPE, useClass: SchemaPipe },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_FILTER, useClass: ApiErrorFilter },
  ],
})
export class AppModule {}
