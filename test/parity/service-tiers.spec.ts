import { chargeFor, priceFor } from '../../server/billing/prices/charge/charge.js';
import {
  defaultServiceTiers,
  serviceTierRatios,
} from '../../server/billing/prices/defaults/service-tiers.js';
import { noUsage, type Usage } from '../../server/dialects/canonical/usage.js';
import { chunks, completion, frame, priceOf, provider, usageOfStream, usageOfWhole } from './book.js';

/** Charges of one million tokens at the providers' list prices, 500000 quota a USD. */
const MILLION = 1_000_000;
const usd = (quota: number) => quota / 500_000;
const price = (model: string) => priceOf(model, { serviceTiers: defaultServiceTiers });

const used = (serviceTier: string | undefined, plain: Partial<Usage>): Usage => ({
  ...noUsage(),
  ...plain,
  ...(serviceTier !== undefined && { serviceTier }),
});

test.each<[model: string, tier: string | undefined, input: number, output: number]>([
  ['gpt-4o', undefined, 2.5, 10],
  ['gpt-4o', 'priority', 4.25, 17],
  ['gpt-4o', 'flex', 2.5, 10],
  ['gpt-4o-2024-05-13', 'priority', 8.75, 26.25],
  ['gpt-4o-mini', 'priority', 0.25, 1],
  ['gpt-4.1', 'priority', 3.5, 14],
  ['gpt-4.1-nano', 'priority', 0.2, 0.8],
  ['o4-mini', 'flex', 0.55, 2.2],
  ['o4-mini', 'priority', 2, 8],
  ['gpt-5', 'flex', 0.625, 5],
  ['gpt-5', 'priority', 2.5, 20],
  ['gpt-5-mini', 'priority', 0.45, 3.6],
  ['gpt-5-mini', 'flex', 0.125, 1],
  ['gpt-4o', 'a tier of tomorrow', 2.5, 10],
  ['gpt-4o', 'constructor', 2.5, 10],
])('a million tokens of %s in tier %s cost %d in and %d out', (model, tier, input, output) => {
  expect(usd(chargeFor(used(tier, { input: MILLION }), price(model)))).toBeCloseTo(input, 6);
  expect(usd(chargeFor(used(tier, { output: MILLION }), price(model)))).toBeCloseTo(output, 6);
});

test.each([
  'amazon.nova-pro-v1:0',
  'us.amazon.nova-premier-v1:0',
  'openai.gpt-oss-120b-1:0',
  'qwen.qwen3-32b-v1:0',
])('Amazon serves %s with priority at 1.75 times the usual price, and by flex at half of it', (model) => {
  const ratios = serviceTierRatios(defaultServiceTiers, model);
  expect(Object.fromEntries(ratios)).toEqual({ priority: 1.75, flex: 0.5 });
});

test('for each tier the entry that fits the name best decides', () => {
  const table = { '*': { flex: 0.9, batch: 0.5 }, 'a*': { flex: 0.5 }, 'a-b': { flex: 0.1, priority: 3 } };
  expect(Object.fromEntries(serviceTierRatios(table, 'a-b'))).toEqual({ flex: 0.1, batch: 0.5, priority: 3 });
  expect(Object.fromEntries(serviceTierRatios(table, 'a-c'))).toEqual({ flex: 0.5, batch: 0.5 });
  expect(Object.fromEntries(serviceTierRatios(table, 'z'))).toEqual({ flex: 0.9, batch: 0.5 });
});

test('long conversations cost by both kinds of tier', () => {
  const both = priceOf('m', {
    modelRatio: { m: 1 },
    completionRatio: { m: 4 },
    tiers: { m: [{ min_input_tokens: 1000, model_ratio: 3 }] },
    serviceTiers: { m: { flex: 0.5 } },
  });
  expect(chargeFor(used('flex', { input: 100, output: 100 }), both)).toBe(250);
  expect(chargeFor(used('flex', { input: 1000, output: 100 }), both)).toBe(2100);
  expect(chargeFor(used(undefined, { input: 1000, output: 100 }), both)).toBe(4200);
  expect(priceFor(used('flex', { input: 1000 }), both)).toMatchObject({
    tierFrom: 1000,
    serviceTierRatio: 0.5,
  });
});

test('fees of tools and prices per call stay as they are', () => {
  const model = price('gpt-5');
  const searched: Usage = { ...used('flex', { input: 1000 }), more: { tools: { web_search: 1 } } };
  expect(chargeFor(searched, model)).toBe(Math.round(1000 * 0.625 * 0.5) + 5000);
  const byCall = priceOf('m', { modelPrice: { m: 0.1 }, serviceTiers: { m: { flex: 0.5 } } });
  expect(chargeFor(used('flex', { input: 10 }), byCall)).toBe(50_000);
});

describe('the tier is the one that the answer names', () => {
  const openai = provider(1);
  const tokens = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  const response = (service_tier?: string) => ({
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'm',
    output: [{ type: 'message', content: [{ type: 'output_text', text: 'hi' }] }],
    usage: { input_tokens: 100, output_tokens: 10 },
    ...(service_tier !== undefined && { service_tier }),
  });

  test.each([
    ['flex', 'flex'],
    ['priority', 'priority'],
    ['default', undefined],
    [undefined, undefined],
    [null, undefined],
    [7, undefined],
  ])('OpenAI: %p is %p', (service_tier, tier) => {
    const { chat } = openai;
    expect(usageOfWhole(chat!, { ...completion(tokens), service_tier })?.serviceTier).toBe(tier);
    const reported = chunks(tokens).map(({ name, data }) =>
      data === '[DONE]' ? frame(data) : frame({ ...(JSON.parse(data) as object), service_tier }, name),
    );
    expect(usageOfStream(chat!, reported).serviceTier).toBe(tier);
  });

  test('OpenAI: it is known from the first chunk on, for streams that break off', () => {
    const [first] = chunks(tokens);
    const opening = frame({ ...(JSON.parse(first!.data) as object), service_tier: 'priority' });
    expect(usageOfStream(openai.chat!, [opening])).toEqual({ ...noUsage(), serviceTier: 'priority' });
  });

  test('Responses, whole and streamed', () => {
    const { reader } = openai.native['openai-responses']!;
    expect(usageOfWhole(reader!, response('flex'))).toMatchObject({ input: 100, serviceTier: 'flex' });
    expect(usageOfWhole(reader!, response('default'))?.serviceTier).toBeUndefined();
    const frames = [
      frame({ type: 'response.created', response: response('priority') }, 'response.created'),
      frame({ type: 'response.completed', response: response('priority') }, 'response.completed'),
    ];
    expect(usageOfStream(reader!, frames)).toMatchObject({ input: 100, output: 10, serviceTier: 'priority' });
  });

  test.each([
    [{ service_tier: 'standard' }, undefined],
    [{ service_tier: 'priority' }, 'priority'],
    [{ service_tier: 'batch' }, 'batch'],
    [{ service_tier: 'standard', speed: 'standard' }, undefined],
    [{ service_tier: 'standard', speed: 'fast' }, 'fast'],
  ])('Anthropic: %p is %p', (reported, tier) => {
    const { chat } = provider(14);
    const usage = { input_tokens: 100, output_tokens: 10, ...reported };
    const message = { id: 'a', type: 'message', model: 'm', content: [{ type: 'text', text: 'hi' }], usage };
    expect(usageOfWhole(chat!, message)?.serviceTier).toBe(tier);
    const frames = [
      frame({ type: 'message_start', message: { ...message, content: [] } }, 'message_start'),
      frame({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 10 } }),
      frame({ type: 'message_stop' }),
    ];
    expect(usageOfStream(chat!, frames)).toMatchObject({ input: 100, output: 10 });
    expect(usageOfStream(chat!, frames).serviceTier).toBe(tier);
  });
});
