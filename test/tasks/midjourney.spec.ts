import { send, type MidjourneyUpstream } from '../doubles/midjourney-upstream.js';
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

test('a drawing is charged when it is accepted, polled, and shown to its owner', async () => {
  const id = await client.imagine({ state: 'mine', botType: 'MID_JOURNEY' });
  expect(id).not.toBe(proxy.latest.id);
  expect(proxy.submissions).toMatchObject([
    { path: '/mj/submit/imagine', body: { prompt: 'a cat', state: 'mine', botType: 'MID_JOURNEY' } },
  ]);
  expect(await gateway.quota()).toBe(9.9 * USD);
  expect(await rowsOf(gateway, 'drawing')).toMatchObject([
    {
      mj_id: id,
      upstream_id: proxy.latest.id,
      code: 1,
      settlement: 'charged',
      quota: 0.1 * USD,
      channel_id: client.channel,
    },
  ]);
  Object.assign(proxy.latest, { status: 'IN_PROGRESS', progress: '40%', startTime: 1_700_000_000_123 });
  proxy.latest.imageUrl = `${proxy.url}/files/half.webp`;
  await poll(gateway);
  const half = await client.fetched(id);
  expect(half).toMatchObject({ status: 'IN_PROGRESS', progress: '40%', startTime: 1_700_000_000_123 });
  expect(half.imageUrl).toMatch(new RegExp(`^https://gate.example/mj/image/${id}\\?rand=\\d{19}$`));
  const buttons = [{ customId: 'MJ::JOB::upsample::1::x', emoji: '', label: 'U1', type: 2, style: 2 }];
  Object.assign(proxy.latest, {
    status: 'SUCCESS',
    progress: '100%',
    promptEn: 'a cat, en',
    finishTime: 1_700_000_060_000,
    buttons,
    properties: { finalPrompt: 'cat', other: 1 },
  });
  await poll(gateway);
  const [row] = await rowsOf(gateway, 'drawing');
  expect(await client.fetched(id)).toEqual({
    id,
    action: 'IMAGINE',
    customId: '',
    botType: '',
    prompt: 'a cat',
    promptEn: 'a cat, en',
    description: '/submit/imagine',
    state: 'mine',
    submitTime: Number(row!.submit_time),
    startTime: 1_700_000_000_123,
    finishTime: 1_700_000_060_000,
    imageUrl: `https://gate.example/mj/image/${id}`,
    videoUrl: '',
    videoUrls: null,
    status: 'SUCCESS',
    progress: '100%',
    failReason: '',
    buttons,
    maskBase64: '',
    properties: { finalPrompt: 'cat', other: 1 },
  });
  expect(Number(row!.submit_time)).toBeGreaterThan(1_700_000_000_000);
  const [log] = await gateway.logs();
  expect(log).toMatchObject({
    type: 2,
    quota: 0.1 * USD,
    model_name: 'mj_imagine',
    content: `模型固定价格 0.10，分组倍率 1.00，操作 IMAGINE，ID ${id}`,
  });
});

test.each([
  ['submit/describe', { base64: IMAGE }, 'DESCRIBE', 0.05],
  ['submit/blend', { base64Array: [IMAGE, IMAGE], dimensions: 'SQUARE' }, 'BLEND', 0.1],
  ['submit/shorten', { prompt: 'a long cat' }, 'SHORTEN', 0.1],
  ['insight-face/swap', { sourceBase64: IMAGE, targetBase64: IMAGE }, 'SWAP_FACE', 0.05],
  ['submit/video', { prompt: 'it rains', image: IMAGE, motion: 'high', batchSize: 2 }, 'VIDEO', 0.8],
  ['submit/edits', { prompt: 'a hat', image: IMAGE, maskBase64: IMAGE }, 'EDITS', 0.1],
])('%s is submitted and charged', async (route, body, action, price) => {
  const { code, result } = await client.submit(route, body);
  expect(code).toBe(1);
  expect(proxy.submissions).toMatchObject([{ path: `/mj/${route}`, body }]);
  expect(await rowsOf(gateway, 'drawing')).toMatchObject([{ action, mj_id: result, quota: price * USD }]);
  expect(JSON.stringify(await rowsOf(gateway, 'drawing'))).not.toContain('base64,');
  const [log] = await gateway.logs();
  const id = action === 'SWAP_FACE' ? '' : `，ID ${result}`;
  expect(log!.content).toBe(`模型固定价格 ${price.toFixed(2)}，分组倍率 1.00，操作 ${action}${id}`);
});

test('an upload is complete at once and has an id of its own', async () => {
  const { result } = await client.submit('submit/upload-discord-images', { base64Array: [IMAGE] });
  expect(result).toEqual([`${proxy.url}/files/uploaded.png`]);
  const [row] = await rowsOf(gateway, 'drawing');
  expect(row).toMatchObject({ action: 'UPLOAD', status: 'SUCCESS', progress: '100%', quota: 0.05 * USD });
  expect(row!.mj_id).toMatch(/^[0-9a-f]{32}$/);
  await poll(gateway);
  expect(proxy.polls).toEqual([]);
});

test('ids that are numbers are read without loss', async () => {
  proxy.numericIds = true;
  const id = await client.imagine();
  expect(await rowsOf(gateway, 'drawing')).toMatchObject([{ upstream_id: proxy.latest.id }]);
  proxy.latest.status = 'IN_PROGRESS';
  await poll(gateway);
  expect(await client.fetched(id)).toMatchObject({ status: 'IN_PROGRESS' });
});

test('the key may be in mj-api-secret', async () => {
  const send = (headers: Record<string, string>) =>
    fetch(`${gateway.url}/mj/submit/imagine`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"prompt":"x"}',
    });
  expect((await send({ 'mj-api-secret': client.key })).status).toBe(200);
  expect((await send({ authorization: 'Bearer midjourney-proxy', 'mj-api-secret': client.key })).status).toBe(
    200,
  );
  const unknown = await send({ authorization: 'Bearer sk-wrong', 'mj-api-secret': client.key });
  expect(unknown.status).toBe(401);
  expect(await unknown.json()).toMatchObject({ error: { type: 'new_api_error' } });
});

describe('result codes', () => {
  const answered = (code: number, more: object = {}) => {
    proxy.onSubmit = (response) =>
      send(response, 200, { code, description: `code ${code}`, properties: {}, result: '', ...more });
  };

  test('22: the drawing is queued, which clients see as success', async () => {
    const task = proxy.add('imagine');
    answered(22, { result: task.id, properties: { numberOfQueues: 1 } });
    const answer = await client.submit('submit/imagine', { prompt: 'x' });
    expect(answer).toMatchObject({ code: 1, properties: { numberOfQueues: 1 } });
    expect(await rowsOf(gateway, 'drawing')).toMatchObject([
      { code: 22, settlement: 'charged', mj_id: answer.result },
    ]);
    expect(await gateway.quota()).toBe(9.9 * USD);
  });

  test('21: an existing drawing is charged to the first user who asks, and complete if it has its image', async () => {
    const task = proxy.add('imagine');
    const properties = { status: 'SUCCESS', imageUrl: 'https://cdn.example/old.png' };
    answered(21, { result: task.id, properties });
    const answer = await client.submit('submit/imagine', { prompt: 'x' });
    expect(answer).toMatchObject({ code: 1 });
    expect(answer.properties?.imageUrl).toBe(`https://gate.example/mj/image/${answer.result}`);
    const [row] = await rowsOf(gateway, 'drawing');
    expect(row).toMatchObject({ code: 21, status: 'SUCCESS', progress: '100%', quota: 0.1 * USD });
    expect(Number(row!.start_time)).toBeGreaterThan(0);
    expect(Number(row!.finish_time)).toBeGreaterThan(0);
    // The same user gets the same drawing without paying again.
    answered(21, { result: task.id, properties });
    expect((await client.submit('submit/imagine', { prompt: 'x' })).result).toBe(answer.result);
    expect(await rowsOf(gateway, 'drawing')).toHaveLength(1);
    expect(await gateway.quota()).toBe(9.9 * USD);
    // Another user pays and has a drawing of their own.
    await gateway.sql('UPDATE midjourneys SET user_id = 999');
    answered(21, { result: task.id, properties });
    const other = (await client.submit('submit/imagine', { prompt: 'x' })).result;
    expect(other).not.toBe(answer.result);
    expect(await gateway.quota()).toBe(9.8 * USD);
    expect((await client.get(`/mj/task/${answer.result}/fetch`)).status).toBe(400);
  });

  test('21 of two submissions at once is one drawing', async () => {
    const task = proxy.add('imagine');
    proxy.onSubmit = (response) => {
      proxy.onSubmit = (second) => {
        for (const one of [response, second]) proxy.sendResult(one, 21, 'exists', task.id);
      };
    };
    const both = await Promise.all([1, 2].map(() => client.submit('submit/imagine', { prompt: 'x' })));
    expect(both[0]!.result).toBe(both[1]!.result);
    expect(await rowsOf(gateway, 'drawing')).toHaveLength(1);
    expect(await gateway.quota()).toBe(9.9 * USD);
  });

  test('a drawing without a price costs 0.1 USD times the group ratio, one with the price 0 nothing', async () => {
    const rows = await gateway.manage<{ key: string; value: string }[]>('GET', '/api/option/');
    const prices = rows.find(({ key: name }) => name === 'ModelPrice')!.value;
    await gateway.option('ModelPrice', '{"mj_shorten":0}');
    await gateway.option('GroupRatio', '{"default":1.5}');
    await client.imagine();
    expect(await gateway.quota()).toBe(9.85 * USD);
    await client.submit('insight-face/swap', { sourceBase64: IMAGE, targetBase64: IMAGE });
    expect(await gateway.quota()).toBe(9.7 * USD);
    await client.submit('submit/shorten', { prompt: 'a long cat' });
    expect(await gateway.quota()).toBe(9.7 * USD);
    expect((await gateway.logs()).map(({ quota }) => quota)).toEqual([0.15 * USD, 0.15 * USD]);
    await gateway.option('GroupRatio', '{"default":1}');
    await gateway.option('ModelPrice', prices);
  });

  test('a free model is never refunded', async () => {
    const rows = await gateway.manage<{ key: string; value: string }[]>('GET', '/api/option/');
    const prices = rows.find(({ key: name }) => name === 'ModelPrice')!.value;
    await gateway.option('ModelPrice', JSON.stringify({ ...(JSON.parse(prices) as object), mj_imagine: 0 }));
    await client.imagine();
    await gateway.option('ModelPrice', prices);
    Object.assign(proxy.latest, { status: 'FAILURE', progress: '100%', failReason: 'no' });
    await poll(gateway);
    expect(await rowsOf(gateway, 'drawing')).toMatchObject([
      { status: 'FAILURE', settlement: 'none', quota: 0 },
    ]);
    expect(await gateway.quota()).toBe(10 * USD);
    expect(await gateway.logs()).toEqual([]);
  });

  test('21 of a failed drawing is refunded by its poll', async () => {
    const task = proxy.add('imagine', { status: 'FAILURE', progress: '100%', failReason: 'bad' });
    answered(21, { result: task.id, properties: { status: 'FAILURE', imageUrl: '' } });
    const { result } = await client.submit('submit/imagine', { prompt: 'x' });
    await poll(gateway);
    expect(await client.fetched(result)).toMatchObject({ status: 'FAILURE', failReason: 'bad' });
    expect(await gateway.quota()).toBe(10 * USD);
  });

  test.each([
    [23, '队列已满，请稍后尝试', {}],
    [24, '可能包含敏感词', { properties: { promptEn: 'nude body', bannedWord: 'nude' } }],
    [4, 'wrong', {}],
    [9, 'failed', { result: 'x' }],
    [0, 'not submitted', {}],
    [77, 'something new', { properties: null }],
  ])('%d is passed on; nothing is charged, then or later', async (code, description, more) => {
    answered(code, { description, ...more });
    const answer = await client.submit('submit/imagine', { prompt: 'x' });
    expect(answer).toEqual({ code, description, properties: {}, result: '', ...more });
    expect(await rowsOf(gateway, 'drawing')).toMatchObject([
      { status: 'FAILURE', code, fail_reason: description, quota: 0, settlement: 'none' },
    ]);
    await poll(gateway);
    await passDeadlines(gateway);
    expect(await gateway.quota()).toBe(10 * USD);
  });

  test('3 disables the channel', async () => {
    await gateway.option('AutomaticDisableChannelEnabled', 'true');
    const own = await gateway.addChannel({
      type: 2,
      key: 'mj-secret',
      base_url: proxy.url,
      models: 'mj_imagine',
      priority: 9,
    });
    answered(3, { description: '无可用的账号实例' });
    expect(await client.submit('submit/imagine', { prompt: 'x' })).toMatchObject({ code: 3 });
    await gateway.settledEvents();
    const [row] = await gateway.sql<{ status: number }>('SELECT status FROM channels WHERE id = $1', [own]);
    expect(row!.status).toBe(3);
    await gateway.manage('DELETE', `/api/channel/${own}`);
    await gateway.settledEvents();
    expect(await gateway.quota()).toBe(10 * USD);
  });

  test('30 is 429', async () => {
    answered(30, { description: 'group busy' });
    const response = await client.post('/mj/submit/imagine', { prompt: 'x' });
    expect(response.status).toBe(429);
    expect(await response.json()).toEqual({
      description: 'group busy 当前分组负载已饱和，请稍后再试，或升级账户以提升服务质量。',
      type: 'upstream_error',
      code: 30,
    });
  });

  test('swaps that do not begin at once are free', async () => {
    const task = proxy.add('swap');
    answered(22, { result: task.id });
    expect(
      await client.submit('insight-face/swap', { sourceBase64: IMAGE, targetBase64: IMAGE }),
    ).toMatchObject({
      code: 1,
    });
    expect(await rowsOf(gateway, 'drawing')).toMatchObject([{ settlement: 'none', quota: 0 }]);
    proxy.latest.status = 'FAILURE';
    await poll(gateway);
    expect(await gateway.quota()).toBe(10 * USD);
  });
});

describe('wrong responses to a submission', () => {
  test.each([
    ['HTML', 200, '<html>', 'unmarshal_response_body_failed'],
    ['nothing', 200, '', 'empty_response_body'],
    ['null', 200, 'null', 'unmarshal_response_body_failed'],
    ['a list', 200, '[]', 'unmarshal_response_body_failed'],
    ['no code', 200, '{"result":"1"}', 'unmarshal_response_body_failed'],
    ['no id', 200, '{"code":1,"result":""}', 'unmarshal_response_body_failed'],
    ['an id that is none', 200, '{"code":1,"result":{"a":1}}', 'unmarshal_response_body_failed'],
    ['an endless id', 200, `{"code":1,"result":"${'1'.repeat(500)}"}`, 'unmarshal_response_body_failed'],
    ['an error page', 502, '<html>', 'unmarshal_response_body_failed'],
  ])('%s', async (_case, status, body, description) => {
    proxy.onSubmit = (response) => void response.writeHead(status).end(body);
    const response = await client.post('/mj/submit/imagine', { prompt: 'x' });
    expect([response.status, await response.json()]).toEqual([400, refused(description, 5)]);
    expect(await rowsOf(gateway, 'drawing')).toMatchObject([{ status: 'FAILURE', settlement: 'none' }]);
    expect(await gateway.quota()).toBe(10 * USD);
  });

  test('errors of another gateway keep their status, code and description', async () => {
    proxy.onSubmit = (response) =>
      send(response, 400, { description: 'quota_not_enough ', type: 'upstream_error', code: 4 });
    const response = await client.post('/mj/submit/imagine', { prompt: 'x' });
    expect([response.status, await response.json()]).toEqual([400, refused('quota_not_enough')]);
  });

  test('a lost connection leaves the price held until the deadline', async () => {
    proxy.onSubmit = (response) => void response.destroy();
    const response = await client.post('/mj/submit/imagine', { prompt: 'x' });
    expect([response.status, await response.json()]).toEqual([400, refused('do_request_failed', 5)]);
    expect(await rowsOf(gateway, 'drawing')).toMatchObject([{ status: 'UNKNOWN', settlement: 'held' }]);
    expect(await gateway.quota()).toBe(9.9 * USD);
    await passDeadlines(gateway);
    expect(await gateway.quota()).toBe(10 * USD);
  });
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
