import fc from 'fast-check';
import type { LogResponse } from '../../contract/resources/logs/log.js';
import type { ReceiptResponse } from '../../contract/resources/logs/receipt.js';
import { receiptOf } from './receipt.js';
import { seededRuns } from '../../../test/setup/properties.js';

const other = {
  model_ratio: 1.25,
  completion_ratio: 4,
  group_ratio: 1,
  model_price: -1,
  cache_tokens: 200,
  cache_ratio: 0.5,
};

const row: LogResponse = {
  id: 1,
  user_id: 1,
  created_at: 1_800_000_000,
  type: 2,
  content: '',
  username: 'alice',
  token_name: 'one',
  model_name: 'm',
  quota: 0,
  prompt_tokens: 1000,
  completion_tokens: 500,
  use_time: 0,
  is_stream: false,
  channel: 3,
  channel_name: '',
  token_id: 1,
  group: 'default',
  other: '',
  request_id: 'r',
};

/** The receipt of a row with these facts on top of the usual ones. */
function receiptWith(facts: object, columns: Partial<LogResponse> = {}): ReceiptResponse {
  return receiptOf({ ...row, ...columns, other: JSON.stringify({ ...other, ...facts }) });
}

/** Name, tokens, factors. */
function shapeOf({ lines }: ReceiptResponse) {
  return lines.map(({ name, tokens, factors }) => [name, tokens, ...factors]);
}

describe('the lines of a receipt', () => {
  test('have the characters of a text whose output is free', () => {
    const receipt = receiptWith({ cache_tokens: 0, usage_unit: 'characters' }, { quota: 1250 });
    expect(receipt).toMatchObject({ recomputed: 1250, agrees: true });
    expect(shapeOf(receipt)).toEqual([['characters', 1000]]);
  });

  test('have the paid options of a request', () => {
    const receipt = receiptWith(
      { cache_tokens: 0, extras: { speakers: 0.4 } },
      { quota: 1750, completion_tokens: 0 },
    );
    expect(receipt).toMatchObject({ recomputed: 1750, agrees: true });
    expect(shapeOf(receipt)).toEqual([
      ['input', 1000],
      ['speakers', 1000, 0.4],
    ]);
  });

  test('add up to the price of the row, with cached input at its own ratio', () => {
    const receipt = receiptWith({}, { quota: 3625 });
    expect(receipt.total_usd).toBeCloseTo(0.00725, 9);
    expect(receipt).toMatchObject({ recomputed: 3625, agrees: true });
    expect(shapeOf(receipt)).toEqual([
      ['input', 800],
      ['cache_read', 200, 0.5],
      ['output', 500, 4],
    ]);
    expect(receipt.lines.map(({ usd_per_million: price }) => price)).toEqual([2.5, 1.25, 10]);
    expect(receipt.lines.map(({ amount_usd: amount }) => amount)).toEqual([
      expect.closeTo(0.002, 9),
      expect.closeTo(0.00025, 9),
      expect.closeTo(0.005, 9),
    ]);
  });

  test('are without the group ratio, which multiplies the total', () => {
    const half = receiptWith({ group_ratio: 0.5 });
    expect(half.total_usd).toBeCloseTo(0.003625, 9);
    expect(half.lines[0]!.amount_usd).toBeCloseTo(0.002, 9);
    expect(half.price).toMatchObject({ group_ratio: 0.5, user_group_ratio: null });
    const own = receiptWith({ group_ratio: 0.5, user_group_ratio: 0.5 });
    expect(own.total_usd).toBeCloseTo(0.003625, 9);
    expect(own.price).toMatchObject({ group_ratio: 0.5, user_group_ratio: 0.5 });
  });

  test('of a price per call have no tokens', () => {
    const once = receiptWith({ model_price: 0.04, group_ratio: 2 });
    expect(once.lines).toEqual([
      {
        name: 'call',
        kind: 'calls',
        count: 1,
        tokens: null,
        ratio: null,
        factors: [],
        usd: 0.04,
        usd_per_million: null,
        amount_usd: 0.04,
        quota: 40_000,
      },
    ]);
    expect(once.total_usd).toBe(0.08);
    expect(receiptWith({ model_price: 0.04, calls: 3 }).total_usd).toBeCloseTo(0.12, 9);
  });

  test('separate audio and cached audio from text', () => {
    const receipt = receiptWith({
      audio: true,
      usage_semantic: 'openai',
      audio_input: 300,
      audio_output: 100,
      audio_ratio: 8,
      audio_completion_ratio: 2,
      audio_cache_tokens: 100,
      audio_cache_ratio: 0.4,
    });
    expect(shapeOf(receipt)).toEqual([
      ['input', 400],
      ['cache_read', 200, 0.5],
      ['output', 400, 4],
      ['audio_input', 300, 8],
      ['audio_cache_read', 100, 0.4],
      ['audio_output', 100, 8, 2],
    ]);
    // 2.5 USD per million × (400 + 100 + 1600 + 2400 + 40 + 1600) tokens' worth of input.
    expect(receipt.total_usd).toBeCloseTo(0.01535, 9);
  });

  test('have images at their own ratios', () => {
    const images = receiptWith({
      image: true,
      usage_semantic: 'openai',
      image_input: 300,
      image_output: 200,
      image_ratio: 2,
      image_completion_ratio: 8,
    });
    expect(shapeOf(images)).toEqual([
      ['input', 500],
      ['cache_read', 200, 0.5],
      ['output', 300, 4],
      ['image_input', 300, 2],
      ['image_output', 200, 8],
    ]);
  });

  test('charge calls without reported tokens as 1250 tokens each', () => {
    const none = { prompt_tokens: 0, completion_tokens: 0 };
    expect(receiptWith({ cache_tokens: 0, calls: 2 }, none).lines).toMatchObject([
      { name: 'call', kind: 'calls', count: 2, tokens: 2500, usd_per_million: 2.5 },
    ]);
  });

  test('count images priced by the piece once, also where no image tokens are recorded as 0', () => {
    const piece = receiptWith({ image: true, images: 2, image_output: 0, cache_tokens: 0 });
    expect(shapeOf(piece)).toEqual([
      ['input', 998],
      ['output', 500, 4],
    ]);
  });

  test('of a free model show provider tools at no cost', () => {
    const tools = [{ name: 'web_search', count: 2, price: 10 }];
    const free = receiptWith({ model_ratio: 0, tool_surcharges: tools });
    expect(free).toMatchObject({ total_usd: 0, recomputed: 0, agrees: true });
    expect(free.lines.at(-1)).toMatchObject({ name: 'web_search', count: 2, amount_usd: 0, quota: 0 });
    const paid = receiptWith({ tool_surcharges: tools });
    expect(paid.lines.at(-1)).toMatchObject({ name: 'web_search', usd: 0.01, amount_usd: 0.02 });
    expect(paid.total_usd).toBeCloseTo(0.02725, 9);
  });

  test('include further model calls at what was charged for them', () => {
    const steps = [
      { kind: 'summary', model: 'small', input_tokens: 90, output_tokens: 10, quota: 50 },
      { kind: 'summary', input_tokens: 1, output_tokens: 0, quota: 0 },
    ];
    const receipt = receiptWith({ group_ratio: 0.5, steps }, { quota: 1863 });
    expect(receipt).toMatchObject({ recomputed: 1863, agrees: true });
    expect(receipt.lines.at(-2)).toMatchObject({
      name: 'summary (small)',
      kind: 'step',
      count: 100,
      tokens: null,
      amount_usd: 0.0001,
      quota: 50,
    });
    expect(receipt.total_usd).toBeCloseTo(0.003625 + 0.0001, 9);
  });

  describe('of a row of another gateway', () => {
    test('use the documented defaults for missing ratios', () => {
      const { price, ...receipt } = receiptOf({
        ...row,
        other: '{"model_ratio":1,"cache_tokens":400,"cache_write_tokens":100}',
      });
      expect(price).toMatchObject({ model_price: -1, completion_ratio: 0, group_ratio: 1 });
      expect(shapeOf(receipt as ReceiptResponse)).toEqual([
        ['input', 500],
        ['cache_read', 400, 1],
        ['cache_write_5m', 100, 1],
        ['output', 500, 0],
      ]);
      expect(receipt.total_usd).toBeCloseTo(0.002, 9);
    });

    test('have five-minute cache writes at their own ratio', () => {
      const receipt = receiptWith({
        claude: true,
        cache_creation_tokens: 300,
        cache_creation_ratio: 1.25,
        cache_creation_tokens_5m: 100,
        cache_creation_ratio_5m: 1.5,
        cache_creation_tokens_1h: 200,
        cache_creation_ratio_1h: 2,
      });
      expect(shapeOf(receipt)).toEqual([
        ['input', 1000],
        ['cache_read', 200, 0.5],
        ['cache_write_5m', 100, 1.5],
        ['cache_write_1h', 200, 2],
        ['output', 500, 4],
      ]);
    });

    test.each(['', 'no JSON', '{}', '{"group_ratio":2,"completion_ratio":4}', '{"model_price":-1}'])(
      'are missing when it has no price: %p',
      (text) => {
        expect(receiptOf({ ...row, quota: 5, other: text })).toMatchObject({
          price: null,
          lines: [],
          total_usd: null,
          charged: 5,
        });
      },
    );
  });

  test('sum to the charge, in quota and in USD', () => {
    const count = fc.oneof(fc.constant(0), fc.nat(300_000));
    const ratio = fc.oneof(
      fc.constant(0),
      fc.nat(40_000).map((thousandths) => thousandths / 1000),
    );
    const tool = fc.record({
      name: fc.constantFrom('web_search', 'file_search'),
      count: fc.nat(5),
      price: fc.constantFrom(0, 2.5, 10),
    });
    const facts = fc.record(
      {
        model_ratio: ratio,
        completion_ratio: ratio,
        group_ratio: ratio,
        model_price: fc.oneof({ weight: 4, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: ratio }),
        cache_tokens: count,
        cache_ratio: ratio,
        cache_creation_tokens: count,
        cache_creation_ratio: ratio,
        reasoning_tokens: count,
        audio: fc.constant(true),
        audio_input: count,
        audio_output: count,
        audio_ratio: ratio,
        audio_completion_ratio: ratio,
        audio_cache_tokens: count,
        audio_cache_ratio: ratio,
        image_input: count,
        image_output: count,
        image_ratio: ratio,
        image_completion_ratio: ratio,
        images: fc.nat(10),
        calls: fc.nat(40).map((quarters) => quarters / 4),
        tool_surcharges: fc.uniqueArray(tool, { selector: ({ name }) => name }),
        usage_semantic: fc.constantFrom('openai', 'anthropic'),
      },
      { requiredKeys: ['model_ratio'] },
    );
    const columns = fc.record({ prompt_tokens: count, completion_tokens: count });
    fc.assert(
      fc.property(facts, columns, (details, tokens) => {
        const receipt = receiptOf({ ...row, ...tokens, other: JSON.stringify(details) });
        const charged = receipt.recomputed!;
        const quota = receipt.lines.reduce((sum, line) => sum + line.quota, 0);
        // Lines are doubles; the charge is exact, rounded once, and at least 1 if anything was used at a price.
        const slack = 0.5 + charged * 1e-9 + 1e-6;
        const least = charged === 1 ? 1 : 0;
        expect(Math.abs(Math.max(quota, least) - charged)).toBeLessThan(slack);
        expect(Math.abs(Math.max(receipt.total_usd! * 500_000, least) - charged)).toBeLessThan(slack);
      }),
      seededRuns(300),
    );
  });
});
