import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Account, type SignedIn } from '../core/http/account.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Devices } from '../core/http/devices.js';
import { readPage } from '../core/http/paging.js';
import { Requires } from '../core/http/requires.js';
import { IdentityProof } from './identity-proof.js';
import { UserStatusService } from './user-status.service.js';
import { adminView, userAnswer, userPageAnswer, type UserAnswer, type UserPageAnswer } from './user-view.js';
import {
  createUser,
  idParameter,
  manageUser,
  searchUsers,
  updateUser,
  userFilter,
  type CreateUser,
  type ManageUser,
  type SearchUsers,
  type UpdateUser,
  type UserFilter,
} from './users.schema.js';
import { UsersService } from './users.service.js';

@Controller('api/user')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly standing: UserStatusService,
    private readonly proof: IdentityProof,
    private readonly devices: Devices,
  ) {}

  @Get()
  @Requires('admin')
  @ApiResponse(userPageAnswer)
  list(
    @Account() actor: SignedIn,
    @Query() query: Record<string, unknown>,
    @Query({ schema: userFilter }) filter: UserFilter,
  ): Promise<UserPageAnswer> {
    return this.page(actor, query, filter);
  }

  @Get('search')
  @Requires('admin')
  @ApiResponse(userPageAnswer)
  search(
    @Account() actor: SignedIn,
    @Query() query: Record<string, unknown>,
    @Query({ schema: searchUsers }) filter: SearchUsers,
  ): Promise<UserPageAnswer> {
    return this.page(actor, query, filter);
  }

  @Get(':id')
  @Requires('admin')
  @ApiResponse(userAnswer)
  async find(
    @Account() actor: SignedIn,
    @Param('id', { schema: idParameter }) id: number,
  ): Promise<UserAnswer> {
    return adminView(await this.users.find(actor, id), actor);
  }

  @Post()
  @Requires('admin')
  @ApiResponse(z.null())
  async create(@Account() actor: SignedIn, @Body({ schema: createUser }) body: CreateUser): Promise<void> {
    await this.users.create(actor, body);
  }

  @Put()
  @Requires('admin')
  @ApiResponse(z.null())
  async update(
    @Account() actor: SignedIn,
    @Body({ schema: updateUser }) body: UpdateUser,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    // An administrator's own password requires a recent sign-in: this request has no field for the current password.
    if (body.password && body.id === actor.id)
      await this.proof.require(actor, undefined, this.devices.originOf(request));
    await this.users.update(actor, body);
  }

  @Post('manage')
  @Requires('admin')
  @ApiResponse(userAnswer)
  async manage(
    @Account() actor: SignedIn,
    @Body({ schema: manageUser }) body: ManageUser,
  ): Promise<UserAnswer> {
    return adminView(await this.standing.manage(actor, body), actor);
  }

  @Delete(':id')
  @Requires('admin')
  @ApiResponse(z.null())
  async remove(@Account() actor: SignedIn, @Param('id', { schema: idParameter }) id: number): Promise<void> {
    await this.standing.remove(actor, id);
  }

  private async page(
    actor: SignedIn,
    query: Record<string, unknown>,
    filter: SearchUsers,
  ): Promise<UserPageAnswer> {
    const page = readPage(query, { base: 1, sizeKey: 'page_size' });
    const { items, total } = await this.users.list(actor, page, filter);
    return {
      items: items.map((user) => adminView(user, actor)),
      total,
      page: page.page,
      page_size: page.size,
    };
  }
}
