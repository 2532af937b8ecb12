import { billOf } from '../../web/src/features/logs/billing';
import { readPricing } from '../../web/src/features/logs/log-other';

const other = {
  model_ratio: 1.25,
  completion_ratio: 4,
  group_ratio: 1,
  model_price: -1,
  cache_tokens: 200,
  cache_ratio: 0.5,
};

const bill = (change: object, row = { prompt_tokens: 1000, completion_tokens: 500 }) =>
  billOf(row, readPricing(JSON.stringify({ ...other, ...change })));

test('the breakdown of a row adds up to what it cost, cached input at its own ratio', () => {
  const shown = bill({});
  expect(shown?.total).toBeCloseTo(0.00725, 9);
  expect(shown?.lines.map(({ name, tokens }) => [name, tokens])).toEqual([
    ['input', 800],
    ['cached', 200],
    ['output', 500],
  ]);
});

test('the group ratio multiplies the whole', () => {
  expect(bill({ group_ratio: 0.5 })?.total).toBeCloseTo(0.003625, 9);
});

test("the bill says where the user's own group decided the ratio", () => {
  expect(bill({})?.ownGroupDecides).toBe(false);
  expect(bill({ group_ratio: 0.5, user_group_ratio: 0.5 })).toMatchObject({
    ownGroupDecides: true,
    total: expect.closeTo(0.003625, 9),
  });
});

test('a fixed price knows no tokens', () => {
  expect(bill({ model_price: 0.04, group_ratio: 2 })).toMatchObject({
    fixed: { price: 0.04, calls: 1 },
    lines: [],
    total: 0.08,
  });
  expect(bill({ model_price: 0.04, calls: 3 })?.total).toBeCloseTo(0.12, 9);
});

test('rows without a price have no breakdown', () => {
  expect(billOf({ prompt_tokens: 0, completion_tokens: 0 }, readPricing(''))).toBeUndefined();
});

test('sound and its cache are lines of their own, and text is what they leave', () => {
  const shown = bill({
    audio: true,
    usage_semantic: 'openai',
    audio_input: 300,
    audio_output: 100,
    audio_ratio: 8,
    audio_completion_ratio: 2,
    audio_cache_tokens: 100,
    audio_cache_ratio: 0.4,
  });
  expect(shown?.lines.map(({ name, tokens, ratio }) => [name, tokens, ratio])).toEqual([
    ['textInput', 400, undefined],
    ['cached', 200, '0.5'],
    ['textOutput', 400, '4'],
    ['audioInput', 300, '8'],
    ['audioCached', 100, '0.4'],
    ['audioOutput', 100, '8 × 2'],
  ]);
  // 2.5 USD per million × (400 + 100 + 1600 + 2400 + 40 + 1600) tokens' worth of prompt.
  expect(shown?.total).toBeCloseTo(0.01535, 9);
});

test('images are billed at their own ratios, and calls without reported tokens by the call', () => {
  const images = bill({
    image: true,
    usage_semantic: 'openai',
    image_input: 300,
    image_output: 200,
    image_ratio: 2,
    image_completion_ratio: 8,
  });
  expect(images?.lines.map(({ name, tokens }) => [name, tokens])).toEqual([
    ['input', 500],
    ['cached', 200],
    ['output', 300],
    ['imageInput', 300],
    ['imageOutput', 200],
  ]);
  const none = { prompt_tokens: 0, completion_tokens: 0 };
  expect(bill({ cache_tokens: 0, calls: 2 }, none)?.lines).toMatchObject([{ name: 'calls', tokens: 2500 }]);
});
