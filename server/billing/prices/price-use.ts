import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApiError } from '../../contract/errors/api-error.js';
import type { OptionKey } from '../../contract/options/index.js';
import { OptionsService, type OptionChange } from '../../options/options.service.js';
import { compilePriceBook, type PriceBook } from './price-book.js';
import { priceTables } from './price-options.js';

/** The options that give a model its price. */
const PRICING = ['ModelRatio', 'ModelPrice', 'PublicPriceListEnabled'] as const;
/** Advisory lock of a transaction that changes one of them (any constant). */
const PRICING_LOCK = 7_206_931;
/** Maximum models named in the refusal. */
const MAX_NAMED = 5;
/** Buyer of every model, so that models without a price are found instead of refused. */
const ANY_BUYER = { selfUse: true, acceptUnset: true };

/**
 * Keeps the prices of models that are served: requests for models without a price are refused, so that an option cannot take
 * the last price of a model that enabled channels serve, unless the editor confirms it.
 */
@Injectable()
export class PriceUse {
  constructor(private readonly options: OptionsService) {
    options.onSave(async (change, manager) => {
      if (!change.isConfirmed && isPricing(change.key)) await this.refuseLoss(change, change.key, manager);
    });
  }

  /** @throws ApiError models_lose_price */
  private async refuseLoss(
    { before, after }: OptionChange,
    key: (typeof PRICING)[number],
    manager: EntityManager,
  ): Promise<void> {
    if (this.options.get('SelfUseModeEnabled')) return;
    // Two changes at the same time must not each rely on the price that the other one takes.
    await manager.query('SELECT pg_advisory_xact_lock($1)', [PRICING_LOCK]);
    const texts = await this.options.textsIn(manager, PRICING);
    const books = [before, after].map((text) => this.bookWith(new Map([...texts, [key, text]])));
    const served: { model: string }[] = await manager.query(
      'SELECT DISTINCT model FROM abilities WHERE enabled ORDER BY model',
    );
    const lost = served
      .map(({ model }) => model)
      .filter((model) => hasPrice(books[0]!, model) && !hasPrice(books[1]!, model));
    if (lost.length === 0) return;
    const [row]: { channels: number }[] = await manager.query(
      'SELECT count(DISTINCT channel_id) AS channels FROM abilities WHERE enabled AND model = ANY($1)',
      [lost],
    );
    const models = lost.slice(0, MAX_NAMED).join(', ') + (lost.length > MAX_NAMED ? ', …' : '');
    throw new ApiError('models_lose_price', { models, count: lost.length, channels: row?.channels ?? 0 });
  }

  private bookWith(texts: ReadonlyMap<OptionKey, string>): PriceBook {
    return compilePriceBook(priceTables(this.options.readerWith(texts)));
  }
}

function isPricing(key: OptionKey): key is (typeof PRICING)[number] {
  return PRICING.some((each) => each === key);
}

function hasPrice(book: PriceBook, model: string): boolean {
  return book.price(model, undefined, ANY_BUYER).source !== 'unset';
}
