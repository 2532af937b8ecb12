import { ApiError } from '../../contract/errors/api-error.js';
import { defaultTables } from './defaults/default-tables.js';
import { compilePriceBook, type PriceTables } from './price-book.js';

const tables: PriceTables = { ...defaultTables, groupRatio: { default: 1, vip: 1 }, quotaPerUnit: 500_000 };
const buyer = { selfUse: false, acceptUnset: false };

function priced(model: string, change: Partial<PriceTables> = {}, group = 'default') {
  return compilePriceBook({ ...tables, ...change }).price(model, group, buyer);
}

describe('which price a model has', () => {
  test('a fixed price wins over ratios', () => {
    const price = priced('gpt-4o', { modelPrice: { 'gpt-4o': 0.02 } });
    expect(price).toMatchObject({ modelPrice: 0.02, modelRatio: 0, source: 'tables', free: false });
  });

  test('a fixed price of 0 is a price', () => {
    expect(priced('mj_inpaint')).toMatchObject({ modelPrice: 0, free: true });
  });

  test.each(['mj_imagine', 'mj_edits', 'swap_face'])(
    'the drawing %s without a price costs 0.1 USD',
    (model) => {
      const price = priced(model, { modelPrice: {}, groupRatio: { default: 2 } });
      expect(price).toMatchObject({ modelPrice: 0.1, groupRatio: 2, free: false, source: 'tables' });
    },
  );

  test.each(['suno_music', 'mj', 'mj_', 'my_mj_imagine', 'kling-v1'])('%s is no drawing', (model) => {
    expect(() => priced(model, { modelPrice: {} })).toThrow(ApiError);
  });

  test('a model of the built-in tables has its ratios', () => {
    expect(priced('gpt-4o')).toMatchObject({
      modelPrice: -1,
      modelRatio: 1.25,
      completionRatio: 4,
      cacheRatio: 0.5,
      source: 'tables',
    });
    expect(priced('claude-3-7-sonnet-20250219')).toMatchObject({
      modelRatio: 1.5,
      completionRatio: 5,
      cacheRatio: 0.1,
      creationRatio: 1.25,
      creationRatio1h: 2,
    });
  });

  test('custom models of one family share an entry', () => {
    expect(priced('gpt-4-gizmo-g-abc')).toMatchObject({ model: 'gpt-4-gizmo-*', modelPrice: 0.1 });
    expect(priced('gpt-4o-gizmo-g-abc')).toMatchObject({
      model: 'gpt-4o-gizmo-*',
      modelRatio: 2.5,
      completionRatio: 3,
    });
  });

  test('what no operator set and the public list has is marked', () => {
    const model = 'openai/gpt-4.1';
    expect(priced(model).listed).toEqual(['model_ratio', 'completion_ratio', 'cache_ratio']);
    const ratio = { modelRatio: { [model]: 2 } };
    expect(priced(model, ratio)).toMatchObject({
      source: 'tables',
      modelRatio: 2,
      completionRatio: 4,
      listed: ['completion_ratio', 'cache_ratio'],
    });
    const all = { ...ratio, completionRatio: { [model]: 3 }, cacheRatio: { [model]: 1 } };
    expect(priced(model, all).listed).toBeUndefined();
    expect(priced('gpt-4o').listed).toBeUndefined();
  });

  test('without the public list, such models have no price, and ratios follow the default rules', () => {
    const model = 'openai/gpt-4.1';
    expect(() => priced(model, { publicList: false })).toThrow(ApiError);
    const price = priced(model, { publicList: false, modelRatio: { [model]: 2 } });
    expect(price).toMatchObject({ modelRatio: 2, completionRatio: 1, cacheRatio: 1 });
    expect(price.listed).toBeUndefined();
  });

  test('a model the tables lack is priced by the public list', () => {
    expect(priced('gpt-5')).toMatchObject({
      source: 'list',
      modelRatio: 0.625,
      completionRatio: 8,
      cacheRatio: 0.1,
    });
    expect(priced('claude-opus-4-5')).toMatchObject({
      source: 'list',
      modelRatio: 2.5,
      completionRatio: 5,
      cacheRatio: 0.1,
      creationRatio: 1.25,
      creationRatio1h: 2,
    });
  });

  test('a model taken out of the tables is no longer sold, listed or not', () => {
    expect(() => priced('gpt-4o', { modelRatio: {} })).toThrow(ApiError);
  });

  test("the operator's ratios win over the list's, one by one", () => {
    const price = priced('gpt-5', { modelRatio: { 'gpt-5': 3 }, cacheRatio: { 'gpt-5': 0.3 } });
    expect(price).toMatchObject({ source: 'tables', modelRatio: 3, cacheRatio: 0.3, completionRatio: 8 });
  });

  test("the operator's completion ratio wins over a rule that is locked", () => {
    expect(priced('gpt-4o', { completionRatio: { 'gpt-4o': 7 } }).completionRatio).toBe(7);
    expect(priced('gpt-4o').completionRatio).toBe(4);
  });

  test('an unset cache ratio is 1, writes cost 1.25, or 2 for an hour', () => {
    expect(priced('grok-2')).toMatchObject({ cacheRatio: 1, creationRatio: 1.25, creationRatio1h: 2 });
  });

  test('an hour of a cache write costs what the public list says, not 1.6 times that of five minutes', () => {
    // 0.5 and 0.3 USD per million tokens, 0.25 for input: 1.6 × 1.2 would be 1.92.
    const listed = { source: 'list', creationRatio: 1.2, creationRatio1h: 2 };
    expect(priced('claude-3-haiku')).toMatchObject(listed);
    const own = { cacheCreationRatio: { 'claude-3-haiku': 1.5 } };
    expect(priced('claude-3-haiku', own)).toMatchObject({ creationRatio: 1.5, creationRatio1h: 2.4 });
  });

  test('a drawing with a ratio is charged by tokens', () => {
    const ratio = { modelPrice: {}, modelRatio: { mj_imagine: 2 } };
    expect(priced('mj_imagine', ratio)).toMatchObject({ modelPrice: -1, modelRatio: 2 });
  });

  test('options of a task are multiples of its price', () => {
    // 0.11 / 0.05 USD
    const prices = { video: 0.05, 'video/size/1080p': 0.11, plain: 0.05 };
    expect(priced('video', { modelPrice: prices }).taskFactors).toEqual({
      perCall: false,
      ratios: new Map([['size/1080p', 2.2]]),
    });
    expect(priced('plain', { modelPrice: prices })).not.toHaveProperty('taskFactors');
  });

  test('a name that is a property of every object is not in any table', () => {
    expect(() => priced('constructor')).toThrow(ApiError);
  });
});

describe('a model without a price', () => {
  const book = compilePriceBook(tables);

  test('is rejected, and administrators are asked to set it', () => {
    expect(() => book.price('unknown-model', 'default', buyer)).toThrow(
      '模型 unknown-model 倍率或价格未配置, 请联系管理员设置',
    );
    expect(() => book.price('unknown-model', 'default', { ...buyer, admin: true })).toThrow(
      '模型 unknown-model 倍率或价格未配置，请设置或开始自用模式',
    );
  });

  test('costs ratio 37.5 in self-use mode or when the user accepts it', () => {
    const unset = { source: 'unset', modelRatio: 37.5, completionRatio: 1 };
    expect(book.price('unknown-model', 'default', { ...buyer, selfUse: true })).toMatchObject(unset);
    expect(book.price('unknown-model', 'default', { ...buyer, acceptUnset: true })).toMatchObject(unset);
    expect(() => book.price('unknown-model', 'default', buyer)).toThrow(ApiError);
  });
});

test('parts of a price that are set nowhere are named, where the provider does not fix them', () => {
  const own = { modelRatio: { ...tables.modelRatio, mine: 1 } };
  expect(priced('mine', own).defaulted).toEqual(['completion_ratio', 'cache_ratio', 'cache_creation_ratio']);
  const more = { ...own, completionRatio: { mine: 1 }, cacheRatio: { mine: 1 } };
  expect(priced('mine', more).defaulted).toEqual(['cache_creation_ratio']);
  expect(priced('gpt-4o').defaulted).not.toContain('completion_ratio');
  const all = { ...more, cacheCreationRatio: { mine: 1 } };
  expect(priced('mine', all)).not.toHaveProperty('defaulted');
});

test('parts that the public list has are no defaults', () => {
  // The list has all prices of Claude, and for GPT none of cache writes.
  expect(priced('claude-opus-4-5')).not.toHaveProperty('defaulted');
  expect(priced('gpt-5').defaulted).toEqual(['cache_creation_ratio']);
});

test('a name is set if it has a price or a ratio of an operator', () => {
  const book = compilePriceBook({ ...tables, modelPrice: { call: 0 }, modelRatio: { token: 0 } });
  expect(['call', 'token', 'gpt-5', 'constructor'].map((name) => book.sets(name))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe('groups', () => {
  test.each(['nowhere', 'constructor', ''])('a group without a ratio has no price: %j', (group) => {
    const refused = expect.objectContaining({ code: 'group_retired', params: { group } });
    expect(() => compilePriceBook(tables).price('gpt-4o', group, buyer)).toThrow(refused);
  });

  test("a ratio of the buyer's own group replaces that of the group, for tokens and calls, tiers included", () => {
    const book = compilePriceBook({
      ...tables,
      groupRatio: { default: 1, vip: 2 },
      groupGroupRatio: { staff: { vip: 0.5 }, empty: {} },
      tiers: { 'gpt-4o': [{ min_input_tokens: 1000, model_ratio: 5 }] },
    });
    const of = (model: string, group?: string, using = 'vip') =>
      book.price(model, using, { ...buyer, ...(group !== undefined && { group }) });
    const special = { groupRatio: 0.5, userGroupRatio: 0.5 };
    expect(of('gpt-4o', 'staff')).toMatchObject({ ...special, tiers: [{ price: special }] });
    expect(of('dall-e-3', 'staff')).toMatchObject(special);
    for (const usual of [of('gpt-4o'), of('gpt-4o', 'empty'), of('gpt-4o', 'constructor')]) {
      expect(usual.groupRatio).toBe(2);
      expect(usual).not.toHaveProperty('userGroupRatio');
    }
    expect(of('gpt-4o', 'staff', 'default').groupRatio).toBe(1);
  });

  test("no name of a model reaches the price of another's group", () => {
    const book = compilePriceBook({ ...tables, groupGroupRatio: { staff: { vip: 0.5 } } });
    const kind = { ...buyer, acceptUnset: true };
    expect(book.price('gpt-4o', 'vip', { ...kind, group: 'staff' }).groupRatio).toBe(0.5);
    for (const name of ['0.5\ngpt-4o', 'vip\ngpt-4o', '\n0.5\ngpt-4o'])
      expect(book.price(name, 'vip', { ...kind, group: 'default' }).groupRatio).toBe(1);
    for (const name of ['0.5\ngpt-4o', 'vip\ngpt-4o']) {
      const listed = book.price(name, undefined, kind);
      expect(listed).toMatchObject({ model: name, groupRatio: 1 });
    }
    expect(book.price('gpt-4', 'vip', { ...kind, group: 'staff' }).model).toBe('gpt-4');
  });

  test('a price list without a group has no ratio of one', () => {
    const book = compilePriceBook({
      ...tables,
      groupRatio: { default: 2, undefined: 3 },
      groupGroupRatio: { staff: { undefined: 4 }, undefined: { default: 5 } },
    });
    expect(book.price('gpt-4o', undefined, { ...buyer, group: 'staff' }).groupRatio).toBe(1);
    expect(book.price('gpt-4o', 'default', buyer).groupRatio).toBe(2);
  });

  test('a group with ratio 0 is free', () => {
    expect(priced('gpt-4o', { groupRatio: { staff: 0 } }, 'staff').free).toBe(true);
  });
});

test('a price is computed once per model and group', () => {
  const book = compilePriceBook(tables);
  expect(book.price('gpt-4o', 'vip', buyer)).toBe(book.price('gpt-4o', 'vip', buyer));
});

test('no model of the built-in tables costs less than nothing or is unreadable', () => {
  for (const model of Object.keys(defaultTables.modelRatio))
    expect(priced(model).rates.exact.denominator).toBeGreaterThan(0n);
});
