import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  confirmationResponse,
  confirmRequest,
  type ConfirmationResponse,
  type ConfirmRequest,
} from '../../contract/resources/accounts/confirmation.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { confirmedUntil } from '../../core/http/access/confirmation.js';
import { Devices } from '../../core/http/access/devices.js';
import { Requires } from '../../core/http/access/requires.js';
import { Sessions } from '../../core/http/access/sessions.js';
import { Confirmations } from './confirmations.service.js';
import { sessionHolder } from '../second-factor/passkey-challenges.js';

/** Confirms a session before sensitive actions (`core/http/access/confirmation.ts`). */
@Controller('api/user/confirm')
export class ConfirmationController {
  constructor(
    private readonly confirmations: Confirmations,
    private readonly sessions: Sessions,
    private readonly devices: Devices,
  ) {}

  @Get()
  @Requires('session')
  @ApiResponse(confirmationResponse)
  async state(@Account() account: SignedIn): Promise<ConfirmationResponse> {
    return this.answer(account, account.session?.confirmedAt ?? 0);
  }

  @Post()
  @Requires('session', { writes: true })
  @ApiResponse(confirmationResponse)
  async confirm(
    @Account() account: SignedIn,
    @Body({ schema: confirmRequest }) proof: ConfirmRequest,
    @Req() request: FastifyRequest,
  ): Promise<ConfirmationResponse> {
    const source = { request, origin: this.devices.originOf(request), holder: sessionHolder(account) };
    await this.confirmations.check(account, proof, source);
    return this.answer(account, await this.sessions.confirm(request));
  }

  private async answer({ id }: SignedIn, confirmedAt: number): Promise<ConfirmationResponse> {
    return {
      methods: await this.confirmations.methodsOf(id),
      confirmed_until: Math.floor(confirmedUntil({ confirmedAt }) / 1000),
    };
  }
}
