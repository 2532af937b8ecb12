import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { UpstreamError } from '../../../server/dialects/canonical/failure.js';
import { HandshakeRefused, UpstreamSockets } from '../../../server/relay/upstream/sockets.js';
import { RealtimeUpstream } from '../../doubles/realtime-upstream.js';

let upstream: RealtimeUpstream;
const anywhere = new UpstreamSockets({ allowPrivate: true, handshakeMs: 300 });
const session = (url: string) => ({ url: url.replace(/^http/, 'ws'), headers: {}, subprotocols: [] });

beforeAll(async () => {
  upstream = await RealtimeUpstream.start();
});

afterAll(() => upstream.close());

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each(['ws://127.0.0.1:9', 'ws://[::1]:9', 'ws://10.0.0.1', 'ws://localhost:9'])(
  '%s is not called where private addresses are not allowed',
  async (url) => {
    const guarded = new UpstreamSockets({ allowPrivate: false, handshakeMs: 300 });
    await expect(guarded.open(session(url), undefined).opened).rejects.toThrow('EPRIVATE');
  },
);

test('a refused handshake tells status and body', async () => {
  upstream.refusals.push({
    status: 403,
    body: { error: { message: 'no' } },
    headers: { 'retry-after': '3' },
  });
  const refused = await anywhere
    .open(session(upstream.url), undefined)
    .opened.catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(HandshakeRefused);
  expect(refused).toMatchObject({ status: 403, body: '{"error":{"message":"no"}}' });
  expect((refused as HandshakeRefused).headers['retry-after']).toBe('3');
});

test('nobody listening is a failed request, silence a timeout', async () => {
  await expect(anywhere.open(session('ws://127.0.0.1:9'), undefined).opened).rejects.toThrow('ECONNREFUSED');
  const silent = createServer();
  silent.on('upgrade', (_request, socket) => socket.resume());
  const url = await listening(silent);
  const late = await anywhere.open(session(url), undefined).opened.catch((error: unknown) => error);
  expect(late).toBeInstanceOf(UpstreamError);
  expect((late as UpstreamError).failure).toMatchObject({ code: 'upstream_timeout', status: 504 });
  silent.closeAllConnections();
  silent.close();
});

test('a channel’s proxy is used', async () => {
  const tunnels: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    tunnels.push(request.url ?? '');
    const [host = '', port] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  const socket = await anywhere.open(session(upstream.url), await listening(proxy)).opened;
  expect(tunnels).toEqual([upstream.url.replace('http://', '')]);
  socket.terminate();
  proxy.closeAllConnections();
  proxy.close();
});

test('a session through a proxy of an unknown scheme fails', async () => {
  await expect(anywhere.open(session(upstream.url), 'ftp://x').opened).rejects.toThrow(
    'connection to the upstream failed',
  );
});
