import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import WebSocket from 'ws';
import { Management } from '../setup/management.js';

/** What browsers make of all responses: pages, the management API, relay routes, probes and refusals. */
let gateway: Management;
const call = () => request(gateway.app.getHttpServer());

beforeAll(async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'web-'));
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>console</title>');
  writeFileSync(join(webRoot, 'app.js'), 'export {};');
  gateway = await Management.start({ webRoot });
});
afterAll(() => gateway.close());

const portOf = () => (gateway.app.getHttpServer().address() as AddressInfo).port;

/** What the server answers to a request that clients of tests do not send. */
async function raw(head: string): Promise<string> {
  const socket = connect(portOf(), '127.0.0.1');
  socket.end(`${head}\r\nHost: gateway\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

test.each([
  ['get', '/'],
  ['get', '/app.js'],
  ['get', '/api/status'],
  ['get', '/api/user/self'],
  ['get', '/api/nothing'],
  ['get', '/livez'],
  ['get', '/assets/nothing.js'],
  ['get', '/%zz'],
  ['get', '/v1/models'],
  ['get', '/v1/nothing'],
  ['post', '/v1/chat/completions'],
  ['post', '/v1/messages'],
  ['post', '/v1beta/models/gemini-pro:generateContent'],
  ['post', '/v1/images/generations'],
  ['post', '/v1/videos'],
  ['post', '/mj/submit/imagine'],
  ['get', '/v1/dashboard/billing/usage'],
] as const)('%s %s: its type is not guessed, and no page has it in a frame', async (method, path) => {
  const { headers } = await call()[method](path);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-type']).toMatch(/; charset=utf-8$/i);
});

test('a response of the management API loads and embeds nothing, and is embedded nowhere', async () => {
  const { headers } = await call().get('/api/status');
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['access-control-allow-origin']).toBeUndefined();
});

test('a page of the console loads no plugins, changes no base address and does not tell paths to other sites', async () => {
  const { headers } = await call().get('/');
  const policy = headers['content-security-policy']?.split('; ');
  expect(policy).toEqual(
    expect.arrayContaining(["object-src 'none'", "base-uri 'none'", "script-src 'self'"]),
  );
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
});

test('TRACE is answered with 404 and returns nothing of the request', async () => {
  for (const path of ['/', '/api/status', '/v1/chat/completions']) {
    const answer = await raw(`TRACE ${path} HTTP/1.1\r\nX-Secret: returned`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain('returned');
  }
});

test('a request with two lengths, or a length and chunks, is refused before a route sees it', async () => {
  for (const lengths of [
    'Content-Length: 2\r\nContent-Length: 3',
    'Content-Length: 2\r\nTransfer-Encoding: chunked',
  ])
    expect(await raw(`POST /api/user/login HTTP/1.1\r\n${lengths}`)).toMatch(/^HTTP\/1\.1 400 /);
});

test('a parameter that an address has twice is refused or counts as absent, and is never read as one of both', async () => {
  const root = await gateway.root();
  await gateway.user('twice');
  for (const query of ['search?keyword=twice&keyword=root', '?status=1&status=2', '?sort=id&sort=quota'])
    expect((await root.get(`/api/user/${query}`)).success).toBe(false);
  const pageOf = async (query: string) => (await root.get<{ page: number }>(`/api/user/?${query}`)).data.page;
  expect([await pageOf('p=2'), await pageOf('p=2&p=3')]).toEqual([2, 1]);
  // A parameter of the address is none of the body.
  expect((await root.post('/api/user/?username=eve', { password: 'password 1' })).success).toBe(false);
});

test('folders are not listed', async () => {
  for (const path of ['/assets/', '/assets', '/.git/config', '/.env'])
    expect((await call().get(path)).text).not.toMatch(/app\.js|index of/i);
});

test('the session of a browser opens no WebSocket: a key is needed, whatever the origin', async () => {
  const root = await gateway.root();
  const status = await new Promise((resolve, reject) => {
    const client = new WebSocket(`ws://127.0.0.1:${portOf()}/v1/realtime?model=gpt-realtime`, {
      headers: root.headers(),
      origin: 'https://elsewhere.example',
    });
    client.on('unexpected-response', (_request, response) => resolve(response.statusCode));
    client.on('open', () => reject(new Error('opened')));
    client.on('error', reject);
  });
  expect(status).toBe(401);
});
