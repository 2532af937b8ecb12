import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../core/http/account.js';
import { withExtras, type Answer } from '../core/http/envelope.js';
import { ApiResponse } from '../core/http/api-response.js';
import { ApiRequest } from '../core/http/api-request.js';
import { pageOf } from '../core/http/paging.js';
import { Requires } from '../core/http/requires.js';
import { parseBody } from '../core/http/schema.pipe.js';
import { ApiError } from '../contract/errors/api-error.js';
import { listExtras, readInteger, statusOnlyQuery, type StatusOnlyQuery } from '../contract/query.js';
import {
  createTokenRequest,
  tokenListQuery,
  tokenResponse,
  tokenSearchQuery,
  updateTokenRequest,
  updateTokenStatusRequest,
  type CreateTokenRequest,
  type TokenListQuery,
  type TokenResponse,
  type TokenSearchQuery,
} from '../contract/resources/token.js';
import { TokensService } from './tokens.service.js';

const bodies = [updateTokenRequest, updateTokenStatusRequest];

@Controller('api/token')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @Requires('user')
  @ApiResponse(z.array(tokenResponse), listExtras)
  async list(
    @Account() account: SignedIn,
    @Query({ schema: tokenListQuery }) { p, size, status }: TokenListQuery,
  ): Promise<Answer<TokenResponse[]>> {
    const { items, total } = await this.tokens.list(account.id, pageOf(p, size, 0), status);
    return withExtras(items, { total });
  }

  @Get('search')
  @Requires('user')
  @ApiResponse(z.array(tokenResponse), listExtras)
  async search(
    @Account() account: SignedIn,
    @Query({ schema: tokenSearchQuery }) query: TokenSearchQuery,
  ): Promise<Answer<TokenResponse[]>> {
    const found = await this.tokens.search(account.id, query);
    return withExtras(found, { total: found.length });
  }

  @Get(':id')
  @Requires('user')
  @ApiResponse(tokenResponse)
  get(@Account() account: SignedIn, @Param('id') id: string): Promise<TokenResponse> {
    return this.tokens.get(account.id, idOf(id));
  }

  @Post()
  @Requires('user')
  @ApiResponse(z.null())
  async create(
    @Account() account: SignedIn,
    @Body({ schema: createTokenRequest }) body: CreateTokenRequest,
  ): Promise<void> {
    await this.tokens.create(account, body);
  }

  /** Full update, or with `status_only` in the query a change of the status alone. */
  @Put()
  @Requires('user')
  @ApiRequest({ body: z.union(bodies) })
  @ApiResponse(tokenResponse)
  update(
    @Account() account: SignedIn,
    @Query({ schema: statusOnlyQuery }) { status_only }: StatusOnlyQuery,
    @Body() body: unknown,
  ): Promise<TokenResponse> {
    return status_only === ''
      ? this.tokens.update(account, parseBody(updateTokenRequest, body, bodies))
      : this.tokens.switch(account, parseBody(updateTokenStatusRequest, body, bodies));
  }

  @Delete(':id')
  @Requires('user')
  @ApiResponse(z.null())
  async remove(@Account() account: SignedIn, @Param('id') id: string): Promise<void> {
    await this.tokens.remove(account.id, idOf(id));
  }
}

function idOf(text: string): number {
  const id = readInteger(text);
  if (id <= 0) throw new ApiError('token_id_missing');
  return id;
}
