import { TokenStatus, UserStatus } from '../../../server/contract/enums.js';
import { Gateway } from '../../setup/gateway.js';
import { answerOf, isUnbuilt, keyedRoutes, type Route } from './keyed-routes.js';

/** What belongs to a key is checked where the key is recognised, so that no route that it opens can miss it. */
let gateway: Gateway;
let routes: readonly Route[];
const keys = new Map<string, string>();

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '1000';
  gateway = await Gateway.start();
  routes = keyedRoutes(gateway);
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
    const without = await answerOf(gateway, route);
    // A handshake is required before the key is read: 426.
    if (isUnbuilt(without) || without.status === 426) continue;
    const isLog = route.path === '/api/log/token';
    if (without.status !== 401 && !isLog)
      opened.push(`${route.method} ${route.path} without a key: ${without.status}`);
    guarded++;
    const { status } = await answerOf(gateway, route, key);
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
