import { Controller, Delete, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { idParameter } from '../../contract/fields.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Devices } from '../../core/http/access/devices.js';
import { Requires } from '../../core/http/access/requires.js';
import { FactorReset } from './factor-reset.js';

/** The second factors of other accounts. */
@Controller('api/user')
export class FactorResetController {
  constructor(
    private readonly resets: FactorReset,
    private readonly devices: Devices,
  ) {}

  @Delete(':id/2fa')
  @Requires('admin')
  @ApiResponse(z.null())
  async reset(
    @Account() actor: SignedIn,
    @Param('id', { schema: idParameter }) id: number,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.resets.reset(actor, id, this.devices.originOf(request));
  }
}
