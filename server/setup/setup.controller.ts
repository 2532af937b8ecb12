import { Body, Controller, Get, Injectable, Post, Req, UseGuards, type CanActivate } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Devices } from '../core/http/access/devices.js';
import { withMessage, type Answer } from '../core/http/envelope.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/access/requires.js';
import { routeConfig } from '../core/http/route-config.js';
import { ApiError } from '../contract/errors/api-error.js';
import { RootAccount } from '../users/first-account/root-account.js';
import {
  setupRequest,
  setupResponse,
  type SetupRequest,
  type SetupResponse,
} from '../contract/resources/setup.js';
import { SetupService } from './setup.service.js';

/** Rejects requests after the setup is complete, before the body is validated. */
@Injectable()
class Unfinished implements CanActivate {
  constructor(private readonly root: RootAccount) {}

  async canActivate(): Promise<boolean> {
    if (await this.root.isSetUp()) throw new ApiError('setup_finished');
    return true;
  }
}

@Controller('api/setup')
export class SetupController {
  constructor(
    private readonly setup: SetupService,
    private readonly devices: Devices,
  ) {}

  @Get()
  @Requires('public')
  @ApiResponse(setupResponse)
  state(): Promise<SetupResponse> {
    return this.setup.state();
  }

  @Post()
  @Requires('public')
  @UseGuards(Unfinished)
  @routeConfig({ malformedBody: 'setup_body_malformed' })
  @ApiResponse(z.null())
  async complete(
    @Body({ schema: setupRequest }) body: SetupRequest,
    @Req() request: FastifyRequest,
  ): Promise<Answer<null>> {
    await this.setup.complete(body, this.devices.originOf(request));
    return withMessage('系统初始化成功', null);
  }
}
