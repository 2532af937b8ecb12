import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { AuthModule } from './auth.module.js';
import { OauthApi } from './oauth/oauth.api.js';
import { PasswordController } from './password.controller.js';

@Module({ imports: [AuthModule, OauthApi, UsersModule], controllers: [PasswordController] })
export class AuthApi {}
