import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, requireSession, type SignedIn } from '../core/http/account.js';
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
import { maskedKey } from '../contract/masked-key.js';
import { TokensService } from './tokens.service.js';

@Controller('api/token')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @Requires('user')
  @ApiResponse(z.array(tokenResponse), listExtras)
  async list(
    @Account() account: SignedIn,
    @Query({ schema: tokenListQuery }) { p, size, ...filter }: TokenListQuery,
  ): Promise<Answer<TokenResponse[]>> {
    const { items, total } = await this.tokens.list(account.id, pageOf(p, size, 0), filter);
    return withExtras(
      items.map((token) => shownTo(account, token)),
      { total },
    );
  }

  @Get('search')
  @Requires('user')
  @ApiResponse(z.array(tokenResponse), listExtras)
  async search(
    @Account() account: SignedIn,
    @Query({ schema: tokenSearchQuery }) query: TokenSearchQuery,
  ): Promise<Answer<TokenResponse[]>> {
    // Searching by parts of a key would reveal it bit by bit.
    if (query.token !== '') requireSession(account);
    const found = await this.tokens.search(account, query);
    return withExtras(
      found.map((token) => shownTo(account, token)),
      { total: found.length },
    );
  }

  @Get(':id')
  @Requires('user')
  @ApiResponse(tokenResponse)
  async get(@Account() account: SignedIn, @Param('id') id: string): Promise<TokenResponse> {
    return shownTo(account, await this.tokens.get(account.id, idOf(id)));
  }

  /** Scripts, which use a system access token and cannot read keys later, get the new token with its key. */
  @Post()
  @Requires('user')
  @ApiResponse(tokenResponse.nullable())
  async create(
    @Account() account: SignedIn,
    @Body({ schema: createTokenRequest }) body: CreateTokenRequest,
  ): Promise<TokenResponse | null> {
    const created = await this.tokens.create(account, body);
    return account.by === 'session' ? null : created;
  }

  /** Changes the members in the body, or with `status_only` in the query the status alone. */
  @Put()
  @Requires('user')
  @ApiRequest({ body: z.union([updateTokenRequest, updateTokenStatusRequest]) })
  @ApiResponse(tokenResponse)
  async update(
    @Account() account: SignedIn,
    @Query({ schema: statusOnlyQuery }) { status_only }: StatusOnlyQuery,
    @Body() body: unknown,
  ): Promise<TokenResponse> {
    const changed =
      status_only === ''
        ? await this.tokens.update(account, parseBody(updateTokenRequest, body))
        : await this.tokens.switch(account, parseBody(updateTokenStatusRequest, body));
    return shownTo(account, changed);
  }

  /** A new key for the token; the old one no longer works. Scripts get it as from `create`. */
  @Post(':id/key')
  @Requires('user')
  @ApiResponse(tokenResponse)
  async replaceKey(@Account() account: SignedIn, @Param('id') id: string): Promise<TokenResponse> {
    return this.tokens.replaceKey(account, idOf(id));
  }

  @Delete(':id')
  @Requires('user')
  @ApiResponse(z.null())
  async remove(@Account() account: SignedIn, @Param('id') id: string): Promise<void> {
    await this.tokens.remove(account, idOf(id));
  }
}

/** Keys are shown to sessions only: a system access token that leaks would reveal all of them. */
function shownTo({ by }: SignedIn, token: TokenResponse): TokenResponse {
  return by === 'session' ? token : { ...token, key: maskedKey(token.key) };
}

function idOf(text: string): number {
  const id = readInteger(text);
  if (id <= 0) throw new ApiError('token_id_missing');
  return id;
}
