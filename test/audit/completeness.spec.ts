import { Controller, Module, Post } from '@nestjs/common';
import request from 'supertest';
import { AppModule } from '../../server/app.module.js';
import { UNAUDITED_ROUTES } from '../../server/audit/routes/unaudited-routes.js';
import { Requires } from '../../server/core/http/access/requires.js';
import { RouteTable } from '../../server/core/http/route-table.js';
import { templateOf } from '../../server/openapi/operation.js';
import { Management, type Visitor } from '../setup/management.js';
import { rows } from '../management/routes.js';
import { ELSEWHERE } from './covered-elsewhere.js';

/** Every management request that changes something leaves a row of the audit log with where it came from. */

/** What a new route could look like whose author did not think of the log. */
@Controller('api/forgetful')
class ForgetfulController {
  @Post()
  @Requires('admin')
  change(): string {
    return 'changed';
  }
}

@Module({ imports: [AppModule], controllers: [ForgetfulController] })
class WithForgetfulModule {}

let gateway: Management;
let root: Visitor;
let number = 0;

beforeAll(async () => {
  Object.assign(process.env, { CRITICAL_RATE_LIMIT: '0' });
  gateway = await Management.start({ module: WithForgetfulModule });
  root = await gateway.root();
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway?.close();
});

interface Call {
  readonly path: string;
  readonly body?: object;
  /** Another caller than the super administrator. */
  readonly by?: Visitor;
}

const some = async <T>(sql: string): Promise<T> => (await gateway.sql<T>(sql))[0]!;
const idOf = async (table: string) => (await some<{ id: number }>(`SELECT max(id) AS id FROM ${table}`)).id;
const user = () => gateway.user(`user${++number}`);

const CHANNEL = {
  type: 1,
  name: 'one',
  key: 'sk-upstream',
  models: 'gpt-4o',
  group: 'default',
  base_url: 'http://127.0.0.1:1',
  tag: 'fast',
};
async function channel(fields: object = {}): Promise<number> {
  const made = await root.post('/api/channel/', { ...CHANNEL, ...fields });
  if (!made.success) throw new Error(made.message);
  return idOf('channels');
}
async function token(): Promise<number> {
  const made = await root.post('/api/token/', { name: 'key', unlimited_quota: true, remain_quota: 0 });
  if (!made.success) throw new Error(made.message);
  return idOf('tokens');
}
async function codes(): Promise<string> {
  const { data } = await root.post<string[]>('/api/redemption/', {
    name: 'codes',
    campaign: 'spring',
    quota: 1000,
    count: 1,
  });
  return data[0]!;
}
const ADMIN_KEY = { name: 'script', scopes: ['read'], days: 1 };
const PRICE = { kind: 'tokens', ratio: 1, input: 1, output: 1, cached: 1, cache_write: 1, call: 1 };

/** A request of each writing route that does what it is for. */
const CALLS: Readonly<Record<string, () => Promise<Call>>> = {
  'POST /api/user/register': async () => ({
    path: '/api/user/register',
    body: { username: 'newcomer', password: 'password 1', email: '', aff_code: '' },
  }),
  'POST /api/user/login': async () => {
    // The session of the cookie is replaced.
    const by = await user();
    return { path: '/api/user/login', body: { username: `user${number}`, password: 'password 1' }, by };
  },
  'GET /api/user/logout': async () => ({ path: '/api/user/logout', by: await user() }),
  'DELETE /api/user/sessions': async () => ({ path: '/api/user/sessions', by: await user() }),
  'DELETE /api/user/sessions/{session}': async () => {
    const by = await user();
    const name = `user${number}`;
    await gateway.signIn(name, 'password 1');
    const { data } = await by.get<{ id: string; current: boolean }[]>('/api/user/sessions');
    return { path: `/api/user/sessions/${data.find(({ current }) => !current)!.id}`, by };
  },
  'PUT /api/user/self': async () => ({
    path: '/api/user/self',
    body: { display_name: 'Another' },
    by: await user(),
  }),
  'DELETE /api/user/self': async () => ({ path: '/api/user/self', by: await user() }),
  'PUT /api/user/setting': async () => ({
    path: '/api/user/setting',
    body: { notify_type: 'webhook', quota_warning_threshold: 1, webhook_url: 'https://example.com/hook' },
    by: await user(),
  }),
  'POST /api/user/topup': async () => ({ path: '/api/user/topup', body: { key: await codes() } }),
  'POST /api/user': async () => ({
    path: '/api/user/',
    body: { username: 'another', password: 'password 1', display_name: 'x' },
  }),
  'PUT /api/user': async () => ({
    path: '/api/user/',
    body: { id: (await user()).id, display_name: 'changed' },
  }),
  'POST /api/user/manage': async () => ({
    path: '/api/user/manage',
    body: { id: (await user()).id, action: 'disable' },
  }),
  'DELETE /api/user/{id}': async () => ({ path: `/api/user/${(await user()).id}` }),
  'PUT /api/option': async () => ({ path: '/api/option/', body: { key: 'RetryTimes', value: '1' } }),
  'POST /api/option/rest_model_ratio': async () => ({
    path: '/api/option/rest_model_ratio',
    body: { confirmed: true },
  }),
  'POST /api/group/move': async () => ({ path: '/api/group/move', body: { from: 'vip', to: 'default' } }),
  'POST /api/costs/prices': async () => ({
    path: '/api/costs/prices',
    body: { channel_id: await channel(), model: 'gpt-4o', from: 1, ...PRICE },
  }),
  'DELETE /api/costs/prices/{id}': async () => {
    await root.post('/api/costs/prices', { channel_id: await channel(), model: 'gpt-4o', from: 1, ...PRICE });
    return { path: `/api/costs/prices/${await idOf('purchase_prices')}` };
  },
  'PUT /api/alerts/rule': async () => ({
    path: '/api/alerts/rule',
    body: { rule: 'channel_failing', notify: ['account'] },
  }),
  'PUT /api/alerts/target': async () => ({
    path: '/api/alerts/target',
    body: { notify_type: 'webhook', webhook_url: 'https://hook.example/in' },
  }),
  'DELETE /api/alerts/target': async () => ({ path: '/api/alerts/target?notify_type=webhook' }),
  'POST /api/channel': async () => ({ path: '/api/channel/', body: CHANNEL }),
  'PUT /api/channel': async () => ({
    path: '/api/channel/',
    body: { ...CHANNEL, id: await channel(), name: 'two' },
  }),
  'DELETE /api/channel/{id}': async () => ({ path: `/api/channel/${await channel()}` }),
  'DELETE /api/channel/disabled': async () => {
    await gateway.sql(`UPDATE channels SET status = 2 WHERE id = ${await channel()}`);
    return { path: '/api/channel/disabled' };
  },
  'POST /api/channel/batch': async () => ({ path: '/api/channel/batch', body: { ids: [await channel()] } }),
  'PUT /api/channel/batch': async () => ({
    path: '/api/channel/batch',
    body: { changes: [{ ids: [await channel()], priority: 9 }] },
  }),
  'POST /api/channel/batch/tag': async () => ({
    path: '/api/channel/batch/tag',
    body: { ids: [await channel()], tag: 'slow' },
  }),
  'POST /api/channel/drain': async () => ({
    path: '/api/channel/drain',
    body: { ids: [await channel()], minutes: 5 },
  }),
  'POST /api/channel/fix': async () => ({ path: '/api/channel/fix' }),
  'POST /api/channel/tag/enabled': async () => ({ path: '/api/channel/tag/enabled', body: { tag: 'fast' } }),
  'POST /api/channel/tag/disabled': async () => ({
    path: '/api/channel/tag/disabled',
    body: { tag: 'fast' },
  }),
  'PUT /api/channel/tag': async () => {
    await channel({ tag: 'old' });
    return { path: '/api/channel/tag', body: { tag: 'old', new_tag: 'new' } };
  },
  'POST /api/token': async () => ({ path: '/api/token/', body: { name: 'first', remain_quota: 1 } }),
  'PUT /api/token': async () => ({ path: '/api/token/', body: { id: await token(), name: 'second' } }),
  'DELETE /api/token/{id}': async () => ({ path: `/api/token/${await token()}` }),
  'POST /api/token/{id}/key': async () => ({ path: `/api/token/${await token()}/key` }),
  'DELETE /api/token/{id}/former-key': async () => {
    const id = await token();
    await root.post(`/api/token/${id}/key`, { overlap_hours: 1 });
    return { path: `/api/token/${id}/former-key` };
  },
  'POST /api/token/{id}/reveal': async () => ({ path: `/api/token/${await token()}/reveal` }),
  'POST /api/user/confirm': async () => ({
    path: '/api/user/confirm',
    body: { password: 'password 1' },
    by: await user(),
  }),
  'POST /api/admin-key': async () => ({ path: '/api/admin-key', body: ADMIN_KEY }),
  'DELETE /api/admin-key/{id}': async () => {
    await root.post('/api/admin-key', ADMIN_KEY);
    return { path: `/api/admin-key/${await idOf('admin_keys')}` };
  },
  'POST /api/user/token': async () => ({ path: '/api/user/token', by: await user() }),
  'PUT /api/redemption/campaigns': async () => {
    await codes();
    return { path: '/api/redemption/campaigns', body: { name: 'spring', action: 'disable' } };
  },
  'POST /api/redemption': async () => ({
    path: '/api/redemption/',
    body: { name: 'codes', quota: 1, count: 2 },
  }),
  'PUT /api/redemption': async () => {
    await codes();
    return { path: '/api/redemption/', body: { id: await idOf('redemptions'), name: 'renamed', quota: 2 } };
  },
  'DELETE /api/redemption/{id}': async () => {
    await codes();
    return { path: `/api/redemption/${await idOf('redemptions')}` };
  },
  'DELETE /api/log': async () => ({ path: '/api/log/?target_timestamp=1000' }),
  'PUT /api/prices': async () => ({
    path: '/api/prices',
    body: { changes: [{ model: 'gpt-4o', price: { ModelRatio: 7 } }] },
  }),
  'POST /api/prices/undo': async () => {
    await root.put('/api/prices', { changes: [{ model: 'gpt-4o-mini', price: { ModelRatio: 7 } }] });
    const { operation } = await some<{ operation: string }>(
      'SELECT operation FROM price_changes ORDER BY id DESC LIMIT 1',
    );
    return { path: '/api/prices/undo', body: { operation } };
  },
  'POST /api/user-tokens/manage': async () => ({
    path: '/api/user-tokens/manage',
    body: { id: await token(), action: 'disable' },
  }),
  'POST /api/user-tokens/find': async () => ({
    path: '/api/user-tokens/find',
    body: { key: 'sk-unknown' },
  }),
  'DELETE /api/notices/{id}': async () => {
    await root.put('/api/option/', { key: 'Notice', value: `notice ${++number}` });
    await root.put('/api/option/', { key: 'Notice', value: `notice ${++number}` });
    return { path: `/api/notices/${await idOf('notices')}` };
  },
  'POST /api/usage-events/retry': async () => ({ path: '/api/usage-events/retry' }),
  'POST /api/audit/stream/retry': async () => ({ path: '/api/audit/stream/retry' }),
  'POST /api/forgetful': async () => ({ path: '/api/forgetful' }),
};

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/** Sends it. @returns its id, and whether it succeeded */
async function send(route: string, { path, body, by = root }: Call): Promise<{ id: string; body: unknown }> {
  const method = METHODS[route.split(' ')[0] as keyof typeof METHODS];
  const response = await request(gateway.app.getHttpServer())
    [method](path)
    .set(by.headers())
    .set('user-agent', 'the browser of this test')
    .send(body);
  return { id: response.get('x-oneapi-request-id') ?? '', body: response.body };
}

test('every writing route is called here, is covered elsewhere, or is an exception with its reason', () => {
  const table = gateway.app.get(RouteTable).list();
  const writing = table
    .filter(({ method, effects }) => method !== 'GET' || effects.writes === true)
    .filter(({ method }) => method !== 'OPTIONS')
    .map(({ method, path }) => `${method} ${templateOf(path)}`);
  // A route that was taken away or renamed must not stay in a list.
  const listed = [CALLS, ELSEWHERE, UNAUDITED_ROUTES].flatMap((list) => Object.keys(list));
  expect(listed.toSorted()).toEqual([...new Set(writing)].toSorted());
  const known = new Set(rows.map(({ method, path }) => `${method} ${path}`));
  expect(listed.filter((route) => !known.has(route) && route !== 'POST /api/forgetful')).toEqual([]);
});

test.each(Object.keys(CALLS))(
  '%s leaves a row with its address, browser, request and session',
  async (route) => {
    const call = await CALLS[route]!();
    const sent = await send(route, call);
    expect(sent.body).toMatchObject({ success: true });
    const { data } = await root.get<Record<string, unknown>[]>(`/api/audit?request_id=${sent.id}`);
    expect(data.length).toBeGreaterThan(0);
    for (const row of data)
      expect(row).toMatchObject({
        address: '127.0.0.1',
        user_agent: 'the browser of this test',
        request_id: sent.id,
        ...(route !== 'POST /api/user/register' && { session: expect.stringMatching(/^[\w-]{16}$/) }),
      });
    expect(JSON.stringify(data)).not.toMatch(/password 1|sk-upstream/);
  },
);

test('a route whose service writes none has one with its parameters and the names of its members', async () => {
  const sent = await send('POST /api/forgetful', { path: '/api/forgetful', body: { secret: 'hunter2' } });
  const { data } = await root.get<{ details: unknown }[]>(`/api/audit?request_id=${sent.id}`);
  expect(data).toMatchObject([
    { action: 'request', actor_name: 'root', details: { route: 'POST /api/forgetful', members: ['secret'] } },
  ]);
  expect(JSON.stringify(data)).not.toContain('hunter2');
});
