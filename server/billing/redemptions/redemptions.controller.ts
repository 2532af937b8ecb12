import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { ApiRequest } from '../../core/http/api-request.js';
import { readPage } from '../../core/http/paging.js';
import { Requires } from '../../core/http/requires.js';
import { errorOf } from '../../core/http/schema.pipe.js';
import {
  answerOf,
  redemptionAnswer,
  redemptionPage,
  type RedemptionAnswer,
  type RedemptionPage,
} from './redemption-answer.js';
import {
  createRedemptions,
  redemptionFilter,
  redemptionId,
  searchRedemptions,
  switchRedemption,
  updateRedemption,
  type CreateRedemptions,
  type RedemptionFilter,
  type SearchRedemptions,
} from './redemption.schema.js';
import { RedemptionsService } from './redemptions.service.js';

const pageQuery = z.object({ p: z.int().optional(), page_size: z.int().optional() });

type TextQuery = Readonly<Record<string, unknown>>;

@Controller('api/redemption')
export class RedemptionsController {
  constructor(private readonly redemptions: RedemptionsService) {}

  @Get()
  @Requires('admin')
  @ApiResponse(redemptionPage)
  @ApiRequest({ query: pageQuery })
  list(
    @Query() query: TextQuery,
    @Query({ schema: redemptionFilter }) filter: RedemptionFilter,
  ): Promise<RedemptionPage> {
    return this.page(query, filter);
  }

  @Get('search')
  @Requires('admin')
  @ApiResponse(redemptionPage)
  @ApiRequest({ query: pageQuery })
  search(
    @Query() query: TextQuery,
    @Query({ schema: searchRedemptions }) filter: SearchRedemptions,
  ): Promise<RedemptionPage> {
    return this.page(query, filter);
  }

  @Get(':id')
  @Requires('admin')
  @ApiResponse(redemptionAnswer)
  async find(@Param('id', { schema: redemptionId }) id: number): Promise<RedemptionAnswer> {
    return answerOf(await this.redemptions.find(id));
  }

  @Post()
  @Requires('admin')
  @ApiResponse(z.array(z.string()))
  create(
    @Account() actor: SignedIn,
    @Body({ schema: createRedemptions }) body: CreateRedemptions,
  ): Promise<string[]> {
    return this.redemptions.create(actor, body);
  }

  /** With `status_only` in the query, only enables or disables the code. */
  @Put()
  @Requires('admin')
  @ApiResponse(redemptionAnswer)
  @ApiRequest({
    query: z.object({ status_only: z.string().optional() }),
    body: z.union([updateRedemption, switchRedemption]),
  })
  async update(
    @Account() actor: SignedIn,
    @Query('status_only') statusOnly: unknown,
    @Body() body: unknown,
  ): Promise<RedemptionAnswer> {
    const switching = typeof statusOnly === 'string' && statusOnly !== '';
    const redemption = switching
      ? await this.redemptions.switch(actor, read(switchRedemption, body))
      : await this.redemptions.update(actor, read(updateRedemption, body));
    return answerOf(redemption);
  }

  @Delete(':id')
  @Requires('admin')
  @ApiResponse(z.null())
  async remove(@Account() actor: SignedIn, @Param('id', { schema: redemptionId }) id: number): Promise<void> {
    await this.redemptions.remove(actor, id);
  }

  private async page(query: TextQuery, filter: Partial<SearchRedemptions>): Promise<RedemptionPage> {
    const page = readPage(query, { base: 1, sizeKey: 'page_size' });
    const { items, total } = await this.redemptions.list(page, filter);
    return { items: items.map(answerOf), total, page: page.page, page_size: page.size };
  }
}

/** Validates like the schema pipe, for a body whose schema depends on the query. */
function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw errorOf(parsed.error.issues[0] ?? { message: '' });
}
