import { chargeFor } from '../../../billing/prices/charge/charge.js';
import { compilePriceBook } from '../../../billing/prices/price-book.js';
import { defaultToolPrices } from '../../../billing/prices/defaults/tool-prices.js';
import { noUsage } from '../../../dialects/canonical/usage.js';
import { heldToolCall, implicitToolCall, withCall } from './implicit-tool-calls.js';

/** Quota of the fee that is held for a request to this model. */
function heldFee(model: string): number {
  const book = compilePriceBook({
    modelRatio: { [model]: 1 },
    modelPrice: {},
    completionRatio: {},
    cacheRatio: {},
    cacheCreationRatio: {},
    groupRatio: { default: 1 },
    toolPrices: defaultToolPrices,
    quotaPerUnit: 500_000,
  });
  const tool = heldToolCall(undefined, model);
  const price = book.price(model, 'default', { selfUse: true, acceptUnset: true });
  return tool === undefined ? 0 : chargeFor(withCall(noUsage(), tool), price);
}

test.each([
  ['sonar', 6000],
  ['sonar-pro', 7000],
  ['sonar-reasoning-pro', 7000],
  ['sonar-deep-research', 0],
  ['gpt-4o-search-preview', 12_500],
  ['gpt-4o', 0],
])('a request to %s holds the highest fee that it can have: %d', (model, quota) => {
  expect(heldFee(model)).toBe(quota);
});

test('a fee that the provider reports is not charged without its report', () => {
  expect(implicitToolCall(undefined, 'sonar-pro')).toBeUndefined();
});
