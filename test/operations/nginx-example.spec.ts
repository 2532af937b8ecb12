import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket, WebSocketServer } from 'ws';
import { findNginx } from '../../scripts/nginx.mjs';
import { freePort } from '../../scripts/service-home.mjs';
import { until } from '../setup/until.js';

/** Runs docker/nginx.conf in nginx, with other addresses and paths and without TLS. */
const home = mkdtempSync(join(tmpdir(), 'tollgate-nginx-'));
const PATHS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

let nginx: ChildProcess;
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
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const example = readFileSync('docker/nginx.conf', 'utf8')
    .replace(
      /(?: {2}server 10\.0\.0\.\d+:3000 (.+)\n)+/,
      (_, rest: string) => `server ${address()} ${rest}\n`,
    )
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/ {2}ssl_certificate.*\n/g, '');
  const temporary = PATHS.map((name) => `${name}_temp_path ${home}/${name};`).join('\n');
  writeFileSync(
    join(home, 'nginx.conf'),
    `daemon off;\npid ${home}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${example}\n}\n`,
  );
  const program = findNginx();
  if (!program)
    throw new Error('nginx is not installed: npm test installs it, or apt-get install nginx-light');
  nginx = spawn(program, ['-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log')], {
    stdio: 'ignore',
  });
  await until(
    () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    () => readFileSync(join(home, 'error.log'), 'utf8'),
  );
});

afterAll(async () => {
  if (nginx && nginx.exitCode === null) {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
  }
  upstream?.closeAllConnections();
  upstream?.close();
  rmSync(home, { recursive: true, force: true });
});

const address = () => `127.0.0.1:${(upstream.address() as AddressInfo).port}`;

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
