import { Validator } from '@seriousme/openapi-schema-validator';
import request from 'supertest';
import { RouteTable } from '../../server/core/http/route-table.js';
import type { OpenApi } from '../../server/openapi/api-document.js';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let root: Visitor;
let document: OpenApi;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  const answer = await request(gateway.app.getHttpServer()).get('/api/openapi.json');
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  document = answer.body as OpenApi;
});
afterAll(() => gateway?.close());

/** `GET /api/token/{id}` for every route the router itself knows below /api and /dashboard, whoever put it there. */
function servedRoutes(): string[] {
  const tree = gateway.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false });
  const served: string[] = [];
  const above: string[] = [];
  for (const line of tree.split('\n')) {
    const match = /^([│├└─\s]*)(\S+)(?: \(([A-Z, ]+)\))?/u.exec(line);
    if (match === null) continue;
    const [, indent = '', part = '', methods = ''] = match;
    above.length = indent.length / 4;
    above.push(part);
    const path = above
      .join('')
      .replace(/:(\w+)/g, '{$1}')
      .replace(/(.)\/$/, '$1');
    if (!/^\/(api|dashboard|v1\/dashboard|livez|healthz|readyz)\//.test(`${path}/`)) continue;
    for (const method of methods.split(', '))
      if (!['', 'HEAD', 'OPTIONS'].includes(method)) served.push(`${method} ${path}`);
  }
  return [...new Set(served)].toSorted();
}

const documented = () =>
  Object.entries(document.paths)
    .flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    .toSorted();

test('every management route that is served is in the document, and no other', () => {
  expect(servedRoutes().length).toBeGreaterThan(70);
  expect(documented()).toEqual(servedRoutes());
});

test('the document is OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate({ ...document });
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document.openapi).toBe('3.1.0');
});

test('every route says what it answers', () => {
  const silent = gateway.app
    .get(RouteTable)
    .list()
    .filter(({ method, response }) => method !== 'OPTIONS' && response === undefined);
  expect(silent.map(({ handler }) => handler)).toEqual([]);
});

test('every body is described', () => {
  const vague = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { requestBody }]) => requestBody !== undefined)
      .filter(
        ([, { requestBody }]) => Object.keys(requestBody!.content['application/json']!.schema).length === 0,
      )
      .map(([method]) => `${method} ${path}`),
  );
  expect(vague).toEqual([]);
});

test('names of operations are unique', () => {
  const names = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((one) => one.operationId),
  );
  expect(new Set(names).size).toBe(names.length);
});

test('administrators read it in the browser; nothing comes from elsewhere, and no script stands in the page', async () => {
  const page = await root.open('/api/docs');
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
  for (const link of links.filter((one) => !one.startsWith('data:'))) {
    const file = await root.open(link);
    expect([link, file.status]).toEqual([link, 200]);
    expect(file.headers['content-type']).toMatch(/^text\/(css|javascript)/);
  }
  expect(page.text).not.toMatch(/<script>|<script [^>]*>[^<]/);
  expect((await root.get('/api/docs/package.json')).message).toBe('无效的参数');
});

test('nobody else reads the viewer', async () => {
  const user = await gateway.user('ursula');
  expect((await user.get('/api/docs')).message).toBe('无权进行此操作，权限不足');
  expect((await request(gateway.app.getHttpServer()).get('/api/docs')).status).toBe(401);
});
