import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { FirstRequests } from '../../server/core/http/first-requests.js';
import { closeListener } from '../../server/core/http/listener.js';

/** Limits of a wait in milliseconds; the longest is beyond what a test may take. */
const SHORTEST = 50;
const NEVER = 600_000;

test('a server that stops waits for the first request of each connection that it accepted', async () => {
  const { server, firstRequests, connection } = await connected();
  await closeListener(server);
  let arrived = false;
  const wait = firstRequests.arrived(SHORTEST, NEVER).then(() => (arrived = true));
  await firstRequests.arrived(SHORTEST, 4 * SHORTEST);
  expect(arrived).toBe(false);
  connection.write('GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n');
  await wait;
  expect(await text(connection)).toContain('200 OK');
});

test('a connection that its client closes without a request is not waited for', async () => {
  const { server, firstRequests, connection } = await connected();
  await closeListener(server);
  const wait = firstRequests.arrived(SHORTEST, NEVER);
  connection.destroy();
  await wait;
});

test('a connection that its client never uses does not keep the server from stopping', async () => {
  const { server, firstRequests, connection } = await connected();
  await closeListener(server);
  await firstRequests.arrived(0, SHORTEST);
  connection.destroy();
});

async function connected() {
  const server = createServer((_, response) => response.end('served'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const firstRequests = new FirstRequests(server);
  const connection = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(server, 'connection');
  return { server, firstRequests, connection };
}

async function text(connection: NodeJS.ReadableStream): Promise<string> {
  let all = '';
  for await (const chunk of connection) all += String(chunk);
  return all;
}
