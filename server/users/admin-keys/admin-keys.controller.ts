import { Body, Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { idParameter } from '../../contract/fields.js';
import {
  adminKeysResponse,
  createAdminKeyRequest,
  createdAdminKeyResponse,
  type AdminKeyResponse,
  type CreateAdminKeyRequest,
  type CreatedAdminKeyResponse,
} from '../../contract/resources/accounts/admin-key.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Devices } from '../../core/http/access/devices.js';
import { Requires } from '../../core/http/access/requires.js';
import { AdminKeys } from './admin-keys.service.js';

@Controller('api/admin-key')
export class AdminKeysController {
  constructor(
    private readonly keys: AdminKeys,
    private readonly devices: Devices,
  ) {}

  @Get()
  @Requires('admin')
  @ApiResponse(adminKeysResponse)
  list(@Account() actor: SignedIn): Promise<AdminKeyResponse[]> {
    return this.keys.list(actor);
  }

  @Post()
  @Requires('admin', { confirmed: true })
  @ApiResponse(createdAdminKeyResponse)
  create(
    @Account() actor: SignedIn,
    @Body({ schema: createAdminKeyRequest }) body: CreateAdminKeyRequest,
    @Req() request: FastifyRequest,
  ): Promise<CreatedAdminKeyResponse> {
    return this.keys.create(actor, body, this.devices.originOf(request));
  }

  @Delete(':id')
  @Requires('admin')
  @ApiResponse(z.null())
  async revoke(
    @Account() actor: SignedIn,
    @Param('id', { schema: idParameter }) id: number,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.keys.revoke(actor, id, this.devices.originOf(request));
  }
}
