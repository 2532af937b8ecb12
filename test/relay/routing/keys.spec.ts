import type { Script } from '../../doubles/scripted-upstream.js';
import { until } from '../../setup/until.js';
import { TestGateway } from '../../setup/test-gateway.js';

const app = TestGateway.forAllTests();

beforeEach(async () => {
  await app.gateway.option('RetryTimes', '0');
  await app.freshModel();
});

describe('several keys', () => {
  test('conversations share them, each keeps its own', async () => {
    await app.addChannel('one\ntwo\nthree', { setting: { multi_key: true } });
    for (let i = 0; i < 40; i++) await (await app.ask(`conversation ${i}`)).text();
    expect(new Set(app.requestedKeys())).toEqual(new Set(['one', 'two', 'three']));
    app.upstream.clear();
    for (let i = 0; i < 5; i++) await (await app.ask('conversation 1')).text();
    expect(new Set(app.requestedKeys()).size).toBe(1);
  });

  const refusedWith = (status: number, headers: Record<string, string> = {}): Script => ({
    refuse: { status, message: 'not with this key', headers },
  });

  test.each([
    ['a key that its provider refuses', 401, {}],
    ['a key whose account is asked too often', 429, { 'retry-after': '60' }],
  ])(
    '%s is not asked again by the same request, though there is no other channel',
    async (_what, status, headers) => {
      await app.gateway.option('RetryTimes', '1');
      await app.addChannel('one\ntwo', { setting: { multi_key: true } });
      app.upstream.next(refusedWith(status, headers), 'plain');
      expect((await app.ask()).status).toBe(200);
      expect(new Set(app.requestedKeys())).toEqual(new Set(['one', 'two']));
    },
  );

  test('a key that asked for time is left alone, and the channel is not', async () => {
    await app.addChannel('one\ntwo', { setting: { multi_key: true }, priority: 10 });
    await app.addChannel('other');
    app.upstream.next(refusedWith(429, { 'retry-after': '60' }));
    expect((await app.ask()).status).toBe(429);
    const [limited] = app.requestedKeys();
    app.upstream.clear();
    for (let i = 0; i < 8; i++) expect((await app.ask(`number ${i}`)).status).toBe(200);
    expect(new Set(app.requestedKeys())).toEqual(new Set([limited === 'one' ? 'two' : 'one']));
  });

  test('where all keys asked for time it is the turn of another channel', async () => {
    await app.addChannel('one\ntwo', { setting: { multi_key: true }, priority: 10 });
    await app.addChannel('other');
    await app.gateway.option('RetryTimes', '2');
    const limited = refusedWith(429, { 'retry-after': '60' });
    // The first request goes on to the other channel, so its keys need two requests to say so.
    for (let i = 0; i < 2; i++) {
      app.upstream.next(limited, 'plain');
      expect((await app.ask()).status).toBe(200);
    }
    app.upstream.clear();
    for (let i = 0; i < 4; i++) expect((await app.ask(`number ${i}`)).status).toBe(200);
    expect(app.requestedKeys()).toEqual(Array(4).fill('other'));
  });

  test('a key at its limit leaves the request to the next, and the channel is full when all are', async () => {
    await app.addChannel('one\ntwo', {
      setting: { multi_key: true, key_limits: { requests_per_minute: 2 } },
    });
    for (let i = 0; i < 4; i++) expect((await app.ask()).status).toBe(200);
    const [first, second] = app.requestedKeys()[0] === 'one' ? ['one', 'two'] : ['two', 'one'];
    expect(app.requestedKeys()).toEqual([first, first, second, second]);
    const answer = await app.ask();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(app.upstream.requests).toHaveLength(4);
  });

  test('a dead key is set aside, the channel goes on with the others, and the last one takes it along', async () => {
    await app.gateway.option('AutomaticDisableChannelEnabled', 'true');
    await app.gateway.settledEvents();
    const id = await app.addChannel('one\ntwo', { setting: { multi_key: true } });
    const dead = { refuse: { status: 401, message: 'this key was revoked' } };
    app.upstream.next(dead);
    expect((await app.ask()).status).toBe(401);
    const read = () =>
      app.gateway.manage<{ status: number; other_info: string }>('GET', `/api/channel/${id}`);
    await until(async () => (await read()).other_info.includes('dead_keys'));
    await app.gateway.settledEvents();
    const [first] = app.requestedKeys();
    app.upstream.clear();
    for (let i = 0; i < 10; i++) expect((await app.ask(`number ${i}`)).status).toBe(200);
    expect(new Set(app.requestedKeys())).toEqual(new Set([first === 'one' ? 'two' : 'one']));
    expect(await read()).toMatchObject({ status: 1, other_info: expect.stringContaining('dead_keys') });
    app.upstream.next(dead);
    expect((await app.ask()).status).toBe(401);
    await app.gateway.channelStatus(id, 3);
    expect((await app.ask()).status).toBe(503);
    // New keys are not known to be dead.
    await app.gateway.manage('PUT', '/api/channel/', { id, key: 'three\nfour', status: 1 });
    await app.gateway.settledEvents();
    expect((await app.ask()).status).toBe(200);
    await app.gateway.option('AutomaticDisableChannelEnabled', 'false');
  });
});

describe('a keyword of the operator in the words of a provider', () => {
  const quoting = (text: string): Script => ({
    refuse: { status: 400, message: `Invalid value: '${text}'` },
  });

  test('sets the channel aside, but not where the client wrote it and the provider only quotes', async () => {
    await app.gateway.option('AutomaticDisableChannelEnabled', 'true');
    const id = await app.addChannel('only');
    for (const user of ['Permission denied', 'pERMISSION denied']) {
      app.upstream.next(quoting(user));
      expect((await app.ask('hello', { user })).status).toBe(400);
    }
    // Letters may be written as escapes.
    app.upstream.next(quoting('Permission denied'));
    const escaped = `{"model":"${app.model}","user":"\\u0050ermission denied","messages":[{"role":"user","content":"x"}]}`;
    expect((await app.askRaw(escaped)).status).toBe(400);
    expect((await app.ask()).status).toBe(200);
    app.upstream.next(quoting('Permission denied'));
    expect((await app.ask()).status).toBe(400);
    await app.gateway.channelStatus(id, 3);
    await app.gateway.option('AutomaticDisableChannelEnabled', 'false');
  });
});

describe('what some channels have no word for', () => {
  const custom = { functions: [{ name: 'free_text' }] };

  test('goes to one that speaks as the client does, and uses up no retry', async () => {
    await app.gateway.option('RetryTimes', '0');
    await app.addChannel('translates', { type: 14, priority: 10 });
    await app.addChannel('translates, too', { type: 24, priority: 9 });
    await app.addChannel('speaks it', { priority: 5 });
    expect((await app.ask('hello', custom)).status).toBe(200);
    expect(app.requestedKeys()).toEqual(['speaks it']);
    const [row] = (await app.gateway.logs()).slice(-1);
    expect((row!.other.admin_info as { use_channel: string[] }).use_channel).toHaveLength(1);
  });

  test('does not stand in the way of a retry', async () => {
    await app.gateway.option('RetryTimes', '1');
    await app.addChannel('broken', { priority: 10 });
    await app.addChannel('translates', { type: 14, priority: 9 });
    await app.addChannel('sound', { priority: 5 });
    app.upstream.next('overloaded');
    expect((await app.ask('hello', custom)).status).toBe(200);
    expect(app.requestedKeys()).toEqual(['broken', 'sound']);
  });

  test('is refused by name where nobody has one, and nobody is asked', async () => {
    await app.addChannel('translates', { type: 14, priority: 10 });
    await app.addChannel('translates, too', { type: 24, priority: 9 });
    const answer = await app.ask('hello', custom);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('functions is not supported');
    expect(app.requestedKeys()).toEqual([]);
  });
});
