import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../core/http/account.js';
import { withExtras, type Answer } from '../core/http/envelope.js';
import { ApiResponse } from '../core/http/api-response.js';
import { ApiRequest } from '../core/http/api-request.js';
import { pageQuery, readPage, readWhole } from '../core/http/paging.js';
import { Requires } from '../core/http/requires.js';
import { errorOf } from '../core/http/schema.pipe.js';
import { ApiError } from '../contract/errors/api-error.js';
import { tokenObject, type TokenAnswer } from './token-answer.js';
import {
  createToken,
  switchToken,
  tokenFilter,
  updateToken,
  type CreateToken,
  type TokenFilter,
} from './token.schema.js';
import { TokensService } from './tokens.service.js';

type TextQuery = Readonly<Record<string, unknown>>;

@Controller('api/token')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @Requires('user')
  @ApiRequest({ query: pageQuery('size') })
  @ApiResponse(z.array(tokenObject), { total: z.int() })
  async list(
    @Account() account: SignedIn,
    @Query() query: TextQuery,
    @Query({ schema: tokenFilter }) filter: TokenFilter,
  ): Promise<Answer<TokenAnswer[]>> {
    const page = readPage(query, { base: 0, sizeKey: 'size' });
    const { items, total } = await this.tokens.list(account.id, page, filter);
    return withExtras(items, { total });
  }

  @Get('search')
  @Requires('user')
  @ApiRequest({ query: z.object({ keyword: z.string().optional(), token: z.string().optional() }) })
  @ApiResponse(z.array(tokenObject), { total: z.int() })
  async search(
    @Account() account: SignedIn,
    @Query() query: TextQuery,
    @Query({ schema: tokenFilter }) filter: TokenFilter,
  ): Promise<Answer<TokenAnswer[]>> {
    const found = await this.tokens.search(account.id, {
      ...filter,
      keyword: textOf(query.keyword),
      part: textOf(query.token),
    });
    return withExtras(found, { total: found.length });
  }

  @Get(':id')
  @Requires('user')
  @ApiResponse(tokenObject)
  get(@Account() account: SignedIn, @Param('id') id: string): Promise<TokenAnswer> {
    return this.tokens.get(account.id, idOf(id));
  }

  @Post()
  @Requires('user')
  @ApiResponse(z.null())
  async create(
    @Account() account: SignedIn,
    @Body({ schema: createToken }) body: CreateToken,
  ): Promise<void> {
    await this.tokens.create(account, body);
  }

  /** Full update, or with `status_only` in the query a change of the status alone. */
  @Put()
  @Requires('user')
  @ApiRequest({ body: z.union([updateToken, switchToken]) })
  @ApiResponse(tokenObject)
  update(
    @Account() account: SignedIn,
    @Query('status_only') statusOnly: unknown,
    @Body() body: unknown,
  ): Promise<TokenAnswer> {
    return textOf(statusOnly) === ''
      ? this.tokens.update(account, read(updateToken, body))
      : this.tokens.switch(account, read(switchToken, body));
  }

  @Delete(':id')
  @Requires('user')
  @ApiResponse(z.null())
  async remove(@Account() account: SignedIn, @Param('id') id: string): Promise<void> {
    await this.tokens.remove(account.id, idOf(id));
  }
}

/** Validates like the schema pipe, for a body whose schema depends on the query. */
function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw errorOf(parsed.error.issues[0] ?? { message: '' });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function idOf(text: string): number {
  const id = readWhole(text);
  if (id <= 0) throw new ApiError('token_id_missing');
  return id;
}
