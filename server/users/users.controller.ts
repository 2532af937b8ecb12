import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  createUserRequest,
  manageUserRequest,
  updateUserRequest,
  userListQuery,
  userPageResponse,
  userResponse,
  userSearchQuery,
  type CreateUserRequest,
  type ManageUserRequest,
  type UpdateUserRequest,
  type UserListQuery,
  type UserPageResponse,
  type UserResponse,
  type UserSearchQuery,
} from '../contract/resources/accounts/user.js';
import { Role } from '../contract/enums.js';
import { idParameter } from '../contract/fields.js';
import { Account, type SignedIn } from '../core/http/access/account.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Confirmation } from '../core/http/access/confirmation.js';
import { Devices } from '../core/http/access/devices.js';
import { pageOf } from '../core/http/paging.js';
import { Requires } from '../core/http/access/requires.js';
import { IdentityProof } from './passwords/identity-proof.js';
import { UserStatusService } from './user-status.service.js';
import { adminView } from './user-view.js';
import { UsersService } from './users.service.js';

/** They change what an account may do, or cannot be taken back. */
const SENSITIVE_ACTIONS: ReadonlySet<ManageUserRequest['action']> = new Set(['promote', 'demote', 'delete']);

@Controller('api/user')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly standing: UserStatusService,
    private readonly identityProof: IdentityProof,
    private readonly devices: Devices,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @Requires('admin')
  @ApiResponse(userPageResponse)
  list(
    @Account() actor: SignedIn,
    @Query({ schema: userListQuery }) query: UserListQuery,
  ): Promise<UserPageResponse> {
    return this.page(actor, query);
  }

  @Get('search')
  @Requires('admin')
  @ApiResponse(userPageResponse)
  search(
    @Account() actor: SignedIn,
    @Query({ schema: userSearchQuery }) query: UserSearchQuery,
  ): Promise<UserPageResponse> {
    return this.page(actor, query);
  }

  @Get(':id')
  @Requires('admin')
  @ApiResponse(userResponse)
  async find(
    @Account() actor: SignedIn,
    @Param('id', { schema: idParameter }) id: number,
  ): Promise<UserResponse> {
    return adminView(await this.users.find(actor, id), actor);
  }

  @Post()
  @Requires('admin')
  @ApiResponse(z.null())
  async create(
    @Account() actor: SignedIn,
    @Body({ schema: createUserRequest }) body: CreateUserRequest,
  ): Promise<void> {
    if (body.role !== undefined && body.role >= Role.admin) this.confirmation.require(actor);
    await this.users.create(actor, body);
  }

  @Put()
  @Requires('admin')
  @ApiResponse(z.null())
  async update(
    @Account() actor: SignedIn,
    @Body({ schema: updateUserRequest }) body: UpdateUserRequest,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    // An administrator's own password requires a recent sign-in: this request has no field for the current password.
    if (body.password && body.id === actor.id)
      await this.identityProof.require(actor, undefined, this.devices.originOf(request));
    else if (body.password) this.confirmation.require(actor);
    await this.users.update(actor, body);
  }

  @Post('manage')
  @Requires('admin')
  @ApiResponse(userResponse)
  async manage(
    @Account() actor: SignedIn,
    @Body({ schema: manageUserRequest }) body: ManageUserRequest,
  ): Promise<UserResponse> {
    if (SENSITIVE_ACTIONS.has(body.action)) this.confirmation.require(actor);
    return adminView(await this.standing.manage(actor, body), actor);
  }

  @Delete(':id')
  @Requires('admin', { confirmed: true })
  @ApiResponse(z.null())
  async remove(@Account() actor: SignedIn, @Param('id', { schema: idParameter }) id: number): Promise<void> {
    await this.standing.remove(actor, id);
  }

  private async page(actor: SignedIn, query: UserSearchQuery): Promise<UserPageResponse> {
    const page = pageOf(query.p, query.page_size, 1);
    const { items, total } = await this.users.list(actor, page, query);
    const recent = await this.users.recentOf(items);
    return {
      items: items.map((user) => ({ ...adminView(user, actor), ...recent.get(user.id) })),
      total,
      page: page.page,
      page_size: page.size,
    };
  }
}
