import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { idParameter } from '../../../contract/fields.js';
import {
  purchasePriceRequest,
  purchasePriceResponse,
  purchasePricesQuery,
  type PurchasePriceRequest,
  type PurchasePriceResponse,
  type PurchasePricesQuery,
} from '../../../contract/resources/costs/purchase-price.js';
import { Account, type SignedIn } from '../../../core/http/access/account.js';
import { ApiResponse } from '../../../core/http/api-response.js';
import { Requires } from '../../../core/http/access/requires.js';
import { PurchasePrices } from './purchase-prices.service.js';

@Controller('api/costs/prices')
export class PurchasePricesController {
  constructor(private readonly prices: PurchasePrices) {}

  /** By channel and model, the latest of each first. */
  @Get()
  @Requires('admin')
  @ApiResponse(z.array(purchasePriceResponse))
  list(
    @Query({ schema: purchasePricesQuery }) { channel_id: channelId }: PurchasePricesQuery,
  ): Promise<PurchasePriceResponse[]> {
    return this.prices.list(channelId);
  }

  /** Adds a price, also from a past time: costs are computed when they are read. */
  @Post()
  @Requires('admin')
  @ApiResponse(purchasePriceResponse)
  add(
    @Account() account: SignedIn,
    @Body({ schema: purchasePriceRequest }) body: PurchasePriceRequest,
  ): Promise<PurchasePriceResponse> {
    return this.prices.add(account, body);
  }

  @Delete(':id')
  @Requires('admin')
  @ApiResponse(z.null())
  async remove(
    @Account() account: SignedIn,
    @Param('id', { schema: idParameter }) id: number,
  ): Promise<void> {
    await this.prices.remove(account, id);
  }
}
