import {
  listing,
  ASSUMED,
  CERTAIN,
  NO_VIDEOS,
  NOT_SERVED,
  type Listing,
} from '../../../test/billing/prices/listing.js';
import { Role } from '../../contract/enums.js';

const one = { 1: [NO_VIDEOS] } as const;

describe('a row of the list', () => {
  test('of a model priced per token: ratio 1 is 2 USD per million', async () => {
    const { list } = await listing({
      models: { m: [1] },
      channels: one,
      values: {
        ModelRatio: { m: 2.5 },
        CompletionRatio: { m: 4 },
        CacheRatio: { m: 0.1 },
        CreateCacheRatio: { m: 1.25 },
      },
    });
    expect(await list.rows()).toEqual([
      {
        model_name: 'm',
        quota_type: 0,
        model_ratio: 2.5,
        model_price: 0,
        owner_by: '',
        completion_ratio: 4,
        enable_groups: ['default', 'vip'],
        vendor: '',
        context_window: null,
        released: '',
        cache_ratio: 0.1,
        cache_creation_ratio: 1.25,
        public_list: [],
        defaulted: [],
        usd_per_million: { input: 5, output: 20, cache_read: 0.5, cache_write: 6.25 },
        priced: true,
        task: null,
      },
    ]);
  });

  test('of a model priced per call', async () => {
    const values = { ModelPrice: { 'dall-e-3': 0.04 } };
    const { list } = await listing({ models: { 'dall-e-3': [1] }, channels: one, values });
    expect(await list.rows()).toEqual([
      {
        model_name: 'dall-e-3',
        quota_type: 1,
        model_ratio: 0,
        model_price: 0.04,
        owner_by: '',
        completion_ratio: 0,
        enable_groups: ['default', 'vip'],
        vendor: 'OpenAI',
        context_window: null,
        released: '',
        cache_ratio: null,
        cache_creation_ratio: null,
        public_list: [],
        defaulted: [],
        usd_per_million: null,
        priced: true,
        task: null,
      },
    ]);
  });

  test('states the context window of models whose requests are tokens, as far as it is known', async () => {
    const models = { 'gpt-4o': [1], 'openai/gpt-4.1': [1], 'own-model': [1], 'gpt-image-1': [1] };
    const { list } = await listing({ models, channels: one });
    const rows = await list.rows();
    expect(new Map(rows.map((row) => [row.model_name, row.context_window]))).toEqual(
      new Map([
        ['gpt-4o', 128_000],
        ['gpt-image-1', null],
        ['openai/gpt-4.1', 1_047_576],
        ['own-model', null],
      ]),
    );
  });

  test('states prices of cached tokens only where they are set', async () => {
    const { list } = await listing({ models: { m: [1] }, channels: one, values: { ModelRatio: { m: 1 } } });
    expect(await list.rows()).toMatchObject([
      {
        cache_ratio: null,
        cache_creation_ratio: null,
        // Prices of cache writes are not missing where none is stated.
        defaulted: ['completion_ratio', 'cache_ratio'],
        usd_per_million: { input: 2, cache_read: null, cache_write: null },
      },
    ]);
  });

  test('names what comes from the public list', async () => {
    const { list } = await listing({ models: { 'openai/gpt-4.1': [1] }, channels: one });
    expect(await list.rows()).toMatchObject([
      { public_list: ['model_ratio', 'completion_ratio', 'cache_ratio'], priced: true },
    ]);
  });

  test('of a task has its price, which is that of the model', async () => {
    const values = { ModelPrice: { 'v/video': 0.1, suno_music: 0.2 } };
    const channels = { 1: [NO_VIDEOS], 2: [CERTAIN, 8] } as const;
    const { list } = await listing({ models: { suno_music: [1], v: [2], w: [2] }, channels, values });
    expect(await list.rows()).toMatchObject([
      { model_name: 'suno_music', priced: true, task: { family: 'music', usd: 0.2 } },
      { model_name: 'v', priced: true, task: { family: 'video', usd: 0.1, seconds: { default: 8 } } },
      { model_name: 'w', priced: false, task: { family: 'video', usd: null } },
    ]);
  });

  test('is missing where no channel of the model can be called', async () => {
    const channels = { 1: [NO_VIDEOS], 2: [NOT_SERVED] } as const;
    const { list } = await listing({ models: { a: [1, 2], b: [2] }, channels });
    expect((await list.rows()).map(({ model_name: name }) => name)).toEqual(['a']);
  });
});

describe("the terms of a model's videos", () => {
  const channels = {
    1: [NO_VIDEOS],
    2: [ASSUMED, 2],
    3: [ASSUMED, 3],
    4: [CERTAIN, 4],
    5: [CERTAIN, 5],
  } as const;

  test.each([
    ['certain ones, rather than assumed ones of a higher priority', [2, 4], 4],
    ['those of the highest priority of the certain ones', [5, 4], 5],
    ['those of the highest priority, if all are assumed', [3, 2], 3],
    ['those of the others, if a channel makes no videos', [1, 3], 3],
    ['those of the others, if a channel was deleted in the meantime', [99, 3], 3],
    ['those of the first three channels', [1, 2, 3, 4], 2],
  ])('are %s', async (_title, ids, seconds) => {
    const { list } = await listing({
      models: { v: ids },
      channels,
      values: { ModelPrice: { 'v/video': 1 } },
    });
    expect(await list.rows()).toMatchObject([{ task: { seconds: { default: seconds } } }]);
  });

  test('are none without a channel that makes videos', async () => {
    const { list } = await listing({
      models: { v: [1] },
      channels,
      values: { ModelPrice: { 'v/video': 1 } },
    });
    expect(await list.rows()).toMatchObject([{ task: null }]);
  });
});

describe('models without a price', () => {
  const gateway: Listing = {
    models: { 'm-priced': [1], 'm-unset': [1] },
    channels: one,
    values: { ModelRatio: { 'm-priced': 1 } },
  };
  const accepts = '{"accept_unset_model_ratio_model":true}';

  async function shown(role: number | undefined, setting = '', values: Listing['values'] = {}) {
    const { list } = await listing({
      ...gateway,
      values: { ...gateway.values, ...values },
      settings: { 7: setting },
    });
    const rows = await list.rowsFor(role === undefined ? undefined : { id: 7, role });
    return rows.map(({ model_name: name, priced }) => [name, priced]);
  }

  const priced = ['m-priced', true];

  test.each([
    ['visitors', undefined],
    ['users', Role.user],
  ])('are not shown to %s', async (_who, role) => {
    expect(await shown(role)).toEqual([priced]);
  });

  test.each([Role.admin, Role.root])(
    'are shown to administrators, who can set one: role %d',
    async (role) => {
      expect(await shown(role)).toEqual([priced, ['m-unset', false]]);
    },
  );

  test('are shown as priced to users who accept the default price', async () => {
    expect(await shown(Role.user, accepts)).toEqual([priced, ['m-unset', true]]);
    expect(await shown(Role.user, `{"language":"en",${accepts.slice(1)}`)).toEqual([
      priced,
      ['m-unset', true],
    ]);
    expect(await shown(Role.admin, accepts)).toEqual([priced, ['m-unset', true]]);
  });

  test.each([
    '{}',
    '{"accept_unset_model_ratio_model":false}',
    '{"accept_unset_model_ratio_model":"true"}',
    'null',
    'not JSON',
  ])('are not accepted by the setting %s', async (setting) => {
    expect(await shown(Role.user, setting)).toEqual([priced]);
  });

  test('have one in self-use mode, for everybody', async () => {
    const values = { SelfUseModeEnabled: true };
    expect(await shown(undefined, '', values)).toEqual([priced, ['m-unset', true]]);
  });

  test('the list is the same for everybody where there are none', async () => {
    const { list } = await listing({ ...gateway, models: { 'm-priced': [1] }, settings: { 7: accepts } });
    expect(await list.rowsFor({ id: 7, role: Role.user })).toBe(await list.rows());
    expect(await list.rowsFor(undefined)).toBe(await list.rows());
  });
});

describe('the list is read', () => {
  const gateway: Listing = { models: { m: [1] }, channels: one, values: { ModelRatio: { m: 1 } } };

  let nowMs = 1000;
  beforeEach(() => jest.spyOn(performance, 'now').mockImplementation(() => nowMs));
  afterEach(() => jest.restoreAllMocks());

  test('once a minute', async () => {
    const { list, stored } = await listing(gateway);
    const rows = await list.rows();
    nowMs += 59_999;
    expect(await list.rows()).toBe(rows);
    expect(stored.reads).toBe(1);
    nowMs += 1;
    expect(await list.rows()).toEqual(rows);
    expect(stored.reads).toBe(2);
  });

  test('once for callers at the same time', async () => {
    const { list, stored } = await listing(gateway);
    await Promise.all([list.rows(), list.rows()]);
    expect(stored.reads).toBe(1);
  });

  test('again after a change of prices or channels, and after lost events', async () => {
    const { list, stored, save, events, redis } = await listing(gateway);
    await list.rows();
    await save('ModelRatio', { m: 2 });
    expect(await list.rows()).toMatchObject([{ model_ratio: 2 }]);
    expect(stored.reads).toBe(2);
    await events.publish('channel.changed', { ids: [1] });
    await list.rows();
    expect(stored.reads).toBe(3);
    redis.emit('ready');
    await new Promise(setImmediate);
    await list.rows();
    expect(stored.reads).toBe(4);
    await save('Notice', 'no price');
    await list.rows();
    expect(stored.reads).toBe(4);
  });

  test('again after a failure, which its callers see', async () => {
    const { list, stored } = await listing(gateway);
    stored.pending.push(Promise.reject(new Error('no connection')));
    const failed = await Promise.allSettled([list.rows(), list.rows()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await list.rows()).toMatchObject([{ model_name: 'm' }]);
    expect(stored.reads).toBe(2);
  });

  test('not again where an older read fails after a newer one has begun', async () => {
    const { list, stored, events } = await listing(gateway);
    let fail = () => {};
    stored.pending.push(new Promise((_, reject) => (fail = () => reject(new Error('no connection')))));
    const old = list.rows();
    await events.publish('channel.changed', { ids: [1] });
    const rows = await list.rows();
    fail();
    await expect(old).rejects.toThrow('no connection');
    expect(await list.rows()).toBe(rows);
    expect(stored.reads).toBe(2);
  });
});

test('a charge at a price that is not saved is in the quota units of the gateway', async () => {
  const { list } = await listing({ values: { QuotaPerUnit: 1000 } });
  const task = { usd: 0.1, seconds: 5, ratios: [2], group_ratio: 1 };
  expect(list.taskCharge(task)).toEqual({ quota: 1000, usd: 1 });
});
