import { ScriptedUpstream, type Script } from '../doubles/scripted-upstream.js';
import { Gateway } from '../setup/gateway.js';

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
}, 60_000);

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(() => upstream.clear());

let models = 0;
/** A model name no other test uses, with a price. */
async function freshModel(): Promise<string> {
  const name = `routed-${++models}`;
  const ratios = JSON.parse(
    (await gateway.manage<{ key: string; value: string }[]>('GET', '/api/option/')).find(
      (row) => row.key === 'ModelRatio',
    )!.value,
  ) as Record<string, number>;
  await gateway.option('ModelRatio', JSON.stringify({ ...ratios, [name]: 1 }));
  await gateway.settledEvents();
  return name;
}

const ask = (model: string, extra: object = {}) =>
  gateway.relay('/v1/chat/completions', key, {
    model,
    messages: [{ role: 'user', content: 'hello' }],
    ...extra,
  });

/** Keys of the channels asked, in order: each channel has a key of its own. */
const asked = () =>
  upstream.requests.map(({ headers }) =>
    (headers.authorization ?? `Bearer ${String(headers['x-api-key'])}`).replace('Bearer ', ''),
  );

async function addChannels(
  model: string,
  channels: { key: string; priority?: number; weight?: number; [field: string]: unknown }[],
) {
  const ids: number[] = [];
  for (const channel of channels)
    ids.push(await gateway.addChannel({ base_url: upstream.url, models: model, ...channel }));
  return ids;
}

describe('priorities and weights', () => {
  test('the higher priority is used up before the lower one is asked', async () => {
    const model = await freshModel();
    await gateway.option('RetryTimes', '2');
    await addChannels(model, [
      { key: 'low', priority: 5 },
      { key: 'high-one', priority: 10 },
      { key: 'high-two', priority: 10 },
    ]);
    upstream.next('server-error', 'server-error', 'plain');
    const response = await ask(model);
    expect(response.status).toBe(200);
    await response.text();
    expect(new Set(asked().slice(0, 2))).toEqual(new Set(['high-one', 'high-two']));
    expect(asked()[2]).toBe('low');
    const [row] = (await gateway.logs()).filter(({ model_name }) => model_name === model);
    expect((row!.other.admin_info as { use_channel: string[] }).use_channel).toHaveLength(3);
  });

  test('weights share the requests, and weight 0 still gets some', async () => {
    const model = await freshModel();
    await gateway.option('RetryTimes', '0');
    await addChannels(model, [
      { key: 'heavy', weight: 90 },
      { key: 'light', weight: 0 },
    ]);
    for (let i = 0; i < 100; i++)
      await (await ask(model, { messages: [{ role: 'user', content: `conversation ${i}` }] })).text();
    const light = asked().filter((name) => name === 'light').length;
    // Shares are 100 : 10. These bounds fail once in a million runs.
    expect(light).toBeGreaterThan(0);
    expect(light).toBeLessThan(30);
  });

  test('a disabled channel is not asked any more, at once', async () => {
    const model = await freshModel();
    const [id] = await addChannels(model, [{ key: 'only' }]);
    await (await ask(model)).text();
    await gateway.manage('PUT', '/api/channel/', { id, status: 2 });
    await gateway.settledEvents();
    expect((await ask(model)).status).toBe(503);
  });
});

test('a channel that cannot chat leaves its turn to one that can', async () => {
  const model = await freshModel();
  await gateway.option('RetryTimes', '0');
  await addChannels(model, [
    { key: 'reranks only', type: 38, priority: 10 },
    { key: 'chats', priority: 5 },
  ]);
  const answer = await ask(model);
  expect(answer.status).toBe(200);
  expect(asked()).toEqual(['chats']);
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
  let model: string;
  beforeAll(async () => {
    model = await freshModel();
    await gateway.option('RetryTimes', '1');
    await addChannels(model, [{ key: 'one' }, { key: 'two' }]);
  });

  test.each(table)('%i: %s', async (status, again) => {
    upstream.next(refuse(status), 'plain');
    const response = await ask(model);
    await response.text();
    expect(upstream.requests).toHaveLength(again ? 2 : 1);
    expect(response.status).toBe(again ? 200 : status);
  });

  test('the operator names the statuses that are asked again', async () => {
    await gateway.option('AutomaticRetryStatusCodes', '504, 520-530');
    await gateway.settledEvents();
    for (const [status, again] of [
      [504, true],
      [524, true],
      [500, false],
    ] as const) {
      upstream.clear();
      upstream.next(refuse(status), 'plain');
      await (await ask(model)).text();
      expect([status, upstream.requests.length]).toEqual([status, again ? 2 : 1]);
    }
    await gateway.option('AutomaticRetryStatusCodes', '100-199,300-399,401-407,409-503,505-523,525-599');
    await gateway.settledEvents();
    for (const wrong of ['5xx', '500-400', '99', '600', '1-2-3'])
      await expect(gateway.option('AutomaticRetryStatusCodes', wrong)).rejects.toThrow();
  });

  test('400 of an Anthropic channel goes on: its account troubles come as 400', async () => {
    const claude = await freshModel();
    await addChannels(claude, [
      { key: 'one', type: 14 },
      { key: 'two', type: 14 },
    ]);
    upstream.next(refuse(400), 'plain');
    expect((await ask(claude)).status).toBe(200);
  });

  test('a status mapping decides before the retry does, and for the client', async () => {
    const mapped = await freshModel();
    await addChannels(mapped, [
      { key: 'one', status_code_mapping: '{"400":"500"}' },
      { key: 'two', status_code_mapping: '{"400":"500"}' },
    ]);
    upstream.next(refuse(400), 'plain');
    expect((await ask(mapped)).status).toBe(200);
    upstream.next(refuse(400), refuse(400));
    expect((await ask(mapped)).status).toBe(500);
  });

  test('a pinned channel is never left', async () => {
    const pinned = await freshModel();
    const [id] = await addChannels(pinned, [{ key: 'one' }, { key: 'two' }]);
    upstream.next('server-error');
    const response = await gateway.relay('/v1/chat/completions', `${key}-${id}`, {
      model: pinned,
      messages: [{ role: 'user', content: 'x' }],
    });
    expect(response.status).toBe(500);
    expect(asked()).toEqual(['one']);
  });
});

describe('what is changed on the way', () => {
  test('model mapping follows chains; price and log keep the name asked for', async () => {
    const model = await freshModel();
    await addChannels(model, [
      { key: 'one', model_mapping: JSON.stringify({ [model]: 'middle', middle: 'gpt-real' }) },
    ]);
    await (await ask(model)).text();
    expect(upstream.last.model).toBe('gpt-real');
    const [row] = (await gateway.logs()).filter(({ model_name }) => model_name === model);
    expect(row!.other).toMatchObject({
      is_model_mapped: true,
      upstream_model_name: 'gpt-real',
      model_ratio: 1,
    });
  });

  test('a mapping that runs in a circle is refused when it is saved', async () => {
    const model = await freshModel();
    await expect(addChannels(model, [{ key: 'one', model_mapping: '{"a":"b","b":"a"}' }])).rejects.toThrow();
  });

  test('parameters of the channel replace those of the body; everything else passes as it was', async () => {
    const model = await freshModel();
    await addChannels(model, [{ key: 'one', param_override: '{"temperature":0}' }]);
    await (await ask(model, { temperature: 1, seed: 0, unknown_field: { kept: [1, 2] } })).text();
    expect(upstream.last.json).toMatchObject({
      model,
      temperature: 0,
      seed: 0,
      unknown_field: { kept: [1, 2] },
    });
  });

  test('bytes pass untouched between equal protocols', async () => {
    const model = await freshModel();
    await addChannels(model, [{ key: 'one' }]);
    const body = `{ "messages" : [ {"role":"user","content":"\\u4f60 好  "} ],\n "model":"${model}", "big": 1e2 }`;
    await (await gateway.relay('/v1/chat/completions', key, body)).text();
    expect(upstream.last.body.toString()).toBe(body);
  });

  test('neither the client’s key nor its cookies go upstream', async () => {
    const model = await freshModel();
    await addChannels(model, [{ key: 'one' }]);
    await (
      await gateway.relay(
        '/v1/chat/completions',
        key,
        { model, messages: [{ role: 'user', content: 'x' }] },
        { cookie: 'session=secret' },
      )
    ).text();
    const sent = JSON.stringify(upstream.last.headers);
    expect(sent).not.toContain(key.slice(3));
    expect(sent).not.toContain('secret');
  });

  test('thinking is shown as text where the channel says so', async () => {
    const model = await freshModel();
    await addChannels(model, [{ key: 'one', setting: '{"thinking_to_content":true}' }]);
    for (const stream of [true, false]) {
      upstream.next('reasoning');
      const text = await (await ask(model, { stream })).text();
      expect(text.match(/<think>/g)).toHaveLength(1);
      expect(text.match(/<\/think>/g)).toHaveLength(1);
      expect(text).not.toContain('reasoning_content');
    }
  });

  test('thinking that is shown as text is closed, also where the answer ends inside of it', async () => {
    const model = await freshModel();
    await addChannels(model, [{ key: 'one', setting: '{"thinking_to_content":true}' }]);
    for (const stream of [true, false]) {
      upstream.next({ answer: { reasoning: ['First', ' I think.'], text: [] } });
      const text = await (await ask(model, { stream })).text();
      expect(text.match(/<think>/g)).toHaveLength(1);
      expect(text.match(/<\/think>/g)).toHaveLength(1);
      expect(text.indexOf('</think>')).toBeGreaterThan(text.indexOf('<think>'));
    }
  });
});

test('a channel with a dead key is set aside when the operator wants that', async () => {
  const model = await freshModel();
  await gateway.option('AutomaticDisableChannelEnabled', 'true');
  await gateway.option('RetryTimes', '1');
  const [id] = await addChannels(model, [{ key: 'dead', priority: 10 }, { key: 'alive' }]);
  upstream.next('bad-key', 'plain');
  expect((await ask(model)).status).toBe(200);
  await gateway.channelStatus(id!, 3);
  const channel = await gateway.manage<{ status: number; other_info: string }>('GET', `/api/channel/${id}`);
  expect(channel.status).toBe(3);
  expect(JSON.parse(channel.other_info)).toMatchObject({ status_reason: expect.any(String) });
  await (await ask(model)).text();
  expect(asked().at(-1)).toBe('alive');
});

test('a channel test asks once, measures, logs and charges nobody', async () => {
  const model = await freshModel();
  const [id] = await addChannels(model, [{ key: 'tested' }]);
  const before = await gateway.quota();
  await gateway.manage('GET', `/api/channel/test/${id}?model=${model}`);
  expect(await gateway.quota()).toBe(before);
  const row = (await gateway.logs()).at(-1);
  expect(row).toMatchObject({ token_name: '模型测试', content: '模型测试', quota: 0 });
  upstream.next('bad-key');
  await expect(gateway.manage('GET', `/api/channel/test/${id}`)).rejects.toThrow('status code 401');
});
