import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { AuthModule } from './auth.module.js';
import { PasswordController } from './password.controller.js';

@Module({ imports: [AuthModule, UsersModule], controllers: [PasswordController] })
export class AuthApi {}
