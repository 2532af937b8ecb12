import { defaultTables } from './defaults/default-tables.js';
import { compilePriceBook, type PriceTables } from './price-book.js';

function priced(model: string, change: Partial<PriceTables>) {
  const book = compilePriceBook({
    ...defaultTables,
    groupRatio: { default: 1 },
    quotaPerUnit: 500_000,
    ...change,
  });
  return book.price(model, 'default', { selfUse: false, acceptUnset: false });
}

describe('tiers', () => {
  const model = { modelRatio: { mine: 1 }, completionRatio: { mine: 4 } };

  test('a model without tiers has none', () => {
    const price = priced('mine', model);
    for (const member of ['tiers', 'tierFrom', 'serviceTiers', 'serviceTierRatio'])
      expect(price).not.toHaveProperty(member);
  });

  test('prices by size are sorted, highest first, and take from the model what they do not set', () => {
    const tiers = {
      mine: [
        { min_input_tokens: 100, model_ratio: 2, cache_ratio: 0.2 },
        { min_input_tokens: 300, model_ratio: 4, cache_creation_ratio: 1.5 },
        { min_input_tokens: 200, model_ratio: 3, completion_ratio: 6 },
      ],
    };
    const unchanged = { completionRatio: 4, cacheRatio: 1, creationRatio: 1.25, creationRatio1h: 2 };
    const { tiers: prices } = priced('mine', { ...model, tiers });
    expect(prices).toMatchObject([
      {
        from: 300,
        price: { ...unchanged, tierFrom: 300, modelRatio: 4, creationRatio: 1.5, creationRatio1h: 2.4 },
      },
      { from: 200, price: { ...unchanged, tierFrom: 200, modelRatio: 3, completionRatio: 6 } },
      { from: 100, price: { ...unchanged, tierFrom: 100, modelRatio: 2, cacheRatio: 0.2 } },
    ]);
    for (const { price } of prices!) expect(price).not.toHaveProperty('serviceTierRatio');
  });

  test('a tier that sets nothing for cache writes keeps the hour of the public list', () => {
    const tiers = { 'claude-3-haiku': [{ min_input_tokens: 100, model_ratio: 1 }] };
    expect(priced('claude-3-haiku', { tiers }).tiers).toMatchObject([
      { price: { creationRatio: 1.2, creationRatio1h: 2 } },
    ]);
  });

  test('a service tier multiplies the price of each size', () => {
    const price = priced('mine', {
      ...model,
      serviceTiers: { mine: { priority: 1.1 } },
      tiers: { mine: [{ min_input_tokens: 100, model_ratio: 3 }] },
    });
    // 3 × 1.1 is 3.3000000000000003 in doubles.
    expect(price.serviceTiers!.get('priority')).toMatchObject({
      modelRatio: 1.1,
      serviceTierRatio: 1.1,
      tiers: [{ from: 100, price: { modelRatio: 3.3, serviceTierRatio: 1.1 } }],
    });
    expect(price).toMatchObject({ modelRatio: 1, tiers: [{ price: { modelRatio: 3 } }] });
    expect(price.tiers![0]!.price).not.toHaveProperty('serviceTiers');
  });
});
