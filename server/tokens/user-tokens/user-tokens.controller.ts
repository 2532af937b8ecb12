import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import {
  findUserTokensRequest,
  managedUserTokenResponse,
  manageUserTokenRequest,
  userTokenListQuery,
  userTokenPageResponse,
  userTokenResponse,
  type FindUserTokensRequest,
  type ManagedUserTokenResponse,
  type ManageUserTokenRequest,
  type UserTokenListQuery,
  type UserTokenPageResponse,
  type UserTokenResponse,
} from '../../contract/resources/accounts/user-token.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { pageOf } from '../../core/http/paging.js';
import { Requires } from '../../core/http/access/requires.js';
import { UserTokensService } from './user-tokens.service.js';

@Controller('api/user-tokens')
export class UserTokensController {
  constructor(private readonly tokens: UserTokensService) {}

  @Get()
  @Requires('admin')
  @ApiResponse(userTokenPageResponse)
  async list(
    @Query({ schema: userTokenListQuery }) query: UserTokenListQuery,
  ): Promise<UserTokenPageResponse> {
    const page = pageOf(query.p, query.page_size, 1);
    const { items, total } = await this.tokens.list(page, query);
    return { items, total, page: page.page, page_size: page.size };
  }

  @Post('find')
  @Requires('admin')
  @ApiResponse(z.array(userTokenResponse))
  find(
    @Body({ schema: findUserTokensRequest }) { key }: FindUserTokensRequest,
  ): Promise<UserTokenResponse[]> {
    return this.tokens.find(key);
  }

  @Post('manage')
  @Requires('admin')
  @ApiResponse(managedUserTokenResponse)
  manage(
    @Account() actor: SignedIn,
    @Body({ schema: manageUserTokenRequest }) body: ManageUserTokenRequest,
  ): Promise<ManagedUserTokenResponse> {
    return this.tokens.manage(actor, body);
  }
}
