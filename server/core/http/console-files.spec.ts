import fastify, { type FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { serveConsole } from './console-files.js';

const PAGE = '<!doctype html><title>console</title>';
let root: string;
let app: FastifyInstance;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'web-'));
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), PAGE);
  writeFileSync(join(root, 'app.js'), 'export {};');
  writeFileSync(join(root, 'assets/a b.js'), 'export {};');
  writeFileSync(join(root, 'assets/a b.js.gz'), gzipSync('export const compressed = 1;'));
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await serveConsole(app, root, () => ({ scripts: [], frames: [], hasPayments: false }));
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

test.each(['GET', 'HEAD'] as const)('%s of a file has headers of its own', async (method) => {
  const { headers, statusCode, body } = await app.inject({ method, url: '/assets/a%20b.js?v=1' });
  expect([statusCode, body]).toEqual([200, method === 'GET' ? 'export {};' : '']);
  expect(headers['content-type']).toContain('javascript');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('a file is sent compressed to clients that take it, and not again if it is unchanged', async () => {
  const accepting = { 'accept-encoding': 'gzip' };
  const { headers, body } = await app.inject({ url: '/assets/a%20b.js', headers: accepting });
  expect([headers['content-encoding'], headers['content-type']]).toEqual([
    'gzip',
    expect.stringContaining('javascript'),
  ]);
  expect(body).not.toContain('export {}');
  const { headers: plain } = await app.inject({ url: '/app.js' });
  expect(plain['cache-control']).toBe('max-age=604800');
  const again = await app.inject({ url: '/app.js', headers: { 'if-none-match': plain.etag } });
  expect(again.statusCode).toBe(304);
});

test.each(['/', '/index.html', '/channel/edit/3', '/%2e%2e%2fapp.js'])('%s is the page', async (url) => {
  const { statusCode, headers, body } = await app.inject({ url });
  expect([statusCode, body, headers['cache-control']]).toEqual([200, PAGE, 'no-store']);
});

test.each(['/assets', '/assets/', '/assets/%2e%2e%2fapp.js', '/assets/gone.js', '/api/nothing'])(
  '%s is neither a file nor a page',
  async (url) => expect((await app.inject({ url })).statusCode).toBe(404),
);
