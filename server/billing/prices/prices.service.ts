import { Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { serviceTierTable, tierTable } from '../../options/tiers.js';
import { OptionsService } from '../../options/options.service.js';
import { namedCacheRatios, type CacheRatios } from './cache-ratios.js';
import { holdAmount } from './charge.js';
import { defaultTables } from './default-tables.js';
import { compilePriceBook, type Buyer, type Price, type PriceBook } from './price-book.js';
import { defaultServiceTiers } from './service-tiers.js';
import { defaultToolPrices } from './tool-prices.js';
import { quotaLogText, quotaText, type QuotaDisplay } from './quota-text.js';

const BUILT_IN = {
  ModelRatio: defaultTables.modelRatio,
  ModelPrice: defaultTables.modelPrice,
  CompletionRatio: defaultTables.completionRatio,
  CacheRatio: defaultTables.cacheRatio,
  CreateCacheRatio: defaultTables.cacheCreationRatio,
  ToolPrices: defaultToolPrices,
  ServiceTierRatio: defaultServiceTiers,
} as const;

const SOURCES = [
  'ModelRatio',
  'ModelPrice',
  'CompletionRatio',
  'CacheRatio',
  'CreateCacheRatio',
  'AudioRatio',
  'AudioCompletionRatio',
  'AudioCacheRatio',
  'ImageRatio',
  'ImageCompletionRatio',
  'ToolPrices',
  'ModelTiers',
  'ServiceTierRatio',
  'GroupRatio',
  'GroupGroupRatio',
  'QuotaPerUnit',
  'PreConsumedQuota',
  'SelfUseModeEnabled',
  'DisplayInCurrencyEnabled',
] as const;

const ratios = z.record(z.string(), z.number());
const ratiosByGroup = z.record(z.string(), ratios);

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
  private readonly logger = new Logger('Prices');
  private compiled: Compiled;

  constructor(private readonly options: OptionsService) {
    for (const key of Object.keys(BUILT_IN) as (keyof typeof BUILT_IN)[])
      options.registerDefault(key, () => JSON.stringify(BUILT_IN[key]));
    this.compiled = this.compile();
    options.onChange(SOURCES, () => {
      this.compiled = this.compile();
    });
  }

  /**
   * Price of `requestedModel` for the group.
   * @throws ApiError model_price_unset, model_price_unset_admin
   */
  price(requestedModel: string, usingGroup: string, buyer: Omit<Buyer, 'selfUse'>): Price {
    const { book, selfUse } = this.compiled;
    return book.price(requestedModel, usingGroup, { ...buyer, selfUse });
  }

  /** Cache ratios for price lists; charges use `price`. */
  cacheRatios(requestedModel: string): CacheRatios {
    return this.compiled.cacheRatios(requestedModel);
  }

  /** The first of these names with a price set by operators. */
  firstSet(names: readonly string[]): string | undefined {
    return names.find((name) => this.compiled.book.sets(name));
  }

  /** Quota to hold; `promptTokens` is an estimate, `maxTokens` is undefined without a client limit. */
  hold(price: Price, promptTokens: number, maxTokens: number | undefined): number {
    return holdAmount(price, promptTokens, maxTokens, this.compiled.preConsumedTokens);
  }

  /** `＄0.004000` or `2000`, for notices. */
  quotaText(quota: number): string {
    return quotaText(quota, this.compiled.display);
  }

  /** `＄0.004000 额度` or `2000 点额度`, for log rows. */
  quotaLogText(quota: number): string {
    return quotaLogText(quota, this.compiled.display);
  }

  private compile(): Compiled {
    const quotaPerUnit = this.options.number('QuotaPerUnit');
    const tables = {
      modelRatio: this.options.json('ModelRatio', ratios),
      modelPrice: this.options.json('ModelPrice', ratios),
      completionRatio: this.options.json('CompletionRatio', ratios),
      cacheRatio: this.options.json('CacheRatio', ratios),
      cacheCreationRatio: this.options.json('CreateCacheRatio', ratios),
      audioRatio: this.options.json('AudioRatio', ratios),
      audioCompletionRatio: this.options.json('AudioCompletionRatio', ratios),
      audioCacheRatio: this.options.json('AudioCacheRatio', ratios),
      imageRatio: this.options.json('ImageRatio', ratios),
      imageCompletionRatio: this.options.json('ImageCompletionRatio', ratios),
      toolPrices: this.options.json('ToolPrices', ratios),
      tiers: this.options.json('ModelTiers', tierTable),
      serviceTiers: this.options.json('ServiceTierRatio', serviceTierTable),
      groupRatio: this.options.json('GroupRatio', ratios),
      groupGroupRatio: this.options.json('GroupGroupRatio', ratiosByGroup),
      quotaPerUnit,
    };
    return {
      book: compilePriceBook(tables, (group) =>
        this.logger.warn(`group ${group} has no ratio and is billed at 1`),
      ),
      cacheRatios: (model) => namedCacheRatios(tables, model),
      selfUse: this.options.boolean('SelfUseModeEnabled'),
      preConsumedTokens: this.options.number('PreConsumedQuota'),
      display: { inCurrency: this.options.boolean('DisplayInCurrencyEnabled'), quotaPerUnit },
    };
  }
}
