import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { UpstreamClient } from '../../../server/relay/upstream/client.js';
import { until } from '../../setup/until.js';

/**
 * A response to a request that was answered already must not be taken for the response to the next request on the same
 * connection, which may be another user's.
 */
const problems: unknown[] = [];
const client = new UpstreamClient(
  { connectTimeoutMs: 1000, allowPrivate: true },
  (problem) => void problems.push(problem),
);
afterAll(() => client.close());

const response = (text: string) =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\nConnection: keep-alive\r\n\r\n${text}`;

/** An upstream that answers every request by its path, and does `afterwards` with the connection. */
async function upstream(afterwards: (socket: Socket, path: string) => void) {
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const path = /^GET (\S+)/.exec(bytes.toString())?.[1] ?? '';
      socket.write(response(`to ${path}`));
      afterwards(socket, path);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const chunks: Buffer[] = [];
      client.send(
        { url: `http://127.0.0.1:${port}${path}`, method: 'GET', headers: {}, body: undefined },
        { headersMs: 2000, idleMs: 2000 },
        undefined,
        {
          head: () => undefined,
          data: (chunk) => void chunks.push(chunk),
          end: () => resolve(Buffer.concat(chunks).toString()),
          fail: (problem) => reject(problem),
        },
      );
    });
  const close = () => {
    for (const socket of connections) socket.destroy();
    server.close();
  };
  return { ask, connections, close };
}

test('a connection is used again where nothing arrived between two requests', async () => {
  const { ask, connections, close } = await upstream(() => undefined);
  for (const path of ['/1', '/2', '/3']) {
    expect(await ask(path)).toBe(`to ${path}`);
    await sleep(10);
  }
  expect(connections).toHaveLength(1);
  close();
});

test('what arrived between two requests is not the response to the second', async () => {
  const { ask, connections, close } = await upstream((socket, path) => {
    if (path === '/first') setImmediate(() => socket.write(response('a second response to /first')));
  });
  expect(await ask('/first')).toBe('to /first');
  expect(await ask('/second')).toBe('to /second');
  await until(() => connections[0]!.destroyed);
  close();
});

test('an upstream that did it once gets no connection used twice, so a later response reaches nobody', async () => {
  const { ask, connections, close } = await upstream((socket, path) => {
    // The first time while nothing is asked, afterwards just after the next request has been sent.
    if (path === '/first') setTimeout(() => socket.write(response('a second response to /first')), 20);
    else if (path === '/late') setTimeout(() => socket.write(response('a second response to /late')), 5);
  });
  await ask('/first');
  await until(() => connections[0]!.destroyed);
  for (let i = 0; i < 20; i++) {
    expect(await ask('/late')).toBe('to /late');
    await sleep(i % 8);
    expect(await ask('/next')).toBe('to /next');
  }
  expect(connections).toHaveLength(41);
  expect(problems.map(String)).toEqual([
    expect.stringContaining('not asked for'),
    expect.stringContaining('not asked for'),
  ]);
  close();
});
