import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeListener } from '../../server/core/http/listener.js';

const CLIENTS = 12;
/** Longer than a client needs for its next connection, so that connections are always waiting in the queue. */
const WORK_MS = 2;

test('a busy server that closes its listener resets no connection: it serves or refuses each one', async () => {
  const server = createServer((_, response) => {
    const end = performance.now() + WORK_MS;
    while (performance.now() < end);
    response.end('served');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let served = 0;
  const untilFailure = async (): Promise<string | undefined> => {
    for (;;) {
      const failure = await ask(port);
      if (failure) return failure;
      served++;
    }
  };
  const failures = Promise.all(Array.from({ length: CLIENTS }, untilFailure));
  while (served < 5 * CLIENTS) await once(server, 'request');
  await closeListener(server);
  expect(new Set(await failures)).toEqual(new Set(['ECONNREFUSED']));
});

test('the second close of a listener changes nothing', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await closeListener(server);
  await closeListener(server);
  expect(server.listening).toBe(false);
});

/** One request on a connection of its own. @returns the error code if it was not served */
function ask(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked = request({ port, host: '127.0.0.1', method: 'POST', agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(undefined));
    });
    asked.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    asked.end();
  });
}
