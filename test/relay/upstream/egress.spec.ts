import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { UpstreamClient, type AnswerSink } from '../../../server/relay/upstream/client.js';
import type { UpstreamError } from '../../../server/dialects/canonical/failure.js';
import { UpstreamSockets } from '../../../server/relay/upstream/sockets.js';
import { RealtimeClient } from '../../doubles/realtime-client.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** With EGRESS_ALLOW_PRIVATE=false nothing of this machine or its networks is reached, by a proxy's setting either. */
const MODEL = 'gpt-4o-realtime-preview';
let gateway: Gateway;
let upstream: ScriptedUpstream;
/** Says yes to everything, as a service that was never meant to be a proxy might. */
let inside: Server;
let port: number;
let connections: number;
let key: string;

beforeAll(async () => {
  inside = createServer((socket: Socket) => {
    connections++;
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\nINTERNAL-SECRET');
  }).listen(0, '127.0.0.1');
  await once(inside, 'listening');
  ({ port } = inside.address() as AddressInfo);
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start({ EGRESS_ALLOW_PRIVATE: 'false' });
  await gateway.option('RetryTimes', '0');
  key = await gateway.addToken();
});
afterAll(async () => {
  delete process.env.EGRESS_ALLOW_PRIVATE;
  await gateway?.close();
  await upstream?.close();
  inside?.close();
});
beforeEach(() => {
  connections = 0;
});

const proxies = () => [
  `http://127.0.0.1:${port}`,
  `https://127.0.0.1:${port}`,
  `socks5://127.0.0.1:${port}`,
  `socks5h://127.0.0.1:${port}`,
  `http://localhost:${port}`,
  `http://[::ffff:127.0.0.1]:${port}`,
  `http://2130706433:${port}`,
];
const ROUTES = ['relay', 'realtime', 'models', 'test', 'balance'] as const;

/** Everything that calls a channel's upstream. @returns what it was answered */
async function responseOf(id: number, route: (typeof ROUTES)[number]): Promise<string> {
  if (route === 'realtime') {
    const client = RealtimeClient.withHeader(gateway.url, key, MODEL);
    return JSON.stringify(await client.event('error'));
  }
  if (route === 'relay') {
    const body = { model: MODEL, messages: [{ role: 'user', content: 'Hi' }] };
    return (await gateway.relay('/v1/chat/completions', key, body)).text();
  }
  const path = { models: 'fetch_models', test: 'test', balance: 'update_balance' }[route];
  const headers = await gateway.session();
  return (await fetch(`${gateway.url}/api/channel/${path}/${id}`, { headers })).text();
}

test.each(ROUTES)('%s: no proxy of this machine is called', async (route) => {
  for (const proxy of proxies()) {
    await gateway.sql('DELETE FROM channels');
    const setting = JSON.stringify({ proxy });
    const id = await gateway.addChannel({ base_url: 'https://provider.example', models: MODEL, setting });
    const answer = await responseOf(id, route);
    expect(answer).not.toContain('INTERNAL-SECRET');
    if (route === 'test') expect(answer).toContain('EPRIVATE');
  }
  expect(connections).toBe(0);
});

test.each(ROUTES)('%s: no private address is called, with or without a proxy', async (route) => {
  for (const setting of ['', JSON.stringify({ proxy: 'http://192.0.2.1:3128' })]) {
    for (const base_url of [`http://127.0.0.1:${port}`, `http://localhost:${port}`, `http://[::1]:${port}`]) {
      await gateway.sql('DELETE FROM channels');
      const id = await gateway.addChannel({ base_url, models: MODEL, setting });
      expect(await responseOf(id, route)).not.toContain('INTERNAL-SECRET');
    }
  }
  expect(connections).toBe(0);
});

test.each([
  ['recognise', { key: 'sk-secret', probe: true }],
  ['fetch_models', { type: 1, key: 'sk-secret' }],
  ['test', { type: 1, key: 'sk-secret', models: MODEL }],
])('%s of a channel that is not saved: no private address is called', async (path, form) => {
  const headers = { ...(await gateway.session()), 'content-type': 'application/json' };
  for (const base_url of [`http://127.0.0.1:${port}`, `http://localhost:${port}`, `http://[::1]:${port}`]) {
    const body = JSON.stringify({ ...form, base_url });
    const answer = await fetch(`${gateway.url}/api/channel/${path}`, { method: 'POST', headers, body });
    expect(await answer.text()).not.toContain('INTERNAL-SECRET');
  }
  expect(connections).toBe(0);
});

describe('whatever stops a connection, a client reads one message and code', () => {
  const refused: readonly [string, () => string][] = [
    ['nobody listens', () => 'http://127.0.0.1:9'],
    ['no TLS', () => `https://127.0.0.1:${port}`],
    ['an unknown host', () => 'http://no-such-host.invalid'],
    ['through a proxy that is none', () => upstream.url],
  ];
  const client = new UpstreamClient({ connectTimeoutMs: 2000, allowPrivate: true });
  const sockets = new UpstreamSockets({ allowPrivate: true, handshakeMs: 2000 });
  afterAll(() => client.close());

  test.each(refused)('%s', async (name, address) => {
    const isProxy = name.includes('proxy');
    const proxy = isProxy ? `socks5://127.0.0.1:${port}` : undefined;
    const failures = [await failureOf(client, address(), proxy)];
    const session = { url: address().replace(/^http/, 'ws'), headers: {}, subprotocols: [] };
    const opened = sockets.open(session, proxy).opened.then(() => {
      throw new Error('it answered');
    });
    failures.push(await opened.catch((problem: UpstreamError) => problem));
    for (const { failure } of failures) {
      expect(failure).toMatchObject({
        status: 502,
        code: 'do_request_failed',
        message: 'connection to the upstream failed',
      });
      expect(failure.detail).toBeTruthy();
    }
  });
});

test('the cause is in the log of administrators, not in the error of the client', async () => {
  await gateway.sql('DELETE FROM channels');
  await gateway.addChannel({ base_url: 'http://127.0.0.1:9', models: 'gpt-4o' });
  const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }] };
  const response = await gateway.relay('/v1/chat/completions', key, body);
  expect(response.status).toBe(502);
  const { error } = (await response.json()) as { error: { message: string; code: string } };
  expect(error.code).toBe('do_request_failed');
  expect(error.message).toMatch(/^connection to the upstream failed \(request id: \w+\)$/);
});

function failureOf(client: UpstreamClient, url: string, proxy: string | undefined): Promise<UpstreamError> {
  return new Promise((resolve, reject) => {
    const sink: AnswerSink = {
      head: () => undefined,
      data: () => undefined,
      end: () => reject(new Error('it answered')),
      fail: (problem) => resolve(problem as UpstreamError),
    };
    client.send(
      { method: 'GET', url: `${url}/v1/models`, headers: {} },
      { headersMs: 2000, idleMs: 2000 },
      proxy,
      sink,
    );
  });
}
