import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { PasswordService } from './password.service.js';
import { SignInThrottle } from './sign-in-throttle.js';

@Module({ imports: [UsersModule], providers: [PasswordService, SignInThrottle], exports: [PasswordService] })
export class AuthModule {}
