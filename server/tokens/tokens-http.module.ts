import { Module } from '@nestjs/common';
import { LogsModule } from '../billing/logs/logs.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { UsersModule } from '../users/users.module.js';
import { TokensController } from './tokens.controller.js';
import { TokensModule } from './tokens.module.js';
import { UserTokensController } from './user-tokens/user-tokens.controller.js';
import { UserTokensRepository } from './user-tokens/user-tokens.repository.js';
import { UserTokensService } from './user-tokens/user-tokens.service.js';

@Module({
  imports: [LogsModule, NotificationsModule, TokensModule, UsersModule],
  controllers: [TokensController, UserTokensController],
  providers: [UserTokensService, UserTokensRepository],
})
export class TokensApi {}
