import { RealtimeClient } from '../../doubles/realtime-client.js';
import { RealtimeUpstream } from '../../doubles/realtime-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { OwnTime } from '../../setup/until.js';

/** The promises of `budget.spec.ts`, for the one chargeable route that is no HTTP answer. */
const MODEL = 'gpt-realtime';
const START = 10_000_000;
let gateway: Gateway;
let upstream: RealtimeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await RealtimeUpstream.start();
  gateway = await Gateway.start({ DRAIN_TIMEOUT: '10' });
  await gateway.addChannel({ base_url: upstream.url, models: MODEL });
  key = await gateway.addToken();
  await gateway.sell({ [MODEL]: 2 });
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

describe.each([
  ['header', () => RealtimeClient.withHeader(gateway.url, key, MODEL)],
  ['subprotocols', () => RealtimeClient.withSubprotocols(gateway.url, key, MODEL)],
] as const)('GET /v1/realtime, key by %s', (_name, connect) => {
  test('is refused without balance, and the upstream is not asked', async () => {
    await gateway.setQuota(0);
    const client = await connect().opened();
    await client.closed;
    expect(client.events).toHaveLength(1);
    expect(client.events[0]!.error!.message).toContain('user quota is not enough');
    expect(upstream.sessions).toHaveLength(0);
    expect(await gateway.quota()).toBe(0);
  });

  test('is charged once for each response, by the usage the upstream reported', async () => {
    const client = await connect().opened();
    await client.turn();
    await client.close();
    const [row, ...more] = await gateway.logs();
    expect(more).toEqual([]);
    expect(row).toMatchObject({ model_name: MODEL, is_stream: true });
    expect(row!.quota).toBeGreaterThan(0);
    expect(row!.other).toMatchObject({ usage_source: 'upstream' });
    expect(await gateway.quota()).toBe(START - row!.quota);
    await gateway.manage('GET', '/api/books');
  });

  test('costs nothing when the upstream fails', async () => {
    upstream.refusals.push({ status: 500, body: { error: { message: 'no' } } });
    const client = await connect().opened();
    await client.closed;
    expect(await gateway.logs()).toEqual([]);
    expect(await gateway.quota()).toBe(START);
  });

  test('costs nothing when nothing is asked', async () => {
    const client = await connect().opened();
    await client.event('session.created');
    await client.close();
    await gateway.quiet();
    expect(await gateway.logs()).toEqual([]);
    expect(await gateway.quota()).toBe(START);
  });

  test('a client that leaves mid-response pays for what was produced, and the upstream is hung up on', async () => {
    upstream.otherwise = { texts: Array.from({ length: 50 }, () => 'some words '), betweenMs: 40 };
    const client = await connect().opened();
    client.send({ type: 'response.create' });
    await client.event('response.output_text.delta', 5);
    client.socket.terminate();
    const sinceLeft = new OwnTime();
    await upstream.last.closed;
    expect(sinceLeft.stop()).toBeLessThan(1000);
    await gateway.quiet();
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({
      usage_source: 'estimated',
      stream_status: { status: 'error', end_reason: 'client_gone' },
    });
    expect(row!.completion_tokens).toBeGreaterThan(0);
    expect(row!.completion_tokens).toBeLessThan(100);
    expect(await gateway.quota()).toBe(START - row!.quota);
  });

  test('leaves no hold behind, however it ends', async () => {
    upstream.script.push({ texts: ['a'], stops: 'break' }, { texts: ['a'], stops: 'close' });
    for (let session = 0; session < 2; session++) {
      const client = await connect().opened();
      client.send({ type: 'response.create' });
      await client.closed;
    }
    const client = await connect().opened();
    await client.turn();
    client.socket.terminate();
    await gateway.quiet();
    expect(await gateway.manage('GET', '/api/books')).toMatchObject({ balanced: true });
  });
});

test('twenty sessions at once on a small balance never overdraw it by more than what was under way', async () => {
  await gateway.setQuota(200_000);
  const clients = await Promise.all(
    Array.from({ length: 20 }, () => RealtimeClient.withHeader(gateway.url, key, MODEL).opened()),
  );
  for (const client of clients) client.send({ type: 'response.create' });
  await Promise.all(clients.map((client) => client.event(['response.done', 'error'])));
  for (const client of clients) client.socket.close();
  await Promise.all(clients.map(({ closed }) => closed));
  await gateway.quiet();
  const rows = await gateway.logs();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThan(20);
  expect(await gateway.quota()).toBe(200_000 - rows.reduce((sum, { quota }) => sum + quota, 0));
  expect(await gateway.manage('GET', '/api/books')).toMatchObject({ balanced: true });
});

test('a stop lets the response under way end, charges it, and closes the session', async () => {
  upstream.otherwise = {
    texts: ['one', ' two', ' three'],
    betweenMs: 150,
    usage: { input_tokens: 9, output_tokens: 3 },
  };
  const idle = await RealtimeClient.withHeader(gateway.url, key, MODEL).opened();
  const busy = await RealtimeClient.withHeader(gateway.url, key, MODEL).opened();
  await idle.event('session.created');
  busy.send({ type: 'response.create' });
  await busy.event('response.output_text.delta');
  const closing = gateway.app.close();
  expect(await idle.closed).toMatchObject({ code: 1001 });
  expect((await busy.closed).code).toBe(1001);
  expect(busy.events.map(({ type }) => type).slice(-2)).toEqual(['response.done', 'error']);
  expect(busy.events.at(-1)!.error!.code).toBe('draining');
  await closing;
});
