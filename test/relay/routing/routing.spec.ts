import type { Script } from '../../doubles/scripted-upstream.js';
import { TestGateway } from '../../setup/test-gateway.js';

const app = TestGateway.forAllTests();

describe('priorities and weights', () => {
  test('the higher priority is used up before the lower one is asked', async () => {
    const model = await app.freshModel();
    await app.gateway.option('RetryTimes', '2');
    await app.addChannel('low', { priority: 5 });
    await app.addChannel('high-one', { priority: 10 });
    await app.addChannel('high-two', { priority: 10 });
    app.upstream.next('overloaded', 'overloaded', 'plain');
    const response = await app.ask();
    expect(response.status).toBe(200);
    await response.text();
    expect(new Set(app.requestedKeys().slice(0, 2))).toEqual(new Set(['high-one', 'high-two']));
    expect(app.requestedKeys()[2]).toBe('low');
    const [row] = (await app.gateway.logs()).filter(({ model_name }) => model_name === model);
    expect((row!.other.admin_info as { use_channel: string[] }).use_channel).toHaveLength(3);
  });

  test('weight 0 beside a positive weight serves only when the others fail', async () => {
    await app.freshModel();
    await app.gateway.option('RetryTimes', '1');
    await app.addChannel('weighted', { weight: 1 });
    await app.addChannel('reserve', { weight: 0 });
    for (let i = 0; i < 30; i++) await (await app.ask(`conversation ${i}`)).text();
    expect(new Set(app.requestedKeys())).toEqual(new Set(['weighted']));
    app.upstream.clear();
    app.upstream.next('overloaded', 'plain');
    expect((await app.ask()).status).toBe(200);
    expect(app.requestedKeys()).toEqual(['weighted', 'reserve']);
  });

  test('a disabled channel is not asked any more, at once', async () => {
    await app.freshModel();
    const id = await app.addChannel('only');
    await (await app.ask()).text();
    await app.gateway.manage('PUT', '/api/channel/', { id, status: 2 });
    await app.gateway.settledEvents();
    expect((await app.ask()).status).toBe(503);
  });
});

test('a channel that cannot chat leaves its turn to one that can', async () => {
  await app.freshModel();
  await app.gateway.option('RetryTimes', '0');
  await app.addChannel('reranks only', { type: 38, priority: 10 });
  await app.addChannel('chats', { priority: 5 });
  const answer = await app.ask();
  expect(answer.status).toBe(200);
  expect(app.requestedKeys()).toEqual(['chats']);
});

describe('which failures go to another channel', () => {
  const refuse = (status: number): Script => ({ refuse: { status, message: `scripted ${status}` } });
  const table: [number, boolean][] = [
    [429, true],
    [307, true],
    [500, true],
    [502, true],
    [503, true],
    [504, false],
    [524, false],
    [400, false],
    [408, false],
    [401, true],
    [403, true],
    [404, true],
  ];
  beforeAll(async () => {
    await app.freshModel();
    await app.gateway.option('RetryTimes', '1');
    await app.addChannel('one');
    await app.addChannel('two');
  });

  test.each(table)('%i: %s', async (status, again) => {
    app.upstream.next(refuse(status), 'plain');
    const response = await app.ask();
    await response.text();
    expect(app.upstream.requests).toHaveLength(again ? 2 : 1);
    expect(response.status).toBe(again ? 200 : status);
  });

  test('the operator names the statuses that are asked again', async () => {
    await app.gateway.option('AutomaticRetryStatusCodes', '504, 520-530');
    await app.gateway.settledEvents();
    for (const [status, again] of [
      [504, true],
      [524, true],
      [500, false],
    ] as const) {
      app.upstream.clear();
      app.upstream.next(refuse(status), 'plain');
      await (await app.ask()).text();
      expect([status, app.upstream.requests.length]).toEqual([status, again ? 2 : 1]);
    }
    await app.gateway.option('AutomaticRetryStatusCodes', '100-199,300-399,401-407,409-503,505-523,525-599');
    await app.gateway.settledEvents();
    for (const wrong of ['5xx', '500-400', '99', '600', '1-2-3'])
      await expect(app.gateway.option('AutomaticRetryStatusCodes', wrong)).rejects.toThrow();
  });

  test('400 of an Anthropic channel goes on: its account troubles come as 400', async () => {
    await app.freshModel();
    await app.addChannel('one', { type: 14 });
    await app.addChannel('two', { type: 14 });
    app.upstream.next(refuse(400), 'plain');
    expect((await app.ask()).status).toBe(200);
  });

  test('a status mapping decides before the retry does, and for the client', async () => {
    await app.freshModel();
    await app.addChannel('one', { status_code_mapping: '{"400":"500"}' });
    await app.addChannel('two', { status_code_mapping: '{"400":"500"}' });
    app.upstream.next(refuse(400), 'plain');
    expect((await app.ask()).status).toBe(200);
    app.upstream.next(refuse(400), refuse(400));
    expect((await app.ask()).status).toBe(500);
  });

  test('a pinned channel is never left', async () => {
    await app.freshModel();
    const id = await app.addChannel('one');
    await app.addChannel('two');
    app.upstream.next('server-error');
    const response = await app.ask('hello', {}, `${app.key}-${id}`);
    expect(response.status).toBe(500);
    expect(app.requestedKeys()).toEqual(['one']);
  });
});

describe('a failure that usually passes at once is worth one more request to the same channel', () => {
  beforeEach(async () => {
    await app.freshModel();
    await app.gateway.option('RetryTimes', '1');
    await app.addChannel('first', { priority: 10 });
    await app.addChannel('second');
  });
  const soon: Script = { refuse: { status: 429, message: 'slow down', headers: { 'retry-after': '1' } } };

  test.each<[string, Script]>([
    ['a single 500', 'server-error'],
    ['a broken connection', 'reset'],
    ['a short Retry-After', soon],
  ])('%s', async (_name, script) => {
    app.upstream.next(script, 'plain');
    expect((await app.ask()).status).toBe(200);
    expect(app.requestedKeys()).toEqual(['first', 'first']);
    const [before, after] = app.upstream.requests;
    expect(after!.arrivedAt - before!.arrivedAt).toBeGreaterThanOrEqual(script === soon ? 990 : 90);
  });

  test('and uses up no retry: what fails again is left for the other channel', async () => {
    app.upstream.next('server-error', 'server-error', 'plain');
    expect((await app.ask()).status).toBe(200);
    expect(app.requestedKeys()).toEqual(['first', 'first', 'second']);
  });

  test.each<[string, Script]>([
    ['an overloaded provider', 'overloaded'],
    ['a long Retry-After', 'rate-limited-retry-after'],
    ['a 429 without a time', 'rate-limited'],
  ])('but not %s', async (_name, script) => {
    app.upstream.next(script, 'plain');
    expect((await app.ask()).status).toBe(200);
    expect(app.requestedKeys()).toEqual(['first', 'second']);
  });

  test('nor one of a channel that failed before and has not worked since', async () => {
    app.upstream.next('overloaded', 'plain', 'server-error', 'plain');
    for (let turn = 0; turn < 2; turn++) expect((await app.ask()).status).toBe(200);
    expect(app.requestedKeys()).toEqual(['first', 'second', 'first', 'second']);
  });

  test('nor where the operator wants no retries', async () => {
    await app.gateway.option('RetryTimes', '0');
    await app.gateway.settledEvents();
    app.upstream.next('server-error');
    expect((await app.ask()).status).toBe(500);
    expect(app.requestedKeys()).toEqual(['first']);
  });
});

test('a model that is limited or broken does not move the other models of its channel', async () => {
  const limited = await app.freshModel();
  await app.gateway.option('RetryTimes', '1');
  await app.addChannel('first', { models: `${limited},${limited}-other`, priority: 10 });
  await app.addChannel('second', { models: `${limited},${limited}-other` });
  await app.gateway.sell({ [`${limited}-other`]: 1 });
  app.upstream.next({ refuse: { status: 429, message: 'x', headers: { 'retry-after': '3600' } } });
  for (let turn = 0; turn < 2; turn++) await (await app.ask()).text();
  expect(app.requestedKeys()).toEqual(['first', 'second', 'second']);
  app.model = `${limited}-other`;
  await (await app.ask()).text();
  expect(app.requestedKeys().at(-1)).toBe('first');
});

describe('what is changed on the way', () => {
  test('model mapping follows chains; price and log keep the name asked for', async () => {
    const model = await app.freshModel();
    await app.addChannel('one', {
      model_mapping: JSON.stringify({ [model]: 'middle', middle: 'gpt-real' }),
    });
    await (await app.ask()).text();
    expect(app.upstream.last.model).toBe('gpt-real');
    const [row] = (await app.gateway.logs()).filter(({ model_name }) => model_name === model);
    expect(row!.other).toMatchObject({
      is_model_mapped: true,
      upstream_model_name: 'gpt-real',
      model_ratio: 1,
    });
  });

  test('a mapping that runs in a circle is refused when it is saved', async () => {
    await app.freshModel();
    await expect(app.addChannel('one', { model_mapping: '{"a":"b","b":"a"}' })).rejects.toThrow();
  });

  test('parameters of the channel replace those of the body; everything else passes as it was', async () => {
    const model = await app.freshModel();
    await app.addChannel('one', { param_override: '{"temperature":0}' });
    await (await app.ask('hello', { temperature: 1, seed: 0, unknown_field: { kept: [1, 2] } })).text();
    expect(app.upstream.last.json).toMatchObject({
      model,
      temperature: 0,
      seed: 0,
      unknown_field: { kept: [1, 2] },
    });
  });

  test('bytes pass untouched between equal protocols', async () => {
    const model = await app.freshModel();
    await app.addChannel('one');
    const body = `{ "messages" : [ {"role":"user","content":"\\u4f60 好  "} ],\n "model":"${model}", "big": 1e2 }`;
    await (await app.askRaw(body)).text();
    expect(app.upstream.last.body.toString()).toBe(body);
  });

  test('neither the client’s key nor its cookies go upstream', async () => {
    const model = await app.freshModel();
    await app.addChannel('one');
    await (
      await app.gateway.relay(
        '/v1/chat/completions',
        app.key,
        { model, messages: [{ role: 'user', content: 'x' }] },
        { cookie: 'session=secret' },
      )
    ).text();
    const sent = JSON.stringify(app.upstream.last.headers);
    expect(sent).not.toContain(app.key.slice(3));
    expect(sent).not.toContain('secret');
  });

  test('thinking is shown as text where the channel says so', async () => {
    await app.freshModel();
    await app.addChannel('one', { setting: { thinking_to_content: true } });
    for (const stream of [true, false]) {
      app.upstream.next('reasoning');
      const text = await (await app.ask('hello', { stream })).text();
      expect(text.match(/<think>/g)).toHaveLength(1);
      expect(text.match(/<\/think>/g)).toHaveLength(1);
      expect(text).not.toContain('reasoning_content');
    }
  });

  test('thinking that is shown as text is closed, also where the answer ends inside of it', async () => {
    await app.freshModel();
    await app.addChannel('one', { setting: { thinking_to_content: true } });
    for (const stream of [true, false]) {
      app.upstream.next({ answer: { reasoning: ['First', ' I think.'], text: [] } });
      const text = await (await app.ask('hello', { stream })).text();
      expect(text.match(/<think>/g)).toHaveLength(1);
      expect(text.match(/<\/think>/g)).toHaveLength(1);
      expect(text.indexOf('</think>')).toBeGreaterThan(text.indexOf('<think>'));
    }
  });
});

test('a channel with a dead key is set aside when the operator wants that', async () => {
  await app.freshModel();
  await app.gateway.option('AutomaticDisableChannelEnabled', 'true');
  await app.gateway.option('RetryTimes', '1');
  const id = await app.addChannel('dead', { priority: 10 });
  await app.addChannel('alive');
  app.upstream.next('bad-key', 'plain');
  expect((await app.ask()).status).toBe(200);
  await app.gateway.channelStatus(id, 3);
  const channel = await app.gateway.manage<{ status: number; other_info: string }>(
    'GET',
    `/api/channel/${id}`,
  );
  expect(channel.status).toBe(3);
  expect(JSON.parse(channel.other_info)).toMatchObject({ status_reason: expect.any(String) });
  await (await app.ask()).text();
  expect(app.requestedKeys().at(-1)).toBe('alive');
});

test('a channel test asks once, measures, logs and charges nobody', async () => {
  const model = await app.freshModel();
  const id = await app.addChannel('tested');
  const before = await app.gateway.quota();
  await app.gateway.manage('GET', `/api/channel/test/${id}?model=${model}`);
  expect(await app.gateway.quota()).toBe(before);
  const row = (await app.gateway.logs()).at(-1);
  expect(row).toMatchObject({ token_name: '模型测试', content: '模型测试', quota: 0 });
  // Consoles of the compatible API compute with the prices of every row.
  for (const member of [
    'model_ratio',
    'completion_ratio',
    'group_ratio',
    'model_price',
    'cache_tokens',
    'cache_ratio',
  ])
    expect([member, row!.other[member]]).toEqual([member, expect.any(Number)]);
  app.upstream.next('bad-key');
  await expect(app.gateway.manage('GET', `/api/channel/test/${id}`)).rejects.toThrow('status code 401');
});
