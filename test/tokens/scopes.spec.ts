import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import WebSocket from 'ws';
import {
  SCOPED_ROUTES,
  scopeOfRoute,
  TOKEN_SCOPES,
  type TokenScope,
} from '../../server/contract/token-scopes.js';
import type { TokenResponse } from '../../server/contract/resources/token.js';
import { GOOGLE_ACTIONS, GOOGLE_PATHS } from '../../server/relay/http/relay.routes.js';
import { answerOf, isUnbuilt, keyedRoutes, type Route } from '../relay/http/keyed-routes.js';
import { until } from '../setup/until.js';
import { TestGateway } from '../setup/test-gateway.js';

/** A token may be limited to families of routes. */
const app = TestGateway.forAllTests({ CRITICAL_RATE_LIMIT: '1000' });
/** Keys with one scope, and with all others. */
const only = new Map<TokenScope, string>();
const without = new Map<TokenScope, string>();

beforeAll(async () => {
  await app.freshModel();
  await app.addChannel('upstream');
  for (const scope of TOKEN_SCOPES) {
    only.set(scope, await app.gateway.addToken({ scopes: scope }));
    const others = TOKEN_SCOPES.filter((other) => other !== scope).join(',');
    without.set(scope, await app.gateway.addToken({ scopes: others }));
  }
});

afterAll(() => {
  delete process.env.CRITICAL_RATE_LIMIT;
});

const isSame = (route: Route, path: string) => route.method === 'POST' && route.path === path;

/** Each route with each action that its path serves. */
function actionsOf({ method, path }: Route): (string | undefined)[] {
  return method === 'POST' && /models\/\*$/i.test(path) ? [...GOOGLE_ACTIONS.keys()] : [undefined];
}

test('on every route, a key without its scope is refused by name, and a key with it alone is not', async () => {
  const wrong: string[] = [];
  const walked = new Set<TokenScope>();
  let guarded = 0;
  // Fastify's list leaves some of Google's paths out.
  const google = GOOGLE_PATHS.map((path) => ({ method: 'POST', path }));
  const listed = keyedRoutes(app.gateway).filter((route) => !google.some(({ path }) => isSame(route, path)));
  for (const route of [...listed, ...google])
    for (const action of actionsOf(route)) {
      const open = await answerOf(app.gateway, route, undefined, action);
      if (isUnbuilt(open) || open.status === 426) continue;
      const scope = scopeOfRoute(route.method, action === undefined ? route.path : `${route.path}:${action}`);
      walked.add(scope);
      guarded++;
      const name = `${route.method} ${route.path} ${action ?? ''}`;
      const refused = await answerOf(app.gateway, route, without.get(scope), action);
      if (refused.status !== 403 || !refused.text.includes(`${scope}`) || !isScopeRefusal(refused.text))
        wrong.push(`${name} without ${scope}: ${refused.status} ${refused.text}`);
      const served = await answerOf(app.gateway, route, only.get(scope), action);
      if (isScopeRefusal(served.text)) wrong.push(`${name} with ${scope} alone: ${served.text}`);
    }
  expect(wrong).toEqual([]);
  expect(guarded).toBeGreaterThan(100);
  // The test that follows opens sessions.
  expect(TOKEN_SCOPES.filter((scope) => !walked.has(scope))).toEqual(['realtime']);
  expect(app.upstream.requests).toEqual([]);
  expect(await app.gateway.sql('SELECT 1 FROM ledger_entries WHERE token_delta < 0')).toEqual([]);
});

/** In Gemini's format, errors have no code of the gateway. */
function isScopeRefusal(text: string): boolean {
  return (
    text.includes('scope_forbidden') ||
    text.includes('lacks the scope') ||
    text.includes('该令牌的用途不包括')
  );
}

test('a session is refused at its handshake', async () => {
  const address = `${app.gateway.url.replace('http', 'ws')}/v1/realtime?model=${app.model}`;
  const open = (key: string) =>
    new Promise<number | undefined>((resolve) => {
      const socket = new WebSocket(address, { headers: { authorization: `Bearer ${key}` } });
      socket.on('unexpected-response', (request, response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      socket.on('open', () => {
        resolve(101);
        socket.close();
      });
      socket.on('error', () => undefined);
    });
  expect(await open(without.get('realtime')!)).toBe(403);
  // No channel serves sessions.
  expect(await open(only.get('realtime')!)).not.toBe(403);
});

test('every route of the table exists', () => {
  const server = app.gateway.app.getHttpAdapter().getInstance();
  const routes = keyedRoutes(app.gateway);
  const rows = TOKEN_SCOPES.flatMap((scope) => SCOPED_ROUTES[scope]).map((row) => row.split(' '));
  const missing = rows.filter(([method = '', path = '']) => {
    if (method === 'ANY') return !routes.some((route) => `${route.path}/`.startsWith(path.replace('*', '')));
    return !server.hasRoute({ method, url: path.replace(/(?<=\*):\w+$/, '') });
  });
  expect(missing).toEqual([]);
});

test('the SDK of OpenAI reports it as a permission error with the code', async () => {
  const client = new OpenAI({
    apiKey: without.get('chat')!,
    baseURL: `${app.gateway.url}/v1`,
    maxRetries: 0,
  });
  const refused: unknown = await client.chat.completions
    .create({ model: app.model, messages: [{ role: 'user', content: 'hello' }] })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OpenAI.PermissionDeniedError);
  expect(refused).toMatchObject({ status: 403, code: 'scope_forbidden' });
});

test('the SDK of Anthropic reports it as a permission error', async () => {
  const client = new Anthropic({ apiKey: without.get('chat')!, baseURL: app.gateway.url, maxRetries: 0 });
  const refused: unknown = await client.messages
    .create({ model: app.model, max_tokens: 9, messages: [{ role: 'user', content: 'hello' }] })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Anthropic.PermissionDeniedError);
  expect(refused).toMatchObject({ error: { error: { type: 'permission_error' } } });
});

test('a key with the scope alone is served, as are keys without a list', async () => {
  expect((await app.ask('hello', {}, only.get('chat'))).status).toBe(200);
  expect((await app.ask('hello', {}, app.key)).status).toBe(200);
});

test('a scope that is taken away is refused with the next request', async () => {
  const key = await app.gateway.addToken({ name: 'narrowed' });
  expect((await app.ask('hello', {}, key)).status).toBe(200);
  const [token] = await app.gateway.manage<TokenResponse[]>('GET', '/api/token/search?keyword=narrowed');
  await app.gateway.manage('PUT', '/api/token/', { id: token!.id, scopes: 'models' });
  await until(async () => (await app.ask('hello', {}, key)).status === 403);
});

test.each([
  ['are stored in their order, each once', 'models, chat,chat', 'chat,models'],
  ['are all scopes if all are named', TOKEN_SCOPES.join(','), ''],
])('scopes %s', async (_how, scopes, stored) => {
  await app.gateway.addToken({ name: `with ${stored}`.trim(), scopes });
  const [token] = await app.gateway.manage<TokenResponse[]>('GET', '/api/token/?p=0&size=1');
  expect(token!.scopes).toBe(stored);
});

test('an unknown scope is refused', async () => {
  await expect(app.gateway.addToken({ scopes: 'chat,everything' })).rejects.toThrow('未知的用途');
});
