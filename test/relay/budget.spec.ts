import { setTimeout as sleep } from 'node:timers/promises';
import { RELAYED } from '../../server/relay/relay.routes.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { Gateway } from '../setup/gateway.js';

/**
 * The promises of money that every chargeable route keeps. A new route is added to `routes` below; the first test fails
 * until it is.
 */
interface ChargeableRoute {
  path: string;
  /** Channel type that serves it. */
  type: number;
  model: string;
  body(model: string, stream: boolean): object;
}

const routes: ChargeableRoute[] = [
  {
    path: '/v1/chat/completions',
    type: 1,
    model: 'gpt-4o',
    body: (model, stream) => ({ model, stream, messages: [{ role: 'user', content: 'hello' }] }),
  },
  {
    path: '/v1/messages',
    type: 14,
    model: 'claude-3-7-sonnet-20250219',
    body: (model, stream) => ({
      model,
      stream,
      max_tokens: 100,
      messages: [{ role: 'user', content: 'hello' }],
    }),
  },
];

const START = 10_000_000;
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  for (const { type, model } of routes)
    await gateway.addChannel({ type, base_url: upstream.url, models: model });
  key = await gateway.addToken();
}, 60_000);

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

test('every relayed route is listed here', () => {
  expect(routes.map(({ path }) => path).sort()).toEqual(RELAYED.map(({ path }) => path).sort());
});

describe.each(routes)('$path', ({ path, model, body }) => {
  describe.each([false, true])('stream: %s', (stream) => {
    const call = (headers?: Record<string, string>) => gateway.relay(path, key, body(model, stream), headers);

    test('is refused without balance, and the upstream is not asked', async () => {
      await gateway.setQuota(0);
      const response = await call();
      expect(response.status).toBe(403);
      expect(JSON.stringify(await response.json())).toContain('user quota is not enough');
      expect(upstream.requests).toHaveLength(0);
      expect(await gateway.quota()).toBe(0);
    });

    test('is charged once, by the usage the upstream reported', async () => {
      const response = await call();
      expect(response.status).toBe(200);
      await response.text();
      const [row, ...more] = await gateway.logs();
      expect(more).toEqual([]);
      expect(row).toMatchObject({ model_name: model, is_stream: stream });
      expect(row!.quota).toBeGreaterThan(0);
      expect(row!.other).toMatchObject({ usage_source: 'upstream' });
      expect(await gateway.quota()).toBe(START - row!.quota);
      await gateway.manage('GET', '/api/books');
    });

    test('costs nothing when the upstream fails', async () => {
      upstream.next('server-error');
      const response = await call();
      expect(response.status).toBe(500);
      await response.text();
      expect(await gateway.logs()).toEqual([]);
      expect(await gateway.quota()).toBe(START);
    });

    test('leaves no hold behind', async () => {
      upstream.next('plain', 'server-error');
      await (await call()).text();
      await (await call()).text();
      const books = await gateway.manage('GET', '/api/books');
      expect(books).toMatchObject({ balanced: true, memory: { openHolds: 0 } });
    });
  });

  test('a client that leaves mid-stream pays for what was produced, and the upstream is hung up on', async () => {
    upstream.next({
      betweenFramesMs: 200,
      answer: { text: Array.from({ length: 50 }, () => 'some words '), usage: { input: 9, output: 200 } },
    });
    const gone = new AbortController();
    const response = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body(model, true)),
      signal: gone.signal,
    });
    const reader = response.body!.getReader();
    for (let seen = 0; seen < 200;) seen += (await reader.read()).value?.length ?? 200;
    await sleep(700);
    gone.abort();
    const leftAt = Date.now();
    await upstream.last.over;
    expect(upstream.last.hungUpAt! - leftAt).toBeLessThan(1000);
    await sleep(100);
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({
      usage_source: 'estimated',
      stream_status: { status: 'error', end_reason: 'client_gone' },
    });
    expect(row!.completion_tokens).toBeGreaterThan(0);
    expect(row!.completion_tokens).toBeLessThan(200);
    expect(await gateway.quota()).toBe(START - row!.quota);
  });
});
