import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import {
  latestPriceChanges,
  priceChangeResponse,
  priceHistoryQuery,
  priceOperationResponse,
  priceOperationsQuery,
  savePricesRequest,
  savePricesResponse,
  undoPricesRequest,
  type LatestPriceChanges,
  type PriceChangeResponse,
  type PriceHistoryQuery,
  type PriceOperationResponse,
  type PriceOperationsQuery,
  type SavePricesRequest,
  type SavePricesResponse,
  type UndoPricesRequest,
} from '../../../contract/resources/price-change.js';
import { Account, type SignedIn } from '../../../core/http/access/account.js';
import { ApiResponse } from '../../../core/http/api-response.js';
import { Requires } from '../../../core/http/access/requires.js';
import { PriceChanges } from './price-changes.service.js';

@Controller('api/prices')
export class PriceChangesController {
  constructor(private readonly changes: PriceChanges) {}

  /** Sets prices of models, all or none. */
  @Put()
  @Requires('admin')
  @ApiResponse(savePricesResponse)
  async save(
    @Account() actor: SignedIn,
    @Body({ schema: savePricesRequest }) body: SavePricesRequest,
  ): Promise<SavePricesResponse> {
    return { operation: (await this.changes.save(actor, body)) ?? null };
  }

  /** Changes of prices, newest first; the next page begins before the last id. */
  @Get('history')
  @Requires('admin')
  @ApiResponse(z.array(priceChangeResponse))
  history(@Query({ schema: priceHistoryQuery }) query: PriceHistoryQuery): Promise<PriceChangeResponse[]> {
    return this.changes.history(query);
  }

  /** The same by request, newest first; the next page begins before `first_id` of the last one. */
  @Get('history/operations')
  @Requires('admin')
  @ApiResponse(z.array(priceOperationResponse))
  operations(
    @Query({ schema: priceOperationsQuery }) query: PriceOperationsQuery,
  ): Promise<PriceOperationResponse[]> {
    return this.changes.operations(query);
  }

  /** When and by whom the price of each model was changed last. */
  @Get('history/latest')
  @Requires('admin')
  @ApiResponse(latestPriceChanges)
  latest(): Promise<LatestPriceChanges> {
    return this.changes.latest();
  }

  /** Takes the changes of an operation back, or the one of a model, unless the price has changed since. */
  @Post('undo')
  @Requires('admin')
  @ApiResponse(savePricesResponse)
  async undo(
    @Account() actor: SignedIn,
    @Body({ schema: undoPricesRequest }) body: UndoPricesRequest,
  ): Promise<SavePricesResponse> {
    return { operation: (await this.changes.undo(actor, body)) ?? null };
  }
}
