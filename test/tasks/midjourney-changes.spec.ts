import { MidjourneyUpstream } from '../doubles/midjourney-upstream.js';
import type { Gateway } from '../setup/gateway.js';
import { DrawingClient, IMAGE, refused } from './drawing-client.js';
import { expectBalancedLedger, passDeadlines, poll, rowsOf, USD } from './task-gateway.js';

let client: DrawingClient;
let gateway: Gateway;
let proxy: MidjourneyUpstream;

beforeAll(async () => {
  client = await DrawingClient.start();
  ({ gateway, proxy } = client);
});
afterAll(() => client?.close());
beforeEach(() => client.reset());

describe('changes of a drawing', () => {
  test.each<[string, (id: string) => object, string, number, object]>([
    [
      'submit/change',
      (id) => ({ taskId: id, action: 'UPSCALE', index: 2 }),
      'UPSCALE',
      0.05,
      { action: 'UPSCALE', index: 2 },
    ],
    ['submit/change', (id) => ({ taskId: id, action: 'reroll' }), 'REROLL', 0.1, { action: 'REROLL' }],
    ['submit/simple-change', (id) => ({ content: `${id} v3` }), 'VARIATION', 0.1, {}],
    ['submit/simple-change', (id) => ({ content: `${id} r` }), 'REROLL', 0.1, {}],
    ['submit/action', (id) => ({ taskId: id, customId: 'MJ::JOB::upsample::2::x' }), 'UPSCALE', 0.05, {}],
    ['submit/action', (id) => ({ taskId: id, customId: 'MJ::JOB::variation::1::x' }), 'VARIATION', 0.1, {}],
    [
      'submit/action',
      (id) => ({ taskId: id, customId: 'MJ::JOB::low_variation::1::x::SOLO' }),
      'LOW_VARIATION',
      0.1,
      {},
    ],
    [
      'submit/action',
      (id) => ({ taskId: id, customId: 'MJ::JOB::high_variation::1::x::SOLO' }),
      'HIGH_VARIATION',
      0.1,
      {},
    ],
    ['submit/action', (id) => ({ taskId: id, customId: 'MJ::JOB::pan_left::1::x::SOLO' }), 'PAN', 0.1, {}],
    ['submit/action', (id) => ({ taskId: id, customId: 'MJ::JOB::reroll::0::x::SOLO' }), 'REROLL', 0.1, {}],
    ['submit/action', (id) => ({ taskId: id, customId: 'MJ::Outpaint::50::1::x::SOLO' }), 'ZOOM', 0.1, {}],
  ])('%s %s', async (route, bodyOf, action, price, sent) => {
    const id = await client.drawn();
    const upstream = proxy.latest.id;
    const body = bodyOf(id);
    const { code } = await client.submit(route, body);
    expect(code).toBe(1);
    expect(proxy.submissions.at(-1)!.body).toEqual(
      JSON.parse(JSON.stringify({ ...body, ...sent }).replace(id, upstream)),
    );
    const rows = await rowsOf(gateway, 'drawing');
    expect(rows[1]).toMatchObject({
      action,
      prompt: 'a cat',
      quota: price * USD,
      channel_id: client.channel,
    });
    expect(await gateway.quota()).toBe(Math.round((9.9 - price) * USD));
  });

  test.each(['Inpaint', 'CustomZoom'])('%s is free, says 21, and its modal is charged', async (word) => {
    const id = await client.drawn();
    const waiting = await client.submit('submit/action', { taskId: id, customId: `MJ::${word}::1::x::SOLO` });
    expect(waiting.code).toBe(21);
    expect(await gateway.quota()).toBe(9.9 * USD);
    await poll(gateway);
    expect(await client.fetched(waiting.result)).toMatchObject({ status: 'MODAL' });
    const modal = await client.submit('submit/modal', {
      taskId: waiting.result,
      prompt: 'a hat',
      maskBase64: IMAGE,
    });
    expect(modal.code).toBe(1);
    expect(proxy.submissions.at(-1)!.body).toMatchObject({ taskId: proxy.latest.id });
    expect(await gateway.quota()).toBe(9.8 * USD);
    Object.assign(proxy.latest, { status: 'FAILURE', progress: '100%', failReason: 'no' });
    await poll(gateway);
    expect(await client.fetched(waiting.result)).toMatchObject({ status: 'FAILURE' });
    expect(await client.fetched(modal.result)).toMatchObject({ status: 'FAILURE', prompt: 'a hat' });
    expect(await gateway.quota()).toBe(9.9 * USD);
  });

  test('a window without a modal submission ends at its deadline without a refund', async () => {
    const id = await client.drawn();
    const { result } = await client.submit('submit/action', {
      taskId: id,
      customId: 'MJ::Inpaint::1::x::SOLO',
    });
    await passDeadlines(gateway);
    expect(await client.fetched(result)).toMatchObject({
      status: 'FAILURE',
      failReason: '上游任务超时（超过1小时）',
    });
    expect(await gateway.quota()).toBe(9.9 * USD);
  });

  test('a running drawing cannot be changed, unless the option allows it', async () => {
    const id = await client.imagine();
    const change = { taskId: id, action: 'UPSCALE', index: 1 };
    expect(await (await client.post('/mj/submit/change', change)).json()).toEqual(
      refused('task_status_not_success'),
    );
    await gateway.option('MjActionCheckSuccessEnabled', 'false');
    expect(await client.submit('submit/change', change)).toMatchObject({ code: 1 });
    await gateway.option('MjActionCheckSuccessEnabled', 'true');
  });

  test('a change goes to the channel and the key of its drawing', async () => {
    const other = await MidjourneyUpstream.start('second');
    const second = await gateway.addChannel({
      type: 2,
      key: 'second',
      base_url: other.url,
      models: 'mj_imagine',
      priority: 9,
    });
    const id = await client.imagine();
    Object.assign(other.latest, {
      status: 'SUCCESS',
      progress: '100%',
      imageUrl: 'https://cdn.example/1.png',
    });
    await poll(gateway);
    expect(await client.submit('submit/change', { taskId: id, action: 'REROLL' })).toMatchObject({ code: 1 });
    expect(other.submissions.at(-1)).toMatchObject({ path: '/mj/submit/change' });
    expect(proxy.submissions).toEqual([]);
    await gateway.manage('PUT', '/api/channel/', { id: second, status: 2 });
    await gateway.settledEvents();
    const reroll = { taskId: id, action: 'REROLL' };
    expect(await (await client.post('/mj/submit/change', reroll)).json()).toEqual(
      refused('该任务所属渠道已被禁用'),
    );
    await gateway.manage('DELETE', `/api/channel/${second}`);
    await gateway.settledEvents();
    expect(await (await client.post('/mj/submit/change', reroll)).json()).toEqual(
      refused('get_channel_info_failed'),
    );
    await other.close();
  });
});

test('the seed comes from the channel of the drawing', async () => {
  const id = await client.drawn();
  const response = await client.get(`/mj/task/${id}/image-seed`);
  expect([response.status, await response.json()]).toEqual([
    200,
    { code: 1, description: 'ok', properties: {}, result: '2461873915' },
  ]);
});

test('drawings are listed by their ids', async () => {
  const ids = [await client.imagine(), await client.imagine()];
  const response = await client.post('/mj/task/list-by-condition', {
    ids: [...ids].reverse().concat('unknown'),
  });
  const list = (await response.json()) as { id: string }[];
  expect(list.map(({ id }) => id)).toEqual(ids);
  expect(await (await client.post('/mj/task/list-by-condition', { ids: [] })).json()).toEqual([]);
});

describe('options and modes', () => {
  test('accountFilter, mode parameters and images', async () => {
    const body = {
      prompt: 'a --fast cat --turbox --relax',
      accountFilter: { modes: ['FAST'] },
      notifyHook: 'https://x.example',
    };
    await client.imagine(body);
    expect(proxy.submissions[0]!.body).toEqual({ prompt: body.prompt });
    await gateway.option('MjAccountFilterEnabled', 'true');
    await gateway.option('MjModeClearEnabled', 'true');
    await client.imagine(body);
    expect(proxy.submissions[1]!.body).toEqual({
      prompt: 'a cat --turbox',
      accountFilter: { modes: ['FAST'] },
    });
    await gateway.option('MjAccountFilterEnabled', 'false');
    await gateway.option('MjModeClearEnabled', 'false');
    const id = await client.drawn();
    await gateway.option('MjForwardUrlEnabled', 'false');
    expect(await client.fetched(id)).toMatchObject({ imageUrl: `${proxy.url}/files/1.png` });
    await gateway.option('MjForwardUrlEnabled', 'true');
  });

  test('a mode is stored, priced if it has a price, and sent if the channel wants it', async () => {
    await client.submit('submit/imagine', { prompt: 'x' }, '/mj-fast/mj');
    expect(proxy.submissions.at(-1)!.path).toBe('/mj/submit/imagine');
    const rows = await gateway.manage<{ key: string; value: string }[]>('GET', '/api/option/');
    const prices = rows.find(({ key: name }) => name === 'ModelPrice')!.value;
    await gateway.option(
      'ModelPrice',
      JSON.stringify({ ...(JSON.parse(prices) as object), mj_turbo_imagine: 0.3 }),
    );
    const own = await gateway.addChannel({
      type: 2,
      key: 'mj-secret',
      base_url: proxy.url,
      models: 'mj_imagine',
      priority: 9,
      setting: '{"mj_mode_prefix":true}',
    });
    await client.submit('submit/imagine', { prompt: 'x' }, '/turbo/mj');
    expect(proxy.submissions.at(-1)!.path).toBe('/mj-turbo/mj/submit/imagine');
    expect(await rowsOf(gateway, 'drawing')).toMatchObject([
      { mode: 'fast', quota: 0.1 * USD },
      { mode: 'turbo', quota: 0.3 * USD },
    ]);
    await gateway.option('ModelPrice', prices);
    await gateway.manage('DELETE', `/api/channel/${own}`);
    await gateway.settledEvents();
  });
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
