import { TokenStatus, UserStatus } from '../../../server/contract/enums.js';
import { Gateway } from '../../setup/gateway.js';

/** What belongs to a key is checked where the key is recognised, so that no route that it opens can miss it. */
let gateway: Gateway;
let routes: readonly Route[];
const keys = new Map<string, string>();

interface Route {
  readonly method: string;
  readonly path: string;
}

/** Routes below these paths are opened by keys. */
const KEYED =
  /^\/(v\d|mj|suno|kling|jimeng|dashboard|api\/log\/token|(relax|fast|turbo)\/mj|mj-(relax|fast|turbo))/;
/** Routes below them that anyone may call: files and notices with an unguessable part of their own, and WebSocket handshakes. */
const WITHOUT_KEY = /\/mj\/(image\/|notify\/:id\/)/;

/** All routes of the server, from Fastify's own list. */
function routesOf(tree: string): Route[] {
  const found: Route[] = [];
  const parents: string[] = [];
  for (const line of tree.split('\n')) {
    const row = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line);
    if (!row) continue;
    const [, indent = '', part = '', methods = ''] = row;
    const depth = indent.length / 4;
    const parent = parents[depth - 1] ?? '';
    const path = parent + (part === '*' && !parent.endsWith('/') ? '/' : '') + part;
    parents[depth] = path;
    for (const method of methods.split(', ').filter((name) => /^(GET|POST|PUT|PATCH|DELETE)$/.test(name)))
      found.push({ method, path });
  }
  return found;
}

async function answerOf({ method, path }: Route, key?: string): Promise<{ status: number; text: string }> {
  // Google's clients name the action behind the model.
  const action = method === 'POST' && path.endsWith('/models/*') ? ':generateContent' : '';
  const address = path.replaceAll(/:\w+|\*/g, 'x1') + action;
  const response = await fetch(gateway.url + address, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: '{}' }),
  });
  const text = await response.text();
  // The management API reports refusals with status 200.
  const isRefusal = path.startsWith('/api/') && text.includes('"success":false');
  return { status: isRefusal ? 403 : response.status, text };
}

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '1000';
  gateway = await Gateway.start();
  const tree = gateway.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }) as string;
  routes = routesOf(tree).filter(({ path }) => KEYED.test(path) && !WITHOUT_KEY.test(path));
  const change = async (name: string, sql: string) => {
    const key = await gateway.addToken();
    await gateway.sql(`UPDATE tokens SET ${sql} WHERE id = (SELECT max(id) FROM tokens)`);
    keys.set(name, key);
  };
  await change('of another address', `allow_ips = '9.9.9.9'`);
  await change('that has expired', 'expired_time = 1');
  await change('that is deleted', 'deleted_at = now()');
  await change('that is disabled', `status = ${TokenStatus.disabled}`);
  const [owner] = await gateway.sql<{ id: number }>(
    `INSERT INTO users (username, status) VALUES ('banned', ${UserStatus.banned}) RETURNING id`,
  );
  await change('of a banned owner', `user_id = ${owner!.id}`);
});

afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway?.close();
});

const isUnbuilt = ({ status, text }: { status: number; text: string }) =>
  status === 404 && text.includes('Not implemented by this gateway');

test.each([
  'of another address',
  'that has expired',
  'that is deleted',
  'that is disabled',
  'of a banned owner',
])('a key %s opens no route', async (name) => {
  const key = keys.get(name)!;
  const opened: string[] = [];
  let guarded = 0;
  for (const route of routes) {
    const without = await answerOf(route);
    // A handshake is required before the key is read: 426.
    if (isUnbuilt(without) || without.status === 426) continue;
    const isLog = route.path === '/api/log/token';
    if (without.status !== 401 && !isLog)
      opened.push(`${route.method} ${route.path} without a key: ${without.status}`);
    guarded++;
    const { status } = await answerOf(route, key);
    const isEmptyLog = isLog && name === 'that is deleted';
    if (status !== 401 && status !== 403 && !isEmptyLog)
      opened.push(`${route.method} ${route.path}: ${status}`);
  }
  expect(opened).toEqual([]);
  expect(guarded).toBeGreaterThan(100);
});

test('a deleted key reads no log', async () => {
  const response = await fetch(`${gateway.url}/api/log/token?key=${keys.get('that is deleted')}`);
  expect(await response.json()).toEqual({ success: true, message: '', data: [] });
});
