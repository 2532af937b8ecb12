import type { OptionReader } from '../../options/options.service.js';
import type { PriceTables } from './price-book.js';

/** The price tables that the options contain. */
export function priceTables(options: OptionReader): PriceTables {
  return {
    modelRatio: options.get('ModelRatio'),
    modelPrice: options.get('ModelPrice'),
    completionRatio: options.get('CompletionRatio'),
    cacheRatio: options.get('CacheRatio'),
    cacheCreationRatio: options.get('CreateCacheRatio'),
    audioRatio: options.get('AudioRatio'),
    audioCompletionRatio: options.get('AudioCompletionRatio'),
    audioCacheRatio: options.get('AudioCacheRatio'),
    imageRatio: options.get('ImageRatio'),
    imageCompletionRatio: options.get('ImageCompletionRatio'),
    toolPrices: options.get('ToolPrices'),
    tiers: options.get('ModelTiers'),
    serviceTiers: options.get('ServiceTierRatio'),
    groupRatio: options.get('GroupRatio'),
    groupGroupRatio: options.get('GroupGroupRatio'),
    quotaPerUnit: options.get('QuotaPerUnit'),
    publicList: options.get('PublicPriceListEnabled'),
  };
}
