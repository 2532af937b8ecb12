import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

/** A server behind a proxy, which tells what reaches it. */
export class ProxiedUpstream {
  readonly port: number;
  /** Requests other than probes. */
  requests = 0;
  /** As after SIGTERM if false: it serves for a while, and then refuses connections. */
  isReady = true;
  /** Sends the last event of the open stream and ends it. */
  private end: () => void = () => undefined;

  private constructor(private readonly server: Server) {
    this.port = (server.address() as AddressInfo).port;
  }

  static async start(): Promise<ProxiedUpstream> {
    const server = createServer((request, response) => {
      if (request.url === '/readyz') return void response.writeHead(upstream.isReady ? 200 : 503).end('{}');
      upstream.requests++;
      if (request.url === '/stream') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n');
        upstream.end = () => response.end('data: last\n\n');
        return;
      }
      let received = 0;
      request.on('data', (chunk: Buffer) => (received += chunk.length));
      request.on('end', () => response.end(JSON.stringify({ received, headers: request.headers })));
    });
    new WebSocketServer({ server }).on('connection', (socket) => {
      socket.on('message', (data) => socket.send(data));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const upstream = new ProxiedUpstream(server);
    return upstream;
  }

  endStream(): void {
    this.end();
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/**
 * Expects that a proxy forwards large bodies with the address of the client, each event of a stream at once, and WebSockets.
 * @param upstream the only server behind it
 * @param forwardedFor what arrives of a request that claims to come from 203.0.113.9
 */
export async function expectForwarding(
  url: string,
  upstream: ProxiedUpstream,
  forwardedFor = '203.0.113.9, 127.0.0.1',
): Promise<void> {
  const body = 'x'.repeat(20_000_000);
  const answer = await fetch(url, { method: 'POST', body, headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(await answer.json()).toMatchObject({
    received: body.length,
    headers: { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': 'http' },
  });

  const stream = (await fetch(`${url}/stream`)).body!.getReader();
  // The upstream has sent only this event so far.
  expect(Buffer.from((await stream.read()).value!).toString()).toBe('data: first\n\n');
  upstream.endStream();
  expect(Buffer.from((await stream.read()).value!).toString()).toBe('data: last\n\n');

  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/realtime`);
  await once(socket, 'open');
  socket.send('hello');
  const [data] = (await once(socket, 'message')) as [Buffer];
  expect(data.toString()).toBe('hello');
  socket.close();
  await once(socket, 'close');
}
