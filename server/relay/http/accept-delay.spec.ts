import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { AcceptDelay } from './accept-delay.js';

let server: Server;

beforeEach(async () => {
  server = createServer((_request, response) => response.end('ok'));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

test.each(['127.0.0.1', '0.0.0.0', '::'])(
  'connections to a server on %s are accepted at once',
  async (host) => {
    server.listen(0, host);
    await once(server, 'listening');
    const delay = new AcceptDelay(server);
    delay.measure(performance.now());
    await sleep(50);
    expect(delay.at(performance.now())).toBeLessThan(50);
    // On a busy machine, the end of the connection arrives later.
    while ((await connections()) > 0) await sleep(5);
  },
);

test('they wait while the event loop is busy, and that is seen before the first is accepted', async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const delay = new AcceptDelay(server);
  delay.measure(performance.now());
  const end = performance.now() + 60;
  while (performance.now() < end);
  expect(delay.at(performance.now())).toBeGreaterThanOrEqual(60);
  while (delay.at(performance.now()) >= 60) await sleep(5);
});

test('a server that does not listen has no wait', async () => {
  const delay = new AcceptDelay(server);
  delay.measure(performance.now());
  expect(delay.at(performance.now())).toBe(0);
  server.listen(0);
  await once(server, 'listening');
});

const connections = () =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
