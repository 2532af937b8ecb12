import { exactly, hasParts, OwnPrices } from './own-prices.js';
import { undoOf } from './undo.js';

const of = (tables: Record<string, unknown>) =>
  OwnPrices.of(new Map(Object.entries(tables).map(([key, table]) => [key, JSON.stringify(table)])));
const NO_DEFAULTS = () => '{}';

test('the price of a model is what the options have under its name, and nothing of inherited properties', () => {
  const prices = of({ ModelRatio: { a: 0, b: 1 }, CompletionRatio: { a: 4 }, ModelPrice: { b: 0.1 } });
  expect(prices.get('a')).toEqual({ ModelRatio: 0, CompletionRatio: 4 });
  expect(prices.get('b')).toEqual({ ModelPrice: 0.1, ModelRatio: 1 });
  expect(prices.get('constructor')).toEqual({});
  expect(prices.get('__proto__')).toEqual({});
});

test('a model is changed where one of its parts is, with its whole price before and after', () => {
  const before = of({
    ModelRatio: { same: 1, raised: 1, gone: 2 },
    ModelTiers: { tiers: [{ model_ratio: 1 }] },
  });
  const after = of({
    ModelRatio: { same: 1, raised: 2 },
    CompletionRatio: { raised: 4, added: 3 },
    ModelTiers: { tiers: [{ model_ratio: 2 }] },
  });
  expect(before.changedIn(after)).toEqual([
    { model: 'added', before: {}, after: { CompletionRatio: 3 } },
    { model: 'gone', before: { ModelRatio: 2 }, after: {} },
    { model: 'raised', before: { ModelRatio: 1 }, after: { ModelRatio: 2, CompletionRatio: 4 } },
    {
      model: 'tiers',
      before: { ModelTiers: [{ model_ratio: 1 }] },
      after: { ModelTiers: [{ model_ratio: 2 }] },
    },
  ]);
});

test('only options that differ are written; null removes a part, and absent parts and other models stay', () => {
  const prices = of({ ModelRatio: { a: 1, b: 2 }, CompletionRatio: { a: 4 }, CacheRatio: { a: 0.1 } });
  const texts = prices.textsWith(
    [{ model: 'a', price: { ModelRatio: null, CompletionRatio: 4, ModelPrice: 0 } }],
    NO_DEFAULTS,
  );
  expect(Object.fromEntries([...texts].map(([key, text]) => [key, JSON.parse(text) as unknown]))).toEqual({
    ModelPrice: { a: 0 },
    ModelRatio: { b: 2 },
  });
});

test('a table that has the entries of the default again becomes the default, whatever their order', () => {
  const prices = of({ ModelRatio: { b: 2, a: 1, own: 3 } });
  const texts = prices.textsWith([{ model: 'own', price: { ModelRatio: null } }], (part) =>
    part === 'ModelRatio' ? '{"a":1,"b":2}' : '{}',
  );
  expect(texts).toEqual(new Map([['ModelRatio', '{"a":1,"b":2}']]));
});

test('the earlier price is restored exactly, also where there was none', () => {
  const before = of({ ModelRatio: { a: 1.25, 'a-2': 1 }, CacheRatio: { a: 0 } });
  const after = of({ ModelPrice: { a: 0.5, new: 1 }, ModelRatio: { 'a-2': 1 }, AudioRatio: { a: 2 } });
  const edits = before.changedIn(after).map((change) => exactly(change.model, change.before));
  expect(OwnPrices.of(after.textsWith(edits, NO_DEFAULTS)).get('a')).toEqual(before.get('a'));
  expect(OwnPrices.of(after.textsWith(edits, NO_DEFAULTS)).get('new')).toEqual({});
});

test('parts are compared as displayed: null is a part that is not set, absent ones are not compared', () => {
  const price = { ModelRatio: 1, CacheRatio: 0.1 };
  expect(hasParts(price, { ModelRatio: 1, ModelPrice: null })).toBe(true);
  expect(hasParts(price, { ModelRatio: 1, CacheRatio: null })).toBe(false);
  expect(hasParts(price, { ModelRatio: 2 })).toBe(false);
});

describe('an undo', () => {
  const change = (model: string, before: object, after: object) => ({
    model,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  });
  const raised = change('raised', { ModelRatio: 1 }, { ModelRatio: 2 });
  const added = change('added', {}, { ModelRatio: 5 });

  test('takes back all changes whose price is still theirs', () => {
    const current = of({ ModelRatio: { raised: 2, added: 5 } });
    expect(undoOf([raised, added], current)).toEqual({ left: [raised, added], changed: [] });
  });

  test('leaves out those that were taken back already', () => {
    const current = of({ ModelRatio: { raised: 1, added: 5 } });
    expect(undoOf([raised, added], current)).toEqual({ left: [added], changed: [] });
  });

  test('is refused where a price has been changed again, or nothing is left', () => {
    expect(undoOf([raised, added], of({ ModelRatio: { raised: 3, added: 5 } })).changed).toEqual(['raised']);
    expect(
      undoOf([raised, added], of({ ModelRatio: { raised: 2, added: 5 }, CacheRatio: { raised: 0.1 } }))
        .changed,
    ).toEqual(['raised']);
    expect(undoOf([raised], of({ ModelRatio: { raised: 1 } })).changed).toEqual(['raised']);
  });
});
