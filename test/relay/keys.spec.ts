import { setTimeout as sleep } from 'node:timers/promises';
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

let models = 0;
let model: string;
beforeEach(async () => {
  upstream.clear();
  model = `keyed-${++models}`;
  const rows = await gateway.manage<{ key: string; value: string }[]>('GET', '/api/option/');
  const ratios = JSON.parse(rows.find((row) => row.key === 'ModelRatio')!.value) as Record<string, number>;
  await gateway.option('ModelRatio', JSON.stringify({ ...ratios, [model]: 1 }));
  await gateway.option('RetryTimes', '0');
  await gateway.settledEvents();
});

const ask = (text = 'hello', extra: object = {}) =>
  gateway.relay('/v1/chat/completions', key, {
    model,
    messages: [{ role: 'user', content: text }],
    ...extra,
  });

/** Keys the upstream was asked with, in order. */
const asked = () => upstream.requests.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));

const channel = (name: string, setting: object, extra: object = {}) =>
  gateway.addChannel({
    key: name,
    base_url: upstream.url,
    models: model,
    setting: JSON.stringify(setting),
    ...extra,
  });

describe('several keys', () => {
  test('conversations share them, each keeps its own', async () => {
    await channel('one\ntwo\nthree', { multi_key: true });
    for (let i = 0; i < 40; i++) await (await ask(`conversation ${i}`)).text();
    expect(new Set(asked())).toEqual(new Set(['one', 'two', 'three']));
    upstream.clear();
    for (let i = 0; i < 5; i++) await (await ask('conversation 1')).text();
    expect(new Set(asked()).size).toBe(1);
  });

  const refusedWith = (status: number, headers: Record<string, string> = {}): Script => ({
    refuse: { status, message: 'not with this key', headers },
  });

  test.each([
    ['a key that its vendor refuses', 401, {}],
    ['a key whose account is asked too often', 429, { 'retry-after': '60' }],
  ])(
    '%s is not asked again by the same request, though there is no other channel',
    async (_what, status, headers) => {
      await gateway.option('RetryTimes', '1');
      await channel('one\ntwo', { multi_key: true });
      upstream.next(refusedWith(status, headers), 'plain');
      expect((await ask()).status).toBe(200);
      expect(new Set(asked())).toEqual(new Set(['one', 'two']));
    },
  );

  test('a key that asked for time is left alone, and the channel is not', async () => {
    await channel('one\ntwo', { multi_key: true }, { priority: 10 });
    await channel('other', {});
    upstream.next(refusedWith(429, { 'retry-after': '60' }));
    expect((await ask()).status).toBe(429);
    const [limited] = asked();
    upstream.clear();
    for (let i = 0; i < 8; i++) expect((await ask(`number ${i}`)).status).toBe(200);
    expect(new Set(asked())).toEqual(new Set([limited === 'one' ? 'two' : 'one']));
  });

  test('where all keys asked for time it is the turn of another channel', async () => {
    await channel('one\ntwo', { multi_key: true }, { priority: 10 });
    await channel('other', {});
    await gateway.option('RetryTimes', '2');
    const limited = refusedWith(429, { 'retry-after': '60' });
    // The first request goes on to the other channel, so its keys need two requests to say so.
    for (let i = 0; i < 2; i++) {
      upstream.next(limited, 'plain');
      expect((await ask()).status).toBe(200);
    }
    upstream.clear();
    for (let i = 0; i < 4; i++) expect((await ask(`number ${i}`)).status).toBe(200);
    expect(asked()).toEqual(Array(4).fill('other'));
  });

  test('a key at its limit leaves the request to the next, and the channel is full when all are', async () => {
    await channel('one\ntwo', { multi_key: true, key_limits: { requests_per_minute: 2 } });
    for (let i = 0; i < 4; i++) expect((await ask()).status).toBe(200);
    const [first, second] = asked()[0] === 'one' ? ['one', 'two'] : ['two', 'one'];
    expect(asked()).toEqual([first, first, second, second]);
    const answer = await ask();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(upstream.requests).toHaveLength(4);
  });

  test('a dead key is set aside, the channel goes on with the others, and the last one takes it along', async () => {
    await gateway.option('AutomaticDisableChannelEnabled', 'true');
    await gateway.settledEvents();
    const id = await channel('one\ntwo', { multi_key: true });
    const dead = { refuse: { status: 401, message: 'this key was revoked' } };
    upstream.next(dead);
    expect((await ask()).status).toBe(401);
    const read = () => gateway.manage<{ status: number; other_info: string }>('GET', `/api/channel/${id}`);
    while (!(await read()).other_info.includes('dead_keys')) await sleep(25);
    await gateway.settledEvents();
    const [first] = asked();
    upstream.clear();
    for (let i = 0; i < 10; i++) expect((await ask(`number ${i}`)).status).toBe(200);
    expect(new Set(asked())).toEqual(new Set([first === 'one' ? 'two' : 'one']));
    expect(await read()).toMatchObject({ status: 1, other_info: expect.stringContaining('dead_keys') });
    upstream.next(dead);
    expect((await ask()).status).toBe(401);
    await gateway.channelStatus(id, 3);
    expect((await ask()).status).toBe(503);
    // New keys are not known to be dead.
    await gateway.manage('PUT', '/api/channel/', { id, key: 'three\nfour', status: 1 });
    await gateway.settledEvents();
    expect((await ask()).status).toBe(200);
    await gateway.option('AutomaticDisableChannelEnabled', 'false');
  });
});

describe('a keyword of the operator in the words of a vendor', () => {
  const quoting = (text: string): Script => ({
    refuse: { status: 400, message: `Invalid value: '${text}'` },
  });

  test('sets the channel aside, but not where the client wrote it and the vendor only quotes', async () => {
    await gateway.option('AutomaticDisableChannelEnabled', 'true');
    const id = await channel('only', {});
    for (const user of ['Permission denied', 'pERMISSION denied']) {
      upstream.next(quoting(user));
      expect((await ask('hello', { user })).status).toBe(400);
    }
    // Letters may be written as escapes.
    upstream.next(quoting('Permission denied'));
    const escaped = `{"model":"${model}","user":"\\u0050ermission denied","messages":[{"role":"user","content":"x"}]}`;
    expect((await gateway.relay('/v1/chat/completions', key, escaped)).status).toBe(400);
    expect((await ask()).status).toBe(200);
    upstream.next(quoting('Permission denied'));
    expect((await ask()).status).toBe(400);
    await gateway.channelStatus(id, 3);
    await gateway.option('AutomaticDisableChannelEnabled', 'false');
  });
});

describe('what some channels have no word for', () => {
  const custom = { tools: [{ type: 'custom', custom: { name: 'free_text' } }] };

  test('goes to one that speaks as the client does, and uses up no retry', async () => {
    await gateway.option('RetryTimes', '0');
    await channel('translates', {}, { type: 14, priority: 10 });
    await channel('translates, too', {}, { type: 24, priority: 9 });
    await channel('speaks it', {}, { priority: 5 });
    expect((await ask('hello', custom)).status).toBe(200);
    expect(asked()).toEqual(['speaks it']);
    const [row] = (await gateway.logs()).slice(-1);
    expect((row!.other.admin_info as { use_channel: string[] }).use_channel).toHaveLength(1);
  });

  test('does not stand in the way of a retry', async () => {
    await gateway.option('RetryTimes', '1');
    await channel('broken', {}, { priority: 10 });
    await channel('translates', {}, { type: 14, priority: 9 });
    await channel('sound', {}, { priority: 5 });
    upstream.next('server-error');
    expect((await ask('hello', custom)).status).toBe(200);
    expect(asked()).toEqual(['broken', 'sound']);
  });

  test('is refused by name where nobody has one, and nobody is asked', async () => {
    await channel('translates', {}, { type: 14, priority: 10 });
    await channel('translates, too', {}, { type: 24, priority: 9 });
    const answer = await ask('hello', custom);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('tools[0].type custom');
    expect(asked()).toEqual([]);
  });
});
