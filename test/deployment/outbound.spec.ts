import dns from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { WebSocketServer } from 'ws';
import { EgressClient, type EgressCall } from '../../server/core/egress/egress-client.js';
import { EnvironmentProxies } from '../../server/core/egress/environment-proxies.js';
import { TlsWarnings } from '../../server/core/egress/tls-warnings.js';
import { readEnv } from '../../server/core/env.js';
import type { UpstreamError } from '../../server/dialects/canonical/failure.js';
import { UpstreamClient, type UpstreamOptions } from '../../server/relay/upstream/client.js';
import { ask, type Reply } from '../../server/relay/upstream/request.js';
import { UpstreamSockets } from '../../server/relay/upstream/sockets.js';
import { TestAuthority } from './certificates.js';
import { ConnectProxy } from './connect-proxy.js';
import { SocksProxy } from './socks-proxy.js';

/** A public address; calls of it never leave this machine, because the proxy of the test leads elsewhere. */
const PUBLIC_ADDRESS = '93.184.216.34';

let plain: Server;
let secure: Server;
/** Of the environment, one for each scheme, and one of a channel. */
let proxies: Record<'http' | 'https' | 'own', ConnectProxy>;
const clients: { close(): Promise<void> }[] = [];
const egressClients: EgressClient[] = [];
let warnings: string[];

const answer: RequestListener = (request, response) => {
  const { servername } = request.socket as TLSSocket;
  response.end(JSON.stringify({ host: request.headers.host, servername }));
};
const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  const authority = new TestAuthority(mkdtempSync(join(tmpdir(), 'tollgate-outbound-')));
  const { cert, key } = authority.sign('provider', 'DNS:provider.example');
  plain = createServer(answer).listen(0, '127.0.0.1');
  secure = createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) }, answer).listen(
    0,
    '127.0.0.1',
  );
  await Promise.all([once(plain, 'listening'), once(secure, 'listening')]);
  new WebSocketServer({ server: plain as ReturnType<typeof createServer> });
  proxies = {
    http: await ConnectProxy.start(portOf(plain)),
    https: await ConnectProxy.start(portOf(secure)),
    own: await ConnectProxy.start(portOf(plain)),
  };
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await Promise.all(egressClients.map((client) => client.onApplicationShutdown()));
  for (const proxy of Object.values(proxies)) proxy.close();
  for (const server of [plain, secure]) server.close();
});
beforeEach(() => {
  warnings = [];
  for (const proxy of Object.values(proxies)) proxy.targets.length = 0;
});

const environment = (NO_PROXY = '') => ({
  HTTP_PROXY: proxies.http.url,
  HTTPS_PROXY: proxies.https.url,
  NO_PROXY,
});

function options(change: Partial<UpstreamOptions> = {}): UpstreamOptions {
  const tlsWarnings = new TlsWarnings((line) => warnings.push(line));
  return {
    connectTimeoutMs: 2000,
    allowPrivate: true,
    proxies: EnvironmentProxies.of(environment()),
    tlsWarnings,
    ...change,
  };
}

/** Calls a provider as the relay does. */
async function called(url: string, given = options(), own?: string): Promise<Reply | UpstreamError> {
  const client = new UpstreamClient(given);
  clients.push(client);
  return ask(client, { method: 'GET', url, headers: {} }, own).catch((problem: UpstreamError) => problem);
}

describe('calls of providers', () => {
  test('go through the proxy of the environment', async () => {
    expect(await called('http://provider.example/v1')).toMatchObject({
      status: 200,
      body: { host: 'provider.example' },
    });
    expect(proxies.http.targets).toEqual(['provider.example:80']);
  });

  test('the proxy of a channel takes precedence', async () => {
    expect(await called('http://provider.example/v1', options(), proxies.own.url)).toMatchObject({
      status: 200,
    });
    expect([proxies.own.targets, proxies.http.targets]).toEqual([['provider.example:80'], []]);
  });

  test('a SOCKS proxy is asked by name, and may require a password', async () => {
    const authority = (server: Server) => SocksProxy.start(portOf(server), 'pass:wörd');
    const [toPlain, toSecure] = await Promise.all([authority(plain), authority(secure)]);
    try {
      expect(await called('http://provider.example/v1', options(), toPlain.url())).toMatchObject({
        body: { host: 'provider.example' },
      });
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
      for (const [host, name] of [
        ['provider.example', 'provider.example'],
        ['93.184.216.34:8443', false],
        ['[2001:db8::7]', false],
      ])
        expect(await called(`https://${String(host)}/v1`, options(), toSecure.url())).toMatchObject({
          body: { host, servername: name },
        });
      expect(toPlain.targets).toEqual(['provider.example:80']);
      expect(toSecure.targets).toEqual([
        'provider.example:443',
        '93.184.216.34:8443',
        '20010db8000000000000000000000007:443',
      ]);
      expect(await called('http://provider.example/v1', options(), toPlain.url('wrong'))).toMatchObject({
        failure: { detail: 'EPROXY_SIGN_IN' },
      });
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      [toPlain, toSecure].forEach((proxy) => proxy.close());
    }
  });

  test('this machine and exceptions are called directly', async () => {
    expect(await called(`http://127.0.0.1:${portOf(plain)}/v1`)).toMatchObject({ status: 200 });
    const excepted = options({ proxies: EnvironmentProxies.of(environment('provider.invalid')) });
    expect(await called('http://provider.invalid/v1', excepted)).toMatchObject({
      failure: { detail: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) },
    });
    expect(proxies.http.targets).toEqual([]);
  });

  test('where private addresses are forbidden, the proxy may be private, and the provider may not', async () => {
    const guarded = options({ allowPrivate: false });
    for (const url of ['http://10.0.0.5/v1', 'http://169.254.169.254/latest', 'http://[fd12::1]/'])
      expect(await called(url, guarded)).toMatchObject({ failure: { detail: 'EPRIVATE' } });
    expect(proxies.http.targets).toEqual([]);
    expect(await called('http://provider.invalid/v1', guarded)).toMatchObject({ status: 200 });
    expect(proxies.http.targets).toEqual(['provider.invalid:80']);
    // A channel's own proxy is guarded as before.
    expect(await called('http://provider.invalid/v1', guarded, proxies.own.url)).toMatchObject({
      failure: { detail: 'EPRIVATE' },
    });
  });

  test('realtime sessions go through it, too', async () => {
    const { connectTimeoutMs: handshakeMs, ...egress } = options();
    const sockets = new UpstreamSockets({ handshakeMs, ...egress });
    const session = { url: 'ws://provider.example/v1/realtime', headers: {}, subprotocols: [] };
    const socket = await sockets.open(session, undefined).opened;
    socket.terminate();
    expect(proxies.http.targets).toEqual(['provider.example:80']);
  });

  test('a certificate that is not accepted is reported with its cause, once for a provider', async () => {
    const url = `https://127.0.0.1:${portOf(secure)}/v1`;
    const given = options();
    for (let i = 0; i < 2; i++)
      expect(await called(url, given)).toMatchObject({
        failure: { status: 502, detail: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
      });
    expect(warnings).toEqual([
      `https://127.0.0.1:${portOf(secure)}: the certificate is signed by an unknown CA (UNABLE_TO_VERIFY_LEAF_SIGNATURE): name the CA with NODE_EXTRA_CA_CERTS`,
    ]);
    expect(await called('https://provider.example/v1', given)).toMatchObject({ failure: { status: 502 } });
    expect(warnings[1]).toMatch(/^https:\/\/provider\.example: the certificate is signed by an unknown CA/);
    const sockets = new UpstreamSockets({ handshakeMs: 2000, ...options() });
    const session = { url: `wss://127.0.0.1:${portOf(secure)}/`, headers: {}, subprotocols: [] };
    await expect(sockets.open(session, undefined).opened).rejects.toThrow();
    expect(warnings[2]).toMatch(/^wss:\/\/127\.0\.0\.1:\d+: the certificate is signed by an unknown CA/);
  });

  test('https to a port without TLS is reported', async () => {
    await called(`https://127.0.0.1:${portOf(plain)}/v1`);
    expect(warnings).toEqual([
      expect.stringMatching(/: TLS cannot be agreed on \(\w+\): correct scheme and port/),
    ]);
  });
});

describe('calls of webhooks, media and sign-in providers', () => {
  const { lookup } = dns;
  afterEach(() => {
    dns.lookup = lookup;
    syncBuiltinESMExports();
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  });

  /** All names have this address. */
  function resolveTo(address: string): void {
    dns.lookup = ((_name: string, _options: object, done: (...found: unknown[]) => void) =>
      done(null, [{ address, family: 4 }])) as unknown as typeof dns.lookup;
    syncBuiltinESMExports();
  }

  function egress(allowPrivate = true): EgressClient {
    const client = new EgressClient({ ...readEnv(), ...environment(), EGRESS_ALLOW_PRIVATE: allowPrivate });
    egressClients.push(client);
    return client;
  }
  const call = (chosenBy: 'user' | 'operator'): EgressCall => ({
    method: 'GET',
    headers: {},
    timeoutMs: 2000,
    maxBytes: 1000,
    chosenBy,
  });
  const json = ({ body }: { body: Buffer }) => JSON.parse(body.toString()) as Partial<IncomingMessage>;

  test('an address of the operator reaches the proxy by name', async () => {
    const client = egress();
    expect(json(await client.fetch('http://sso.invalid/x', call('operator')))).toMatchObject({
      host: 'sso.invalid',
    });
    expect(proxies.http.targets).toEqual(['sso.invalid:80']);
  });

  test('an address of a user reaches the proxy as the address that was checked', async () => {
    resolveTo(PUBLIC_ADDRESS);
    const client = egress();
    expect(json(await client.fetch('http://hooks.example/x', call('user')))).toMatchObject({
      host: 'hooks.example',
    });
    expect(proxies.http.targets).toEqual([`${PUBLIC_ADDRESS}:80`]);
    // The certificate is that of the name, which this one is not signed for.
    await expect(client.fetch('https://hooks.example/x', call('user'))).rejects.toThrow();
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    expect(json(await client.fetch('https://hooks.example:8443/x', call('user')))).toEqual({
      host: 'hooks.example:8443',
      servername: 'hooks.example',
    });
    expect(proxies.https.targets).toEqual([`${PUBLIC_ADDRESS}:443`, `${PUBLIC_ADDRESS}:8443`]);
  });

  test.each(['user', 'operator'] as const)(
    'a name with a private address does not reach the proxy for a %s where that is forbidden',
    async (chosenBy) => {
      resolveTo('10.0.0.5');
      const client = egress(false);
      await expect(client.fetch('http://hooks.example/x', call(chosenBy))).rejects.toThrow(
        'no public address',
      );
      await expect(client.fetch('http://10.0.0.5/x', call(chosenBy))).rejects.toThrow('no public address');
      expect(proxies.http.targets).toEqual([]);
    },
  );
});
