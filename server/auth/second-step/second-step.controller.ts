import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  passkeyOptionsResponse,
  secondFactorProof,
  type PasskeyOptionsResponse,
  type SecondFactorProof,
} from '../../contract/resources/accounts/second-factor.js';
import { selfResponse, type SelfResponse } from '../../contract/resources/accounts/user.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Critical, Requires } from '../../core/http/access/requires.js';
import { SignIns } from './sign-ins.js';

/** The second step of a sign-in, by the browser that took the first one. */
@Controller('api/user/login/2fa')
export class SecondStepController {
  constructor(private readonly signIns: SignIns) {}

  @Post()
  @Requires('public')
  @Critical()
  @ApiResponse(selfResponse)
  finish(
    @Body({ schema: secondFactorProof }) proof: SecondFactorProof,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SelfResponse> {
    return this.signIns.finish({ request, reply }, proof);
  }

  /** Begins the proof with a passkey, which is sent in `passkey`. */
  @Post('passkey')
  @Requires('public')
  @ApiResponse(passkeyOptionsResponse)
  beginPasskey(@Req() request: FastifyRequest): Promise<PasskeyOptionsResponse> {
    return this.signIns.beginPasskey(request);
  }
}
