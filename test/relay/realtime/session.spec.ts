import { setTimeout as sleep } from 'node:timers/promises';
import { RealtimeClient } from '../../doubles/realtime-client.js';
import { RealtimeUpstream } from '../../doubles/realtime-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { OwnTime, until } from '../../setup/until.js';

const MODEL = 'gpt-4o-realtime-preview';
let gateway: Gateway;
let upstream: RealtimeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await RealtimeUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ base_url: upstream.url, models: MODEL });
  key = await gateway.addToken();
  await gateway.option('RetryTimes', '3');
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(10_000_000);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const open = () => RealtimeClient.withHeader(gateway.url, key, MODEL).opened();

describe('the handshake', () => {
  test('a key in a header goes to the provider in a header, with the beta the client asked for', async () => {
    const client = await RealtimeClient.withHeader(gateway.url, key, MODEL, {
      'openai-beta': 'realtime=v1',
    }).opened();
    await client.event('session.created');
    expect(upstream.last.path).toBe(`/v1/realtime?model=${MODEL}`);
    expect(upstream.last.headers).toMatchObject({
      authorization: 'Bearer sk-upstream',
      'openai-beta': 'realtime=v1',
    });
    expect(upstream.last.headers['sec-websocket-protocol']).toBeUndefined();
    await client.close();
  });

  test('a key among the subprotocols is replaced by the channel’s, and never sent back to the client', async () => {
    const client = await RealtimeClient.withSubprotocols(gateway.url, key, MODEL, [
      'openai-beta.realtime-v1',
    ]).opened();
    await client.event('session.created');
    expect(client.socket.protocol).toBe('realtime');
    expect(upstream.last.headers['sec-websocket-protocol']).toBe(
      'realtime,openai-insecure-api-key.sk-upstream,openai-beta.realtime-v1',
    );
    expect(upstream.last.headers.authorization).toBeUndefined();
    await client.close();
  });

  test('a client of today’s API is not made to speak the beta', async () => {
    const client = await RealtimeClient.withHeader(gateway.url, key, MODEL).opened();
    await client.event('session.created');
    expect(upstream.last.headers['openai-beta']).toBeUndefined();
    await client.close();
  });

  test.each([
    ['an unknown key is refused', () => RealtimeClient.withHeader(gateway.url, 'sk-nobody', MODEL), 401],
    ['an unknown model is refused', () => RealtimeClient.withHeader(gateway.url, key, 'nothing'), 404],
    ['a handshake without a model is refused', () => RealtimeClient.withHeader(gateway.url, key, ''), 400],
  ])('%s before the upgrade', async (_name, connect, status) => {
    const refused = await connect().refused();
    expect(refused.status).toBe(status);
    expect(refused.body.error.message).toContain('request id');
    expect(upstream.sessions).toHaveLength(0);
  });

  test('a request without a handshake is rejected', async () => {
    const response = await fetch(`${gateway.url}/v1/realtime?model=${MODEL}`);
    expect(response.status).toBe(426);
    expect(await response.json()).toMatchObject({ error: { code: 'upgrade_required' } });
  });

  test('a handshake for another address is answered like any request for it', async () => {
    const client = new WebSocketElsewhere(gateway.url);
    expect(await client.status()).toBe(404);
  });

  test('an offer of h2c, as Java’s client makes it, changes nothing', async () => {
    const answer = await raw(
      gateway.url,
      `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nAuthorization: Bearer sk-nobody\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('无效的令牌');
  });

  test('a model that a token may not use is refused', async () => {
    const limited = await gateway.addToken({ model_limits_enabled: true, model_limits: 'gpt-4o' });
    expect((await RealtimeClient.withHeader(gateway.url, limited, MODEL).refused()).status).toBe(403);
  });

  test('a provider that refuses is left for the next channel', async () => {
    const other = await RealtimeUpstream.start();
    const id = await gateway.addChannel({ base_url: other.url, models: MODEL, priority: 10 });
    const refusal = { status: 500, body: { error: { message: 'out of order', type: 'server_error' } } };
    // A single 500 is worth one more try at the same channel.
    other.refusals.push(refusal, refusal);
    const client = await open();
    await client.event('session.created');
    expect(other.sessions).toHaveLength(0);
    await client.turn();
    await client.close();
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({ attempts: 3 });
    await gateway.manage('DELETE', `/api/channel/${id}`);
    await gateway.settledEvents();
    await other.close();
  });

  test('a provider that lets in only to turn away is left for the next channel, too', async () => {
    await gateway.option('RetryTimes', '3');
    upstream.rejections.push({ type: 'server_error', code: 'overloaded', message: 'not now' });
    const client = await open();
    await client.turn();
    expect(client.events.filter(({ type }) => type === 'error')).toEqual([]);
    expect(upstream.sessions).toHaveLength(2);
    await client.close();
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({ attempts: 2 });
  });

  test('the client gets the error event with which the last provider rejected the session', async () => {
    await gateway.option('RetryTimes', '0');
    upstream.rejections.push({
      type: 'invalid_request_error',
      code: 'unknown_model',
      message: 'no such model',
    });
    const client = await open();
    await client.closed;
    expect(client.events).toMatchObject([{ type: 'error', error: { code: 'unknown_model' } }]);
    expect(await gateway.logs()).toEqual([]);
    await gateway.option('RetryTimes', '3');
  });

  test('when no provider takes the session the client gets one error event, and pays nothing', async () => {
    await gateway.option('RetryTimes', '0');
    upstream.refusals.push({
      status: 429,
      body: { error: { message: 'slow down', type: 'rate_limit_error', code: 'rate_limit_exceeded' } },
    });
    const client = await open();
    const { code } = await client.closed;
    expect(code).toBe(1011);
    expect(client.events).toHaveLength(1);
    expect(client.events[0]).toMatchObject({
      type: 'error',
      event_id: expect.stringMatching(/^evt_/) as string,
      error: { code: 'rate_limit_exceeded' },
    });
    expect(await gateway.logs()).toEqual([]);
    expect(await gateway.manage('GET', '/api/books')).toMatchObject({ memory: { openHolds: 0 } });
    await gateway.option('RetryTimes', '3');
  });
});

describe('messages', () => {
  test('go both ways as they are, in order, whatever they are', async () => {
    const client = await open();
    await client.event('session.created');
    const sent = ['{"type":"unknown.event", "a" : 1}', 'no json', '{"type":"session.update","session":{}}'];
    for (const one of sent) client.socket.send(one);
    const answers = ['{"type":"rate_limits.updated",  "rate_limits":[]}', '{"type":"x","ü":"\\u00fc"}'];
    await until(() => upstream.last.messages.length === sent.length);
    for (const one of answers) upstream.last.socket.send(one);
    await client.event('x');
    expect(upstream.last.messages).toEqual(sent);
    expect(client.frames.slice(-2)).toEqual(answers);
    await client.close();
  });

  test('sent before the provider has answered are kept for it', async () => {
    const client = RealtimeClient.withHeader(gateway.url, key, MODEL);
    client.socket.on('open', () => client.send({ type: 'session.update', session: {} }));
    await client.event('session.created');
    await until(() => upstream.last.messages.length > 0);
    expect(upstream.last.messages).toEqual(['{"type":"session.update","session":{}}']);
    await client.close();
  });

  test('of more than 16 MiB end the session', async () => {
    const client = await open();
    await client.event('session.created');
    client.socket.send(Buffer.alloc(17 * 1024 * 1024, 0x20).toString());
    expect((await client.closed).code).toBe(1009);
  });

  test('a client that does not read makes the provider wait, and memory stays bounded', async () => {
    const client = await open();
    await client.event('session.created');
    client.socket.pause();
    const piece = JSON.stringify({ type: 'x', fill: 'y'.repeat(256 * 1024) });
    for (let sent = 0; sent < 200; sent++) upstream.last.socket.send(piece);
    await sleep(500);
    expect(upstream.last.socket.bufferedAmount).toBeGreaterThan(20 * 1024 * 1024);
    client.socket.resume();
    await client.event('x', 200);
    await client.close();
  });

  test('the provider’s closing is passed on', async () => {
    const client = await open();
    await client.event('session.created');
    upstream.last.socket.close(4001, 'maintenance');
    expect(await client.closed).toEqual({ code: 4001, reason: 'maintenance' });
    expect(await gateway.logs()).toEqual([]);
  });

  test('the client’s closing closes the provider’s side within a second', async () => {
    const client = await open();
    await client.event('session.created');
    client.socket.terminate();
    const sinceLeft = new OwnTime();
    await upstream.last.closed;
    expect(sinceLeft.stop()).toBeLessThan(1000);
  });
});

/** A handshake for an address that takes none. */
class WebSocketElsewhere {
  constructor(private readonly url: string) {}

  async status(): Promise<number> {
    const answer = await raw(
      this.url,
      'GET /v1/nothing HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    return Number(answer.split(' ')[1]);
  }
}

async function raw(url: string, request: string): Promise<string> {
  const { connect } = await import('node:net');
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(request);
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (piece) => {
      text += piece.toString();
      if (text.includes('}')) {
        resolve(text);
        socket.destroy();
      }
    });
  });
}
