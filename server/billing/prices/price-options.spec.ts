import { optionsInMemory } from '../../../test/options/options-in-memory.js';
import { priceTables } from './price-options.js';

test('each table of prices is that of its option', async () => {
  const tier = { min_input_tokens: 1000, model_ratio: 3 };
  const { options } = await optionsInMemory({
    ModelRatio: { m: 1 },
    ModelPrice: { m: 2 },
    CompletionRatio: { m: 3 },
    CacheRatio: { m: 4 },
    CreateCacheRatio: { m: 5 },
    AudioRatio: { m: 6 },
    AudioCompletionRatio: { m: 7 },
    AudioCacheRatio: { m: 8 },
    ImageRatio: { m: 9 },
    ImageCompletionRatio: { m: 10 },
    ToolPrices: { web_search: 11 },
    ModelTiers: { m: [tier] },
    ServiceTierRatio: { m: { flex: 0.5 } },
    GroupRatio: { default: 1, vip: 12 },
    GroupGroupRatio: { staff: { vip: 13 } },
    QuotaPerUnit: 14,
    PublicPriceListEnabled: false,
  });
  expect(priceTables(options)).toEqual({
    modelRatio: { m: 1 },
    modelPrice: { m: 2 },
    completionRatio: { m: 3 },
    cacheRatio: { m: 4 },
    cacheCreationRatio: { m: 5 },
    audioRatio: { m: 6 },
    audioCompletionRatio: { m: 7 },
    audioCacheRatio: { m: 8 },
    imageRatio: { m: 9 },
    imageCompletionRatio: { m: 10 },
    toolPrices: { web_search: 11 },
    tiers: { m: [tier] },
    serviceTiers: { m: { flex: 0.5 } },
    groupRatio: { default: 1, vip: 12 },
    groupGroupRatio: { staff: { vip: 13 } },
    quotaPerUnit: 14,
    publicList: false,
  });
});
