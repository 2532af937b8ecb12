import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket, WebSocketServer } from 'ws';
import { Nginx } from './nginx.js';

/** Runs docker/nginx.conf in nginx, with other addresses and paths and without TLS. */
const home = mkdtempSync(join(tmpdir(), 'tollgate-nginx-'));

let nginx: Nginx;
let upstream: Server;
let url: string;
/** Sends the last event of the open stream and ends it. */
let end: () => void;

beforeAll(async () => {
  upstream = createServer((request, response) => {
    if (request.url === '/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n');
      end = () => response.end('data: last\n\n');
      return;
    }
    let received = 0;
    request.on('data', (chunk: Buffer) => (received += chunk.length));
    request.on('end', () => response.end(JSON.stringify({ received, headers: request.headers })));
  });
  new WebSocketServer({ server: upstream }).on('connection', (socket) => {
    socket.on('message', (data) => socket.send(data));
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  nginx = await Nginx.startExample(home, [(upstream.address() as AddressInfo).port]);
  url = nginx.url;
});

afterAll(async () => {
  await nginx?.close();
  upstream?.closeAllConnections();
  upstream?.close();
  rmSync(home, { recursive: true, force: true });
});

test('the example configuration of nginx forwards large bodies, each event of a stream at once, and WebSockets', async () => {
  const body = 'x'.repeat(20_000_000);
  const answer = await fetch(url, { method: 'POST', body, headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(await answer.json()).toMatchObject({
    received: body.length,
    headers: { 'x-forwarded-for': '203.0.113.9, 127.0.0.1', 'x-forwarded-proto': 'http' },
  });

  const stream = (await fetch(`${url}/stream`)).body!.getReader();
  // The upstream has sent only this event so far.
  expect(Buffer.from((await stream.read()).value!).toString()).toBe('data: first\n\n');
  end();
  expect(Buffer.from((await stream.read()).value!).toString()).toBe('data: last\n\n');

  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/realtime`);
  await once(socket, 'open');
  socket.send('hello');
  const [data] = (await once(socket, 'message')) as [Buffer];
  expect(data.toString()).toBe('hello');
  socket.close();
  await once(socket, 'close');
});
