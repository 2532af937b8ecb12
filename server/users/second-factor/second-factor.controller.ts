import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  authenticatorSetupResponse,
  disableAuthenticatorRequest,
  enableAuthenticatorRequest,
  ownIdentityRequest,
  recoveryCodesResponse,
  secondFactorProof,
  secondFactorStatusResponse,
  type AuthenticatorSetupResponse,
  type DisableAuthenticatorRequest,
  type EnableAuthenticatorRequest,
  type OwnIdentityRequest,
  type RecoveryCodesResponse,
  type SecondFactorProof,
  type SecondFactorStatusResponse,
} from '../../contract/resources/accounts/second-factor.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Devices } from '../../core/http/access/devices.js';
import { Requires } from '../../core/http/access/requires.js';
import { Authenticators } from './authenticators.js';
import type { ProofSource } from './factor-check.js';
import { FactorRequirement } from './factor-requirement.js';
import { sessionHolder } from './passkey-challenges.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** The caller's authenticator app and recovery codes. */
@Controller('api/user/2fa')
export class SecondFactorController {
  constructor(
    private readonly authenticators: Authenticators,
    private readonly factors: SecondFactorsRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly requirement: FactorRequirement,
    private readonly devices: Devices,
  ) {}

  @Get('status')
  @Requires('user', { enrolment: true })
  @ApiResponse(secondFactorStatusResponse)
  async status(@Account() { id, role }: SignedIn): Promise<SecondFactorStatusResponse> {
    const [authenticator, passkeys, left] = await Promise.all([
      this.factors.findAuthenticator(id),
      this.passkeys.count(id),
      this.factors.unusedRecoveryCodes(id),
    ]);
    return {
      enabled: authenticator !== null,
      passkeys,
      backup_codes_remaining: left,
      required: this.requirement.requires(role),
    };
  }

  @Post('setup')
  @Requires('user', { enrolment: true })
  @ApiResponse(authenticatorSetupResponse)
  setUp(
    @Account() account: SignedIn,
    @Body({ schema: ownIdentityRequest }) body: OwnIdentityRequest,
    @Req() request: FastifyRequest,
  ): Promise<AuthenticatorSetupResponse> {
    return this.authenticators.setUp(account, body?.original_password, this.devices.originOf(request));
  }

  @Post('enable')
  @Requires('user', { enrolment: true })
  @ApiResponse(recoveryCodesResponse)
  async enable(
    @Account() account: SignedIn,
    @Body({ schema: enableAuthenticatorRequest }) { code }: EnableAuthenticatorRequest,
    @Req() request: FastifyRequest,
  ): Promise<RecoveryCodesResponse> {
    return {
      backup_codes: await this.authenticators.enable(account, code, this.devices.originOf(request)),
    };
  }

  @Post('disable')
  @Requires('user')
  @ApiResponse(z.null())
  async disable(
    @Account() account: SignedIn,
    @Body({ schema: disableAuthenticatorRequest }) body: DisableAuthenticatorRequest,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.authenticators.disable(account, body, this.sourceOf(account, request));
  }

  /** Replaces the recovery codes. */
  @Post('backup_codes')
  @Requires('user')
  @ApiResponse(recoveryCodesResponse)
  async renewCodes(
    @Account() account: SignedIn,
    @Body({ schema: secondFactorProof }) body: SecondFactorProof,
    @Req() request: FastifyRequest,
  ): Promise<RecoveryCodesResponse> {
    return {
      backup_codes: await this.authenticators.renewCodes(account, body, this.sourceOf(account, request)),
    };
  }

  private sourceOf(account: SignedIn, request: FastifyRequest): ProofSource {
    return { request, origin: this.devices.originOf(request), holder: sessionHolder(account) };
  }
}
