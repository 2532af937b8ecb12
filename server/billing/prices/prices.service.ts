import type { StoredText } from '../../contract/stored-texts/stored-text.js';
import { Injectable } from '@nestjs/common';
import { type OptionReader, OptionsService } from '../../options/options.service.js';
import { namedCacheRatios, type CacheRatios } from './defaults/cache-ratios.js';
import { holdAmount } from './charge/charge.js';
import { defaultTables } from './defaults/default-tables.js';
import { compilePriceBook, type Buyer, type PriceBook } from './price-book.js';
import { priceTables } from './price-options.js';
import type { Price } from './price.js';
import { defaultServiceTiers } from './defaults/service-tiers.js';
import { defaultToolPrices } from './defaults/tool-prices.js';
import { loggedQuota, quotaLogText, quotaText, type QuotaDisplay } from './logged/quota-text.js';

/** Tables of prices that apply until an operator saves others. */
export const builtInPrices = {
  ModelRatio: defaultTables.modelRatio,
  ModelPrice: defaultTables.modelPrice,
  CompletionRatio: defaultTables.completionRatio,
  CacheRatio: defaultTables.cacheRatio,
  CreateCacheRatio: defaultTables.cacheCreationRatio,
  ToolPrices: defaultToolPrices,
  ServiceTierRatio: defaultServiceTiers,
} as const;

interface Compiled {
  readonly book: PriceBook;
  readonly cacheRatios: (model: string) => CacheRatios;
  readonly selfUse: boolean;
  readonly preConsumedTokens: number;
  readonly display: QuotaDisplay;
}

/** Current prices. They are compiled when options change, so lookups are cheap. */
@Injectable()
export class PricesService {
  private readonly prices: { readonly current: Compiled };
  private readonly listeners: (() => void)[] = [];

  constructor(options: OptionsService) {
    for (const key of Object.keys(builtInPrices) as (keyof typeof builtInPrices)[])
      options.registerDefault(key, () => JSON.stringify(builtInPrices[key]));
    this.prices = options.derive(
      (reader) => this.compile(reader),
      () => {
        for (const listener of this.listeners) listener();
      },
    );
  }

  /** Calls back after prices have changed; `price` returns the new ones by then. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /**
   * Price of `requestedModel` for the group; undefined: at group ratio 1, for price lists.
   * @throws ApiError model_price_unset, model_price_unset_admin, group_retired
   */
  price(requestedModel: string, usingGroup: string | undefined, buyer: Omit<Buyer, 'selfUse'>): Price {
    const { book, selfUse } = this.prices.current;
    return book.price(requestedModel, usingGroup, { ...buyer, selfUse });
  }

  /** Cache ratios for price lists; charges use `price`. */
  cacheRatios(requestedModel: string): CacheRatios {
    return this.prices.current.cacheRatios(requestedModel);
  }

  /** The first of these names with a price set by operators. */
  firstSet(names: readonly string[]): string | undefined {
    return names.find((name) => this.prices.current.book.sets(name));
  }

  /** Quota to hold; `promptTokens` is an estimate, `maxTokens` is undefined without a client limit. */
  hold(price: Price, promptTokens: number, maxTokens: number | undefined): number {
    return holdAmount(price, promptTokens, maxTokens, this.prices.current.preConsumedTokens);
  }

  /** `＄0.004000` or `2000`, for notices. */
  quotaText(quota: number): string {
    return quotaText(quota, this.prices.current.display);
  }

  /** The Chinese text of `loggedQuota`, for parameters of errors. */
  quotaLogText(quota: number): string {
    return quotaLogText(quota, this.prices.current.display);
  }

  /** An amount in log rows. */
  loggedQuota(quota: number): StoredText {
    return loggedQuota(quota, this.prices.current.display);
  }

  private compile(options: OptionReader): Compiled {
    const tables = priceTables(options);
    return {
      book: compilePriceBook(tables),
      cacheRatios: (model) => namedCacheRatios(tables, model),
      selfUse: options.get('SelfUseModeEnabled'),
      preConsumedTokens: options.get('PreConsumedQuota'),
      display: {
        inCurrency: options.get('DisplayInCurrencyEnabled'),
        quotaPerUnit: tables.quotaPerUnit,
      },
    };
  }
}
