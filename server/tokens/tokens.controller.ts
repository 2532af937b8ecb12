import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Account, requireSession, type SignedIn } from '../core/http/access/account.js';
import { withExtras, type Answer } from '../core/http/envelope.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Confirmation } from '../core/http/access/confirmation.js';
import { ApiRequest } from '../core/http/api-request.js';
import { Devices } from '../core/http/access/devices.js';
import { pageOf } from '../core/http/paging.js';
import { Requires } from '../core/http/access/requires.js';
import { parseBody } from '../core/http/schema.pipe.js';
import { ApiError } from '../contract/errors/api-error.js';
import { listExtras, readInteger, statusOnlyQuery, type StatusOnlyQuery } from '../contract/query.js';
import {
  createTokenRequest,
  replaceKeyRequest,
  revealedKeyResponse,
  tokenListQuery,
  tokenResponse,
  tokenSearchQuery,
  updateTokenRequest,
  updateTokenStatusRequest,
  type CreateTokenRequest,
  type ReplaceKeyRequest,
  type RevealedKeyResponse,
  type TokenListQuery,
  type TokenResponse,
  type TokenSearchQuery,
} from '../contract/resources/token.js';
import { TokenKeysService } from './token-keys.service.js';
import { TokensService } from './tokens.service.js';

@Controller('api/token')
export class TokensController {
  constructor(
    private readonly tokens: TokensService,
    private readonly keys: TokenKeysService,
    private readonly confirmation: Confirmation,
    private readonly devices: Devices,
  ) {}

  @Get()
  @Requires('user')
  @ApiResponse(z.array(tokenResponse), listExtras)
  async list(
    @Account() account: SignedIn,
    @Query({ schema: tokenListQuery }) { p, size, ...filter }: TokenListQuery,
  ): Promise<Answer<TokenResponse[]>> {
    const { items, total } = await this.tokens.list(account, pageOf(p, size, 0), filter);
    return withExtras(items, { total });
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
    return withExtras(found, { total: found.length });
  }

  @Get(':id')
  @Requires('user')
  @ApiResponse(tokenResponse)
  get(@Account() account: SignedIn, @Param('id') id: string): Promise<TokenResponse> {
    return this.tokens.get(account, idOf(id));
  }

  /** Who cannot read the key later gets the new token with its key: scripts, which use a system access token, and where lists have no keys. */
  @Post()
  @Requires('user')
  @ApiResponse(tokenResponse.nullable())
  async create(
    @Account() account: SignedIn,
    @Body({ schema: createTokenRequest }) body: CreateTokenRequest,
  ): Promise<TokenResponse | null> {
    const { token, key } = await this.tokens.create(account, body);
    return token.key_access === 'shown' ? null : { ...token, key };
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
    return status_only === ''
      ? this.tokens.update(account, parseBody(updateTokenRequest, body))
      : this.tokens.switch(account, parseBody(updateTokenStatusRequest, body));
  }

  /** A new key for the token, which the response has. The old one ends at once, or after the hours of the body. */
  @Post(':id/key')
  @Requires('user')
  @ApiResponse(tokenResponse)
  replaceKey(
    @Account() account: SignedIn,
    @Param('id') id: string,
    @Body({ schema: replaceKeyRequest }) body: ReplaceKeyRequest,
  ): Promise<TokenResponse> {
    return this.keys.replace(account, idOf(id), body?.overlap_hours ?? 0);
  }

  /** Ends the key that was replaced before its time. */
  @Delete(':id/former-key')
  @Requires('user')
  @ApiResponse(tokenResponse)
  endFormerKey(@Account() account: SignedIn, @Param('id') id: string): Promise<TokenResponse> {
    return this.keys.endFormer(account, idOf(id));
  }

  /** The key of a token, once more, for a session that was opened or confirmed recently. */
  @Post(':id/reveal')
  @Requires('user')
  @ApiResponse(revealedKeyResponse)
  async reveal(
    @Account() account: SignedIn,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<RevealedKeyResponse> {
    this.confirmation.demand(account);
    return { key: await this.keys.reveal(account, idOf(id), this.devices.originOf(request)) };
  }

  @Delete(':id')
  @Requires('user')
  @ApiResponse(z.null())
  async remove(@Account() account: SignedIn, @Param('id') id: string): Promise<void> {
    await this.tokens.remove(account, idOf(id));
  }
}

function idOf(text: string): number {
  const id = readInteger(text);
  if (id <= 0) throw new ApiError('token_id_missing');
  return id;
}
