import { Body, Controller, Injectable, Post, Req, UseGuards, type CanActivate } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Language } from '../contract/languages.js';
import { Account, type SignedIn } from '../core/http/access/account.js';
import { Devices } from '../core/http/access/devices.js';
import { ApiResponse } from '../core/http/api-response.js';
import { PageLanguage } from '../core/http/languages/page-language.js';
import { Requires } from '../core/http/access/requires.js';
import { registerRequest, type RegisterRequest } from '../contract/resources/accounts/auth.js';
import { RegistrationService } from './registration.service.js';
import { RequireHuman } from './turnstile.js';

/** Rejects registrations while they are closed, before the body is validated. */
@Injectable()
export class RegistrationGuard implements CanActivate {
  constructor(private readonly registration: RegistrationService) {}

  canActivate(): boolean {
    this.registration.assertOpen();
    return true;
  }
}

@Controller('api/user')
export class RegistrationController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly devices: Devices,
  ) {}

  /** Creates an account; does not sign in. */
  @Post('register')
  @Requires('optional')
  @RequireHuman()
  @UseGuards(RegistrationGuard)
  @ApiResponse(z.null())
  async register(
    @Body({ schema: registerRequest }) body: RegisterRequest,
    @Account() account: SignedIn | undefined,
    @Req() request: FastifyRequest,
    @PageLanguage() page: Language | undefined,
  ): Promise<void> {
    await this.registration.register(body, account?.id ?? 0, this.devices.originOf(request), page);
  }
}
