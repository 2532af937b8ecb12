import { Body, Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { idParameter } from '../../contract/fields.js';
import {
  beginPasskeyRequest,
  ownIdentityRequest,
  passkeyAddedResponse,
  passkeyAttestation,
  passkeyListResponse,
  passkeyOptionsResponse,
  type BeginPasskeyRequest,
  type OwnIdentityRequest,
  type PasskeyAddedResponse,
  type PasskeyAttestation,
  type PasskeyListResponse,
  type PasskeyOptionsResponse,
} from '../../contract/resources/accounts/second-factor.js';
import { Account, requireSession, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { PasskeyAssertions } from './passkey-assertions.js';
import { sessionHolder } from './passkey-challenges.js';
import { PasskeyRegistrations } from './passkey-registrations.js';

/** The caller's passkeys. */
@Controller('api/user/passkey')
export class PasskeysController {
  constructor(
    private readonly registrations: PasskeyRegistrations,
    private readonly assertions: PasskeyAssertions,
  ) {}

  @Get()
  @Requires('user', { enrolment: true })
  @ApiResponse(passkeyListResponse)
  list(@Account() { id }: SignedIn): Promise<PasskeyListResponse> {
    return this.registrations.list(id);
  }

  @Post('register/begin')
  @Requires('user', { enrolment: true })
  @ApiResponse(passkeyOptionsResponse)
  beginRegistration(
    @Account() account: SignedIn,
    @Body({ schema: beginPasskeyRequest }) body: BeginPasskeyRequest,
    @Req() request: FastifyRequest,
  ): Promise<PasskeyOptionsResponse> {
    return this.registrations.begin(account, body ?? {}, request);
  }

  @Post('register/finish')
  @Requires('user', { enrolment: true })
  @ApiResponse(passkeyAddedResponse)
  finishRegistration(
    @Account() account: SignedIn,
    @Body({ schema: passkeyAttestation }) body: PasskeyAttestation,
    @Req() request: FastifyRequest,
  ): Promise<PasskeyAddedResponse> {
    return this.registrations.finish(account, body, request);
  }

  /** Begins a proof for a change that asks for a second factor, which is sent with the change. */
  @Post('verify/begin')
  @Requires('user')
  @ApiResponse(passkeyOptionsResponse)
  async beginVerification(
    @Account() account: SignedIn,
    @Req() request: FastifyRequest,
  ): Promise<PasskeyOptionsResponse> {
    requireSession(account);
    return this.assertions.begin({ request, holder: sessionHolder(account), userId: account.id });
  }

  @Delete(':id')
  @Requires('user')
  @ApiResponse(z.null())
  async remove(
    @Account() account: SignedIn,
    @Param('id', { schema: idParameter }) id: number,
    @Body({ schema: ownIdentityRequest }) body: OwnIdentityRequest,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.registrations.remove(account, id, body?.original_password, request);
  }
}
