import fc from 'fast-check';
import type { UsageSemantics } from '../../contract/resources/logs/log-terms.js';
import type { ReceiptResponse } from '../../contract/resources/logs/receipt.js';
import { receiptOf } from './receipt.js';
import { chargeFor, priceFor } from '../prices/charge/charge.js';
import { logDetailsOf, loggedTokens } from '../prices/logged/request-log-details.js';
import { priceByCall, priceByToken, type Price } from '../prices/price.js';
import type { ChargedUsage } from '../prices/charge/usage.js';

const row = {
  id: 1,
  user_id: 1,
  created_at: 1_800_000_000,
  type: 2,
  content: '',
  username: 'alice',
  token_name: 'one',
  model_name: 'm',
  quota: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  use_time: 0,
  is_stream: false,
  channel: 3,
  channel_name: '',
  token_id: 1,
  group: 'default',
  other: '',
  request_id: 'r',
};

/** Computes the receipt of a request with this usage and price through a log row. */
function receiptFor(usage: ChargedUsage, price: Price, semantics: UsageSemantics): ReceiptResponse {
  const other = logDetailsOf({
    requestId: 'r',
    price: priceFor(usage, price),
    usage,
    semantics,
    usageSource: 'upstream',
    channels: [3],
    upstreamModel: undefined,
    firstDataMs: undefined,
    stream: undefined,
    held: 700,
  });
  const { promptTokens, completionTokens } = loggedTokens(usage, semantics);
  return receiptOf({
    ...row,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    quota: chargeFor(usage, price),
    other: JSON.stringify(other),
  });
}

const priceOfRatio = (modelRatio: number): Price =>
  priceByToken({
    model: 'm',
    source: 'tables',
    modelRatio,
    completionRatio: 4,
    cacheRatio: 0.5,
    creationRatio: 1.25,
    creationRatio1h: 2,
    groupRatio: 1,
    toolPrices: { web_search: 10 },
    quotaPerUnit: 500_000,
  });

describe('a charge is worked out from its row alone', () => {
  const tokens = fc.nat(300_000);
  const ratio = fc.nat(40_000).map((thousandths) => thousandths / 1000);
  const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const more = fc
    .record({
      audioInput: some(tokens),
      audioOutput: some(tokens),
      audioCacheRead: some(tokens),
      imageInput: some(tokens),
      imageOutput: some(tokens),
      images: some(fc.integer({ min: 1, max: 10 })),
      calls: some(fc.nat(40).map((quarters) => quarters / 4)),
      search: some(fc.integer({ min: 1, max: 20 })),
    })
    .map(({ search, ...rest }) => ({
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
      ...(search && { tools: { web_search: search } }),
    }));
  const usages = fc
    .record({
      input: tokens,
      cacheRead: tokens,
      cacheWrite5m: tokens,
      cacheWrite1h: tokens,
      output: tokens,
      reasoning: tokens,
      more: some(more),
    })
    // An empty member leaves no trace in the row, and no provider adapter creates one.
    .map(({ more: parts, ...plain }) =>
      parts && Object.keys(parts).length > 0 ? { ...plain, more: parts } : plain,
    );
  const terms = fc.record({
    modelRatio: ratio,
    completionRatio: ratio,
    cacheRatio: ratio,
    creationRatio: ratio,
    creationRatio1h: ratio,
    groupRatio: ratio,
    media: fc.record({
      audioInput: ratio,
      audioCompletion: ratio,
      audioCache: some(ratio),
      imageInput: ratio,
      imageOutput: ratio,
    }),
  });
  const tierOfService = fc.constantFrom(undefined, undefined, 'flex', 'priority');
  const sold = { toolPrices: { web_search: 10 }, quotaPerUnit: 400_000 };
  const base = terms.map((ratios) => ({ model: 'm', source: 'tables' as const, ...ratios, ...sold }));
  const byToken = fc.tuple(base, some(base), some(base)).map(([standard, long, flex]) =>
    priceByToken({
      ...standard,
      ...(flex && {
        serviceTiers: new Map([['flex', priceByToken({ ...flex, serviceTierRatio: 0.5 })]]),
      }),
      ...(long && { tiers: [{ from: 200_000, price: priceByToken({ ...long, tierFrom: 200_000 }) }] }),
    }),
  );
  const byCall = fc
    .tuple(ratio, ratio)
    .map(([usd, group]): Price => ({ ...priceByCall('m', usd, group, 400_000), ...sold }));

  test('whatever was used, and however it was sold', () => {
    fc.assert(
      fc.property(
        fc
          .tuple(usages, tierOfService)
          .map(([usage, serviceTier]) => (serviceTier === undefined ? usage : { ...usage, serviceTier })),
        fc.oneof(byToken, byCall),
        fc.constantFrom('openai' as const, 'anthropic' as const),
        (usage, price, semantics) => {
          const receipt = receiptFor(usage, price, semantics);
          expect(receipt).toMatchObject({ agrees: true, held: 700, returned: 700 - receipt.charged });
          const sum = receipt.lines.reduce((all, { quota }) => all + quota, 0);
          // Lines are doubles, and a nonzero charge is at least 1.
          expect(Math.abs(Math.max(sum, receipt.charged > 0 ? 1 : 0) - receipt.charged)).toBeLessThan(
            0.5 + receipt.charged * 1e-9 + 1e-6,
          );
        },
      ),
    );
  });

  test('at another service tier, which the receipt names', () => {
    const usage = { input: 10, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 1, reasoning: 0 };
    const served = (serviceTier?: string) => {
      const price = priceOfRatio(1);
      const flex = priceByToken({ ...priceOfRatio(0.5), serviceTierRatio: 0.5 });
      const sold = priceByToken({ ...price, serviceTiers: new Map([['flex', flex]]) });
      return receiptFor({ ...usage, serviceTier }, sold, 'openai');
    };
    const [usual, half, unknown] = [served(), served('flex'), served('turbo')];
    expect(usual).toMatchObject({
      charged: 14,
      agrees: true,
      price: { service_tier: '', service_tier_ratio: 1 },
    });
    expect(half).toMatchObject({
      charged: 7,
      agrees: true,
      price: { model_ratio: 0.5, service_tier: 'flex', service_tier_ratio: 0.5 },
    });
    expect(unknown).toMatchObject({
      charged: 14,
      agrees: true,
      price: { service_tier: 'turbo', service_tier_ratio: 1 },
    });
    expect(half.price!.version).not.toBe(usual.price!.version);
  });

  test('of a free model, provider tools cost nothing either', () => {
    const free = priceOfRatio(0);
    const usage = { input: 5, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 1, reasoning: 0 };
    const receipt = receiptFor({ ...usage, more: { tools: { web_search: 1 } } }, free, 'openai');
    expect(receipt).toMatchObject({ charged: 0, agrees: true });
    expect(receipt.lines.map(({ quota }) => quota)).toEqual([0, 0, 0]);
  });

  test('a price has one version, another price another', () => {
    const price = (cacheRatio: number) =>
      priceByToken({
        model: 'm',
        source: 'tables',
        modelRatio: 1,
        completionRatio: 4,
        cacheRatio,
        creationRatio: 1.25,
        creationRatio1h: 2,
        groupRatio: 1,
      });
    const plain = { cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0 };
    const version = (usage: ChargedUsage, cacheRatio: number) =>
      receiptFor(usage, price(cacheRatio), 'openai').price!.version;
    const first = version({ ...plain, input: 10, output: 1 }, 0.5);
    expect(version({ ...plain, input: 99, output: 7 }, 0.5)).toBe(first);
    expect(version({ ...plain, input: 10, output: 1 }, 0.1)).not.toBe(first);
  });

  test.each([
    ['{}', ''],
    ['{"stream_status":{"status":"error","end_reason":"timeout"}}', 'timeout'],
    ['{"end_reason":"eof"}', 'eof'],
  ])('a row that says %p has the end reason %p', (other, endReason) => {
    expect(receiptOf({ ...row, other }).end_reason).toBe(endReason);
  });

  test.each(['', 'no JSON', '[]', 'null', '{}', '{"model_ratio":"1"}', '{"admin_info":7,"held":"much"}'])(
    'a row that says %p has a receipt without a price',
    (other) => {
      expect(receiptOf({ ...row, quota: 5, other })).toMatchObject({
        price: null,
        lines: [],
        charged: 5,
        held: null,
        recomputed: null,
        agrees: null,
        attempts: [],
      });
    },
  );
});
