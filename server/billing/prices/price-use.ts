import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApiError } from '../../contract/errors/api-error.js';
import type { OptionKey } from '../../contract/options/index.js';
import type { OptionChange } from '../../options/option-change.js';
import { OptionsEditor } from '../../options/options-editor.js';
import { OptionsService } from '../../options/options.service.js';
import { compilePriceBook } from './price-book.js';
import { namedModels } from './named-models.js';
import { priceTables } from './price-options.js';
import { PricesRepository } from './prices.repository.js';

/** The options that decide whether a model can be sold. */
const PRICING = ['ModelRatio', 'ModelPrice', 'PublicPriceListEnabled', 'SelfUseModeEnabled'] as const;
/** Buyer of every model, so that models without a price are found instead of refused. */
const ANY_BUYER = { selfUse: true, acceptUnset: true };

/**
 * Keeps the prices of models that are served: requests for models without a price are refused, so that an option cannot take
 * the last price of a model that enabled channels serve, unless the editor confirms it.
 */
@Injectable()
export class PriceUse {
  constructor(
    private readonly options: OptionsService,
    private readonly stored: PricesRepository,
    editor: OptionsEditor,
  ) {
    editor.onSave(async ({ changes, isConfirmed }, manager) => {
      const pricing = changes.filter(({ key }) => isPricing(key));
      if (!isConfirmed && pricing.length > 0) await this.refuseLoss(pricing, manager);
    });
  }

  /** @throws ApiError models_lose_price */
  private async refuseLoss(changes: readonly OptionChange[], manager: EntityManager): Promise<void> {
    // Two changes at the same time must not each rely on the price that the other one takes.
    await this.stored.lockPricing(manager);
    const texts = await this.options.textsIn(manager, PRICING);
    const [isSold, staysSold] = (['before', 'after'] as const).map((when) =>
      this.sellsWith(new Map([...texts, ...changes.map((change) => [change.key, change[when]] as const)])),
    );
    const served = await this.stored.servedNames(manager);
    const lost = served.filter((model) => isSold?.(model) && !staysSold?.(model));
    if (lost.length === 0) return;
    const channels = await this.stored.countChannels(manager, lost);
    throw new ApiError('models_lose_price', { models: namedModels(lost), count: lost.length, channels });
  }

  /** Whether a model can be sold with these options. */
  private sellsWith(texts: ReadonlyMap<OptionKey, string>): (model: string) => boolean {
    const reader = this.options.readerWith(texts);
    if (reader.get('SelfUseModeEnabled')) return () => true;
    const book = compilePriceBook(priceTables(reader));
    return (model) => book.price(model, undefined, ANY_BUYER).source !== 'unset';
  }
}

function isPricing(key: OptionKey): boolean {
  return PRICING.some((each) => each === key);
}
