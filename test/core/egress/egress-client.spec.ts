import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EgressClient, type EgressCall } from '../../../server/core/egress/egress-client.js';
import { readEnv } from '../../../server/core/env.js';

let server: Server;
let answer: RequestListener;
const open = new EgressClient({ ...readEnv(), EGRESS_ALLOW_PRIVATE: true });
const guarded = new EgressClient({ ...readEnv(), EGRESS_ALLOW_PRIVATE: false });

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  await Promise.all([open.onApplicationShutdown(), guarded.onApplicationShutdown()]);
  server?.closeAllConnections();
  server?.close();
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const call = (change: Partial<EgressCall> = {}): EgressCall => ({
  method: 'GET',
  headers: {},
  timeoutMs: 2000,
  maxBytes: 1000,
  ...change,
});

test('status, headers and body come back', async () => {
  answer = (_request, response) => response.writeHead(418, { 'x-kind': 'pot' }).end('tea');
  const { status, headers, body } = await open.fetch(url(), call());
  expect([status, headers['x-kind'], body.toString()]).toEqual([418, 'pot', 'tea']);
});

test('a redirect is an answer, not a way', async () => {
  let asked = 0;
  answer = (_request, response) => {
    asked++;
    response.writeHead(302, { location: '/elsewhere' }).end();
  };
  expect((await open.fetch(url(), call())).status).toBe(302);
  expect(asked).toBe(1);
});

test('an answer above the limit is given up', async () => {
  answer = (_request, response) => response.end('x'.repeat(1001));
  await expect(open.fetch(url(), call())).rejects.toThrow('more than 1000 bytes');
});

test.each(['nothing at all', 'a body without end'])('%s is given up after the time for it', async (kind) => {
  answer = (_request, response) => {
    if (kind !== 'nothing at all') response.write('x');
  };
  await expect(open.fetch(url(), call({ timeoutMs: 150 }))).rejects.toThrow(/timeout/i);
});

test('a caller that gives up is not kept waiting', async () => {
  answer = () => undefined;
  const gone = new AbortController();
  const asked = open.fetch(url(), call({ signal: gone.signal }));
  gone.abort(new Error('no longer wanted'));
  await expect(asked).rejects.toThrow('no longer wanted');
});

test('other schemes than http and https are refused', async () => {
  await expect(open.fetch('file:///etc/passwd', call())).rejects.toThrow('unsupported address');
});

describe('private addresses', () => {
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:10.0.0.1]', '169.254.169.254', '192.168.1.1'];

  test.each(hosts)('%s is not called where they are forbidden', async (host) => {
    answer = (_request, response) => response.end('reached');
    const { port } = new URL(url());
    await expect(guarded.fetch(`http://${host}:${port}/`, call())).rejects.toThrow('is no public address');
  });

  test('users never reach them, the operator where they are allowed', async () => {
    answer = (_request, response) => response.end('reached');
    await expect(open.fetch(url(), call({ chosenBy: 'user' }))).rejects.toThrow('is no public address');
    expect((await open.fetch(url(), call({ chosenBy: 'operator' }))).body.toString()).toBe('reached');
  });
});
