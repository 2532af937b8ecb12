import type { PricedParts } from '../../../contract/usage.js';
import { chargeFor, holdAmount } from './charge.js';
import { pricedTools, unpricedTools } from './charge-more.js';
import { defaultTables } from '../defaults/default-tables.js';
import { logDetailsOf } from '../logged/request-log-details.js';
import { compilePriceBook, type PriceTables } from '../price-book.js';
import { defaultToolPrices } from '../defaults/tool-prices.js';
import type { ChargedUsage } from './usage.js';

/** Compiles a price of the default group from the default tables with the given changes. */
const priceOf = (model: string, change: Partial<PriceTables> = {}) =>
  compilePriceBook({
    ...defaultTables,
    groupRatio: { default: 1, cheap: 0.5, free: 0 },
    quotaPerUnit: 500_000,
    toolPrices: defaultToolPrices,
    ...change,
  }).price(model, 'default', { selfUse: false, acceptUnset: false });

const used = (plain: Partial<ChargedUsage>, more?: PricedParts): ChargedUsage => ({
  input: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output: 0,
  reasoning: 0,
  ...plain,
  more,
});

test('audio of a chat model is charged by its own ratios', () => {
  const usage = used({ input: 100, output: 50 }, { audioInput: 200, audioOutput: 300 });
  expect(chargeFor(usage, priceOf('gpt-4o-audio-preview'))).toBe(40_375);
});

test('a realtime turn is charged by its own ratios', () => {
  const usage = used({ input: 100, output: 50 }, { audioInput: 600, audioOutput: 900 });
  expect(chargeFor(usage, priceOf('gpt-4o-realtime-preview'))).toBe(120_750);
});

test('two wide images in high quality cost the price of a call multiplied by their factors', () => {
  const usage = used({ input: 2 }, { calls: 2 * 1.5 * 2 });
  expect(chargeFor(usage, priceOf('dall-e-3'))).toBe(120_000);
});

test('searches of the provider are added to the cost of the tokens', () => {
  const price = priceOf('gpt-4o');
  const plain = chargeFor(used({ input: 1000 }), price);
  expect(chargeFor(used({ input: 1000 }, { tools: { web_search: 2 } }), price)).toBe(plain + 10_000);
});

test('a search costs also where no tokens were used, and where the model has a price per call', () => {
  expect(chargeFor(used({}, { tools: { web_search: 1 } }), priceOf('gpt-4o'))).toBe(5000);
  expect(chargeFor(used({}, { tools: { web_search: 1 } }), priceOf('gpt-4-gizmo-x'))).toBe(50_000 + 5000);
});

test('the longest prefix of a model decides what its tool costs', () => {
  const charge = (model: string) => chargeFor(used({}, { tools: { web_search_preview: 1 } }), priceOf(model));
  expect(charge('gpt-4o-mini')).toBe(12_500);
  expect(charge('o3-mini')).toBe(5000);
});

test('an unpriced tool is free, and a free group pays nothing', () => {
  expect(chargeFor(used({}, { tools: { teleport: 9 } }), priceOf('gpt-4o'))).toBe(0);
  const free = compilePriceBook({
    ...defaultTables,
    groupRatio: { free: 0 },
    quotaPerUnit: 500_000,
    toolPrices: defaultToolPrices,
  }).price('gpt-4o', 'free', { selfUse: false, acceptUnset: false });
  expect(chargeFor(used({ input: 9 }, { tools: { web_search: 1 }, audioInput: 5 }), free)).toBe(0);
});

test('input and output images of gpt-image-1 are charged by their ratios', () => {
  const price = priceOf('gpt-image-1', {
    modelRatio: { 'gpt-image-1': 2.5 },
    completionRatio: { 'gpt-image-1': 8 },
  });
  expect(chargeFor(used({ input: 50 }, { imageInput: 100, imageOutput: 1000 }), price)).toBe(
    (50 + 100 * 2 + 1000 * 8) * 2.5,
  );
});

test('output in characters is free, and paid options cost their shares of the input', () => {
  const price = priceOf('m', { modelRatio: { m: 2 }, completionRatio: { m: 4 } });
  expect(chargeFor(used({ input: 100, output: 50 }, {}), price)).toBe(600);
  expect(chargeFor(used({ input: 100, output: 50 }, { unit: 'characters' }), price)).toBe(200);
  const extras = { speakers: 0.002 / 0.0052, keyterms: 0.25 };
  // 1300 × 2 × (1 + 5/13 + 1/4)
  expect(chargeFor(used({ input: 1300 }, { extras }), price)).toBe(4250);
});

test('an operator knows better than the name of a model', () => {
  const price = priceOf('gpt-4o-audio-preview', {
    audioRatio: { 'gpt-4o-audio-preview': 16 },
    audioCompletionRatio: { 'gpt-4o-audio-preview': 3 },
  });
  expect(chargeFor(used({}, { audioInput: 10, audioOutput: 10 }), price)).toBe(
    (10 * 16 + 10 * 16 * 3) * 1.25,
  );
});

test('implausible counts cost nothing or stay integers', () => {
  const price = priceOf('gpt-4o-audio-preview');
  expect(chargeFor(used({}, { audioInput: -5, calls: Number.NaN, tools: { web_search: -1 } }), price)).toBe(
    0,
  );
  expect(chargeFor(used({}, { audioInput: Number.MAX_VALUE }), price)).toBeLessThanOrEqual(
    Number.MAX_SAFE_INTEGER,
  );
});

test.each<[kind: string, usage: ChargedUsage, charge: number]>([
  ['input', used({ input: 100 }, { calls: 3 }), 200],
  ['cache reads', used({ cacheRead: 100 }, { calls: 3 }), 200],
  ['cache writes for 5 minutes', used({ cacheWrite5m: 100 }, { calls: 3 }), 250],
  ['cache writes for an hour', used({ cacheWrite1h: 100 }, { calls: 3 }), 400],
  ['output', used({ output: 100 }, { calls: 3 }), 200],
  ['reasoning', used({ reasoning: 100 }, { calls: 3 }), 200],
  ['audio input', used({}, { calls: 3, audioInput: 100 }), 200],
  ['cached audio', used({}, { calls: 3, audioCacheRead: 100 }), 200],
  ['audio output', used({}, { calls: 3, audioOutput: 100 }), 200],
  ['image input', used({}, { calls: 3, imageInput: 100 }), 200],
  ['image output', used({}, { calls: 3, imageOutput: 100 }), 200],
  ['the same amount of input and cache writes', used({ input: 100, cacheWrite1h: 100 }, { calls: 3 }), 600],
  // 3 calls × 1250 tokens × 2
  ['nothing: calls cost 1250 tokens each', used({}, { calls: 3 }), 7500],
  ['nothing, and no number of calls', used({}, {}), 0],
])('a model priced by token costs its tokens, and its calls only without any: %s', (_kind, usage, charge) => {
  expect(chargeFor(usage, priceOf('m', { modelRatio: { m: 2 } }))).toBe(charge);
});

test.each([Number.NaN, -1, Infinity])('%d calls at a price per call cost nothing', (calls) => {
  expect(chargeFor(used({ input: 5 }, { calls }), priceOf('dall-e-3'))).toBe(0);
});

test('half a call costs half its price', () => {
  // 0.04 USD × 500,000 / 2
  expect(chargeFor(used({ input: 5 }, { calls: 0.5 }), priceOf('dall-e-3'))).toBe(10_000);
});

test.each<[name: string, more: PricedParts]>([
  ['a negative count', { audioInput: -100 }],
  ['no number', { audioInput: Number.NaN }],
  ['a negative number of searches', { tools: { web_search: -1 } }],
  ['no number of searches', { tools: { web_search: Number.NaN } }],
])('%s changes nothing in the cost of the rest', (_name, more) => {
  // 1000 × 1.25
  expect(chargeFor(used({ input: 1000 }, more), priceOf('gpt-4o'))).toBe(1250);
});

describe('tools with and without a price', () => {
  const tools = {
    web_search: 2,
    file_search: 0,
    x_search: -1,
    retrieval: 4,
    teleport: 3,
    levitate: 0,
    vanish: -1,
  };

  test('the log has those that cost something, at USD per thousand calls', () => {
    expect(pricedTools({ tools }, priceOf('gpt-4o'))).toEqual([{ name: 'web_search', count: 2, price: 10 }]);
    expect(pricedTools({ tools }, priceOf('gpt-4o', { toolPrices: undefined }))).toEqual([]);
    expect(pricedTools({}, priceOf('gpt-4o'))).toEqual([]);
    expect(pricedTools(undefined, priceOf('gpt-4o'))).toEqual([]);
  });

  test('those without a set price are named; a price of 0 is a price', () => {
    expect(unpricedTools({ tools }, priceOf('gpt-4o'))).toEqual({ teleport: 3 });
    expect(unpricedTools({ tools: { web_search: 1 } }, priceOf('gpt-4o', { toolPrices: undefined }))).toEqual(
      { web_search: 1 },
    );
  });

  test.each<[PricedParts | undefined]>([
    [undefined],
    [{}],
    [{ tools: {} }],
    [{ tools: { web_search: 5, retrieval: 1 } }],
    [{ tools: { teleport: 0 } }],
  ])('there are none in %j', (more) => {
    expect(unpricedTools(more, priceOf('gpt-4o'))).toBeUndefined();
  });
});

describe('tiers', () => {
  const price = priceOf('gemini-2.5-pro-preview-03-25', {
    modelRatio: { 'gemini-2.5-pro-preview-03-25': 0.625 },
    completionRatio: { 'gemini-2.5-pro-preview-03-25': 8 },
    tiers: {
      'gemini-2.5-pro-preview-03-25': [{ min_input_tokens: 200_001, model_ratio: 1.25, completion_ratio: 6 }],
    },
  });

  test('a long conversation costs by its tier, cached input counted in', () => {
    expect(chargeFor(used({ input: 200_000, output: 100 }), price)).toBe((200_000 + 800) * 0.625);
    expect(chargeFor(used({ input: 200_001, output: 100 }), price)).toBe(Math.round((200_001 + 600) * 1.25));
    expect(chargeFor(used({ input: 100_000, cacheRead: 150_000 }), price)).toBe(250_000 * 1.25);
  });

  test.each(['audioInput', 'audioCacheRead', 'imageInput'] as const)('%s counts towards the size', (kind) => {
    // The media cost something themselves: only the price of the text beside them is compared.
    const ofText = (tokens: number) => {
      const charge = (input: number) => chargeFor(used({ input, output: 100 }, { [kind]: tokens }), price);
      return charge(100_000) - charge(0);
    };
    expect(ofText(50_000)).toBe(100_000 * 0.625);
    expect(ofText(200_001)).toBe(100_000 * 1.25);
  });

  test('the hold is that of the estimated size', () => {
    expect(holdAmount(price, 300_000, 0, 500)).toBe(375_000);
    expect(holdAmount(price, 1000, 0, 500)).toBe(625);
  });
});

test('the log row says what was priced on its own', () => {
  const price = priceOf('gpt-4o-audio-preview');
  const other = logDetailsOf({
    requestId: 'r',
    price,
    usage: used(
      { input: 1, cacheRead: 5, output: 7 },
      { audioInput: 200, audioOutput: 300, tools: { web_search: 2, teleport: 1 } },
    ),
    semantics: 'openai',
    usageSource: 'upstream',
    channels: [1],
    upstreamModel: undefined,
    firstDataMs: undefined,
    stream: undefined,
  });
  expect(other).toMatchObject({
    audio: true,
    audio_input: 200,
    audio_output: 300,
    text_input: 6,
    text_output: 7,
    audio_ratio: 40,
    audio_completion_ratio: 2,
    tool_surcharges: [{ name: 'web_search', count: 2, price: 10 }],
  });
});

test('the row of a stream has the time to its first data, also of one that sent none', () => {
  const facts = {
    requestId: 'r',
    price: priceOf('gpt-4o'),
    usage: used({ input: 1 }),
    semantics: 'openai',
    usageSource: 'estimated',
    channels: [1],
    upstreamModel: undefined,
    firstDataMs: undefined,
  } as const;
  expect(logDetailsOf({ ...facts, stream: { status: 'error', endReason: 'x' } })).toMatchObject({ frt: 0 });
  expect(logDetailsOf({ ...facts, stream: undefined }).frt).toBeUndefined();
});
