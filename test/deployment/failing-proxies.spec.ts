import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { EgressClient } from '../../server/core/egress/egress-client.js';
import { EnvironmentProxies } from '../../server/core/egress/environment-proxies.js';
import { readEnv } from '../../server/core/env.js';
import { UpstreamError } from '../../server/dialects/canonical/failure.js';
import { UpstreamClient } from '../../server/relay/upstream/client.js';
import { ask } from '../../server/relay/upstream/request.js';
import { UpstreamSockets } from '../../server/relay/upstream/sockets.js';
import { until } from '../setup/until.js';
import { closing, FailingProxy, type Behavior } from './failing-proxy.js';

/** A request through a proxy that opens no tunnel fails at once or after its time, and the proxy is not called in a loop. */
const CONNECT_TIMEOUT_MS = 500;
/** How long connections are counted after a request has failed. */
const WINDOW_MS = 200;
const MAX_CONNECTIONS = 2;
/** Requests that wait longer than their test, unless they are ended. */
const LONG_MS = 600_000;

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function failing(behavior: Behavior): Promise<FailingProxy> {
  const proxy = await FailingProxy.start(behavior);
  opened.push(proxy);
  return proxy;
}

function egressThrough(proxy: string): EgressClient {
  const environment = { HTTPS_PROXY: proxy, HTTP_PROXY: proxy, NO_PROXY: '' };
  const client = new EgressClient({ ...readEnv(), ...environment, EGRESS_ALLOW_PRIVATE: true });
  opened.push({ close: () => client.onApplicationShutdown() });
  return client;
}

const egressCall = (timeoutMs: number, signal?: AbortSignal) => ({
  method: 'GET' as const,
  headers: {},
  timeoutMs,
  maxBytes: 1000,
  ...(signal && { signal }),
});

/** How a call fails that a provider's client or the client of webhooks makes through the proxy. */
const callers: Readonly<Record<string, (proxy: string, target: string) => Promise<unknown>>> = {
  'a call of a provider': async (proxy, target) => {
    const client = new UpstreamClient({ connectTimeoutMs: CONNECT_TIMEOUT_MS, allowPrivate: true });
    opened.push({ close: () => client.close() });
    return ask(client, { method: 'GET', url: target, headers: {} }, proxy).catch((error: unknown) => error);
  },
  'a realtime session': async (proxy, target) => {
    const sockets = new UpstreamSockets({ handshakeMs: CONNECT_TIMEOUT_MS, allowPrivate: true });
    const session = { url: target.replace(/^http/, 'ws'), headers: {}, subprotocols: [] };
    return sockets.open(session, proxy).opened.catch((error: unknown) => error);
  },
  'a webhook': async (proxy, target) =>
    egressThrough(proxy)
      .fetch(target, egressCall(LONG_MS))
      .catch((error: unknown) => error),
};
const targets = ['http://provider.example/v1', 'https://provider.example/v1'];

async function expectFewConnections(proxy: FailingProxy): Promise<void> {
  await sleep(WINDOW_MS);
  expect(proxy.connections).toBeGreaterThan(0);
  expect(proxy.connections).toBeLessThanOrEqual(MAX_CONNECTIONS);
}

const cases = Object.keys(callers).flatMap((caller) =>
  ['http', 'socks5'].flatMap((scheme) => Object.keys(closing).map((how) => [caller, scheme, how] as const)),
);

test.each(cases)(
  '%s through a proxy (%s) that %s fails after few connections',
  async (caller, scheme, how) => {
    for (const target of targets) {
      const proxy = await failing(closing[how]!);
      const problem = await callers[caller]!(proxy.url(scheme), target);
      expect(problem).toBeInstanceOf(Error);
      if (problem instanceof UpstreamError) expect(problem.failure).toMatchObject({ status: 502 });
      else expect(problem).toMatchObject({ code: 'EPROXY_CLOSED' });
      await expectFewConnections(proxy);
    }
  },
);

test.each(Object.keys(callers).filter((caller) => caller !== 'a webhook'))(
  '%s through a proxy that never answers fails after the time for a connection',
  async (caller) => {
    for (const scheme of ['http', 'socks5']) {
      const proxy = await failing(() => undefined);
      const problem = await callers[caller]!(proxy.url(scheme), targets[1]!);
      expect(problem).toBeInstanceOf(UpstreamError);
      await expectFewConnections(proxy);
      await until(() => proxy.open.length === 0);
    }
  },
);

test.each([
  ['requires a password', 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'EPROXY_STATUS_407'],
  ['is another service', '220 mail.example ESMTP\r\n\r\n', 'EPROXY_ANSWER'],
  ['answers without end', 'x'.repeat(20_000), 'EPROXY_ANSWER'],
])('a proxy that %s fails the call by that cause', async (_how, answer, code) => {
  const proxy = await failing((socket) => socket.once('data', () => socket.end(answer)));
  const problem = await callers['a call of a provider']!(proxy.url('http'), targets[0]!);
  expect(problem).toMatchObject({ failure: { status: 502, detail: code, connection: 'unreachable' } });
  await expectFewConnections(proxy);
});

test('a proxy that closes the connection behind its answer fails the call', async () => {
  const proxy = await failing((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n')));
  const problem = await callers['a call of a provider']!(proxy.url('http'), targets[0]!);
  expect(problem).toMatchObject({ failure: { status: 502 } });
  await expectFewConnections(proxy);
});

test.each([
  ['speaks no SOCKS', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'EPROXY_ANSWER'],
  ['requires a password', Buffer.from([5, 255]), 'EPROXY_SIGN_IN'],
  ['refuses the target', Buffer.from([5, 0, 5, 2, 0, 1, 0, 0, 0, 0, 0, 0]), 'EPROXY_REPLY_2'],
])('a SOCKS proxy that %s fails the call by that cause', async (_how, answer, code) => {
  const proxy = await failing((socket) => socket.once('data', () => socket.write(answer)));
  const problem = await callers['a call of a provider']!(proxy.url('socks5'), targets[0]!);
  expect(problem).toMatchObject({ failure: { status: 502, detail: code, connection: 'unreachable' } });
  await expectFewConnections(proxy);
});

test.each(['http', 'socks5'])('a webhook whose caller gives up ends at once (%s)', async (scheme) => {
  const proxy = await failing(() => undefined);
  const gone = new AbortController();
  const asked = egressThrough(proxy.url(scheme)).fetch(targets[1]!, egressCall(LONG_MS, gone.signal));
  await until(() => proxy.received.length > 0);
  gone.abort(new Error('no longer wanted'));
  await expect(asked).rejects.toThrow('no longer wanted');
});

test('a webhook ends after its own time, also before the proxy has answered', async () => {
  const proxy = await failing(() => undefined);
  const asked = egressThrough(proxy.url('http')).fetch(targets[0]!, egressCall(100));
  await expect(asked).rejects.toThrow(/timeout/i);
});

test('nothing of a call that was given up is sent when the proxy opens the tunnel later', async () => {
  const proxy = await failing(() => undefined);
  const client = new UpstreamClient({ connectTimeoutMs: LONG_MS, allowPrivate: true });
  const sink = { head: fail, data: fail, end: fail, fail };
  const limits = { headersMs: LONG_MS, idleMs: LONG_MS };
  const call = client.send({ method: 'GET', url: targets[0]!, headers: {} }, limits, proxy.url('http'), sink);
  await until(() => proxy.received.length > 0);
  call.abort();
  const { length } = proxy.received;
  const [socket] = proxy.open;
  socket!.write('HTTP/1.1 200 OK\r\n\r\n');
  await client.close();
  if (!socket!.destroyed) await once(socket!, 'close');
  expect(proxy.received).toHaveLength(length);
  expect(proxy.connections).toBe(1);
});

function fail(): never {
  throw new Error('the sink of a call that was given up was called');
}

test('many calls through a proxy that closes connections cost one connection each', async () => {
  const proxy = await failing(closing['closes each connection']!);
  const proxies = EnvironmentProxies.of({
    HTTPS_PROXY: proxy.url('http'),
    HTTP_PROXY: proxy.url('http'),
    NO_PROXY: '',
  });
  const client = new UpstreamClient({ connectTimeoutMs: CONNECT_TIMEOUT_MS, allowPrivate: true, proxies });
  opened.push({ close: () => client.close() });
  const call = () => ask(client, { method: 'GET', url: targets[1]!, headers: {} }, undefined);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, call));
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  await sleep(WINDOW_MS);
  expect(proxy.connections).toBeLessThanOrEqual(20);
});
