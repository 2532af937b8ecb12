import { toolPrice, defaultToolPrices } from '../../server/billing/prices/defaults/tool-prices.js';
import { chargeFor } from '../../server/billing/prices/charge/charge.js';
import { priceOf, provider, usageOfWhole } from './book.js';

const { reader } = provider(1).native['openai-responses']!;
const response = (items: object[], tool: object = {}) => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'gpt-5',
  output: items.map((item) => ({
    type: 'image_generation_call',
    status: 'completed',
    result: 'aGk=',
    ...item,
  })),
  tools: [{ type: 'image_generation', ...tool }],
  usage: { input_tokens: 0, output_tokens: 0 },
});
const usd = (items: object[], tool?: object) =>
  chargeFor(usageOfWhole(reader!, response(items, tool))!, priceOf('gpt-5')) / 500_000;

test.each([
  ['low', '1024x1024', 0.011],
  ['medium', '1024x1024', 0.042],
  ['high', '1024x1024', 0.167],
  ['low', '1024x1536', 0.016],
  ['medium', '1536x1024', 0.063],
  ['high', '1536x1024', 0.25],
])('an image of the tool in %s quality, %s, costs %d USD', (quality, size, price) => {
  expect(usd([{ quality, size }])).toBeCloseTo(price, 9);
});

test.each([
  ['gpt-image-1-mini', 'high', '1024x1024', 0.036],
  ['gpt-image-1-mini', 'low', '1536x1024', 0.006],
  ['gpt-image-1.5', 'medium', '1024x1536', 0.051],
  ['gpt-image-1', 'high', '1024x1024', 0.167],
  ['a model of tomorrow', 'high', '1024x1024', 0.167],
  ['gpt-image-9', 'high', '1024x1024', 0.15],
])('drawn by %s in %s quality, %s, it costs %d USD', (model, quality, size, price) => {
  expect(usd([{ quality, size }], { model })).toBeCloseTo(price, 9);
});

test('what came decides; where it is not reported, what was requested', () => {
  expect(usd([{ quality: 'low', size: '1024x1024' }], { quality: 'high', size: '1536x1024' })).toBeCloseTo(
    0.011,
    9,
  );
  expect(usd([{ quality: 'auto' }], { quality: 'high', size: '1536x1024' })).toBeCloseTo(0.25, 9);
});

test.each([
  {},
  { quality: 'auto', size: 'auto' },
  { quality: 'high', size: '4096x4096' },
  { quality: 7, size: {} },
])('an image of which too little is known costs the usual fee: %j', (item) => {
  expect(usd([item])).toBeCloseTo(0.15, 9);
});

test('images of several kinds are added up, failed ones are free', () => {
  const low = { quality: 'low', size: '1024x1024' };
  expect(usd([low, low, { quality: 'high', size: '1024x1024' }, { ...low, status: 'failed' }])).toBeCloseTo(
    0.189,
    9,
  );
  const usage = usageOfWhole(reader!, response([low, low]));
  expect(usage?.more?.tools).toEqual({ 'image_generation/low/1024x1024': 2 });
});

test('an operator’s one price for all images holds for every kind, a closer one before it', () => {
  const price = (table: Record<string, number>) =>
    toolPrice(table, 'image_generation/high/1024x1024', 'gpt-5-mini');
  expect(price({ image_generation: 7 })).toBe(7);
  expect(price({ image_generation: 7, 'image_generation/high': 9 })).toBe(9);
  expect(price({ image_generation: 7, 'image_generation/high/1024x1024': 0 })).toBe(0);
  expect(price({ image_generation: 7, 'image_generation/high:gpt-5*': 3 })).toBe(3);
  expect(price({})).toBeUndefined();
  expect(toolPrice(defaultToolPrices, 'web_search_preview', 'gpt-4o-mini')).toBe(25);
});
