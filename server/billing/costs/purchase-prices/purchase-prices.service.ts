import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditLog } from '../../../audit/audit-log.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import type {
  PurchasePriceRequest,
  PurchasePriceResponse,
} from '../../../contract/resources/costs/purchase-price.js';
import { columnText } from '../../../core/postgres/postgres-text.js';
import { LogNamesRepository } from '../../logs/log-names.repository.js';
import type { PurchasePrice } from './purchase-cost.js';
import { PurchasePricesRepository, type StoredPurchasePrice } from './purchase-prices.repository.js';

interface Actor {
  readonly id: number;
  readonly username: string;
}

/** Purchase prices. They are applied to sums when these are read, so that one may be added for a past time. */
@Injectable()
export class PurchasePrices {
  constructor(
    private readonly database: DataSource,
    private readonly stored: PurchasePricesRepository,
    private readonly names: LogNamesRepository,
    private readonly audit: AuditLog,
  ) {}

  async list(channelId: number | undefined): Promise<PurchasePriceResponse[]> {
    const prices = await this.stored.list(channelId);
    const names = await this.names.channelNames(prices.map((price) => price.channelId));
    return prices.map((price) => responseOf(price, names.get(price.channelId) ?? ''));
  }

  /** @throws ApiError purchase_price_exists, channel_not_found */
  async add(actor: Actor, request: PurchasePriceRequest): Promise<PurchasePriceResponse> {
    const price = priceOf(request);
    const id = await this.database.transaction(async (manager) => {
      if (!(await this.stored.channelExists(manager, price.channelId)))
        throw new ApiError('channel_not_found');
      const added = await this.stored.add(manager, price);
      if (added === undefined) throw new ApiError('purchase_price_exists');
      await this.audit.record(manager, {
        action: 'purchase_price_added',
        actor,
        details: { ...request, id: added },
      });
      return added;
    });
    const names = await this.names.channelNames([price.channelId]);
    return responseOf({ ...price, id }, names.get(price.channelId) ?? '');
  }

  /** @throws ApiError purchase_price_not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.database.transaction(async (manager) => {
      const removed = await this.stored.remove(manager, id);
      if (!removed) throw new ApiError('purchase_price_not_found');
      await this.audit.record(manager, {
        action: 'purchase_price_removed',
        actor,
        details: responseOf(removed, ''),
      });
    });
  }
}

/** The members of other kinds are not stored. */
function priceOf(request: PurchasePriceRequest): PurchasePrice {
  const { channel_id: channelId, model, from: validFrom, kind } = request;
  const isTokens = kind === 'tokens';
  return {
    channelId,
    model: columnText(model),
    validFrom,
    kind,
    ratio: kind === 'ratio' ? (request.ratio ?? null) : null,
    input: isTokens ? (request.input ?? null) : null,
    output: isTokens ? (request.output ?? null) : null,
    cached: isTokens ? (request.cached ?? null) : null,
    cacheWrite: isTokens ? (request.cache_write ?? null) : null,
    call: kind === 'call' ? (request.call ?? null) : null,
  };
}

function responseOf(price: StoredPurchasePrice, channelName: string): PurchasePriceResponse {
  const { id, channelId, model, validFrom, kind, ratio, input, output, cached, cacheWrite, call } = price;
  return {
    id,
    channel_id: channelId,
    channel_name: channelName,
    model,
    from: validFrom,
    kind,
    ratio,
    input,
    output,
    cached,
    cache_write: cacheWrite,
    call,
  };
}
