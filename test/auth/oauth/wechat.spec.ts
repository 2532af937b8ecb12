import type { Management } from '../../setup/management.js';
import { Browser, idOf } from './browser.js';
import { atOnce, balanced, startGateway, setOptions } from './start-gateway.js';
import { Loopback, type ReceivedRequest, type Reply } from './loopback.js';

let gateway: Management;
let close: () => Promise<void>;
let server: Loopback;
/** Codes an official account gave out, and to whom; they live three minutes. */
const codes = new Map<string, string>();

/** A WeChat code server: `GET /api/wechat/user?code=`. */
function answer({ path, query, headers }: ReceivedRequest): Reply {
  if (headers.authorization !== 'the token')
    return { status: 401, body: { success: false, message: '无权访问' } };
  if (path !== '/api/wechat/user') return { status: 404, body: '404 page not found' };
  if (query.get('code') === 'broken') return { status: 502, type: 'text/html', body: '<h1>502</h1>' };
  return { body: { success: true, message: '', data: codes.get(query.get('code') ?? '') ?? '' } };
}

beforeAll(async () => {
  server = await Loopback.start(answer);
  ({ gateway, close } = await startGateway(
    {},
    {
      WeChatServerAddress: server.address,
      WeChatServerToken: 'the token',
      WeChatAuthEnabled: 'true',
      QuotaForNewUser: '7',
    },
  ));
});
afterAll(async () => {
  await close();
  await server.close();
});

let issued = 0;
const code = (openId: string) => {
  const text = `c&de ${++issued}`;
  codes.set(text, openId);
  return text;
};
const signIn = (openId: string) => new Browser(gateway).get('/api/oauth/wechat', { code: code(openId) });
const bind = async (browser: Browser, id: number, openId: string) =>
  (await browser.get('/api/oauth/wechat/bind', { code: code(openId) }, { 'New-API-User': String(id) })).body;

test('who asked for a code gets an account, and comes back to it', async () => {
  const first = await signIn('open-1');
  const id = idOf(first);
  expect(first.body.data).toMatchObject({
    id,
    quota: 7,
    username: `wechat_${id}`,
    display_name: 'WeChat User',
    role: 1,
    status: 1,
    group: 'default',
  });
  expect(first.cookies.join()).toContain('session=');
  expect(idOf(await signIn('open-1'))).toBe(id);
  expect(await gateway.sql('SELECT wechat_id, quota FROM users WHERE id = $1', [id])).toEqual([
    { wechat_id: 'open-1', quota: 7 },
  ]);
});

test('five first sign-ins of one person at once make one account', async () => {
  const answers = await atOnce(
    gateway,
    Array.from({ length: 5 }, () => () => signIn('open-race')),
  );
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(await balanced(gateway)).toBe(true);
});

test('who is signed in binds, may change to another person, and takes nobody from others', async () => {
  await gateway.user('binder');
  const browser = new Browser(gateway);
  const id = await browser.signIn('binder', 'password 1');
  expect(await bind(browser, id, 'open-2')).toEqual({ success: true, message: '', data: null });
  expect(await bind(browser, id, 'open-3')).toEqual({ success: true, message: '', data: null });
  expect(idOf(await signIn('open-3'))).toBe(id);
  expect(await bind(browser, id, 'open-1')).toEqual({
    success: false,
    message: '该微信账号已被绑定',
    data: null,
    code: 'wechat_taken',
  });
});

test('a link that somebody follows binds nothing: the call needs the header of the console or a state', async () => {
  await gateway.user('lured');
  const browser = new Browser(gateway);
  const id = await browser.signIn('lured', 'password 1');
  const requestsBefore = server.requests.length;
  const others: Record<string, string>[] = [{}, { 'New-API-User': '1' }];
  for (const headers of others) {
    const followed = await browser.open('/api/oauth/wechat/bind', { code: code('open-thief') }, headers);
    expect([followed.status, followed.body.message]).toEqual([403, 'state is empty or not same']);
  }
  const foreign = await new Browser(gateway).state({ provider: 'wechat' });
  expect(
    (await browser.open('/api/oauth/wechat/bind', { code: code('open-thief'), state: foreign })).status,
  ).toBe(403);
  expect(server.requests).toHaveLength(requestsBefore);
  const state = await browser.state({ provider: 'wechat' });
  expect((await browser.open('/api/oauth/wechat/bind', { code: code('open-4'), state })).body.success).toBe(
    true,
  );
  expect(idOf(await signIn('open-4'))).toBe(id);
});

test('a page of another site signs nobody in', async () => {
  const lured = await new Browser(gateway).get(
    '/api/oauth/wechat',
    { code: code('open-thief') },
    { 'sec-fetch-site': 'cross-site' },
  );
  expect([lured.status, lured.body.message, lured.cookies]).toEqual([
    403,
    '该请求不是由控制台页面发起的，已拒绝',
    [],
  ]);
});

test('an image signs nobody in, also in a browser that does not say what it loads', async () => {
  const loaded = await new Browser(gateway).open('/api/oauth/wechat', { code: code('open-thief') });
  expect([loaded.status, loaded.cookies]).toEqual([403, []]);
});

test('nobody binds without being signed in', async () => {
  const answer = await new Browser(gateway).get('/api/oauth/wechat/bind', { code: code('open-5') });
  expect([answer.status, answer.body]).toEqual([
    401,
    {
      success: false,
      message: '无权进行此操作，未登录且未提供 access token',
      data: null,
      code: 'not_signed_in',
    },
  ]);
});

test('deleted and banned accounts stay out, and so do strangers while sign-up is closed', async () => {
  const root = await gateway.root();
  for (const [openId, action, message] of [
    ['open-6', 'delete', '用户已注销'],
    ['open-7', 'disable', '用户已被封禁'],
  ] as const) {
    await root.post('/api/user/manage', { id: idOf(await signIn(openId)), action });
    expect((await signIn(openId)).body.message).toBe(message);
  }
  await setOptions(gateway, { RegisterEnabled: 'false' });
  expect((await signIn('open-8')).body.message).toBe('管理员关闭了新用户注册');
  await setOptions(gateway, { RegisterEnabled: 'true' });
});

test('every failure has its own message', async () => {
  const messageOf = async (query: Record<string, string>) =>
    (await new Browser(gateway).get('/api/oauth/wechat', query)).body.message;
  expect(await messageOf({})).toBe('无效的参数');
  expect(await messageOf({ code: 'made up' })).toBe('验证码错误或已过期');
  expect(await messageOf({ code: 'broken' })).toBe('无法连接至微信验证服务器，请稍后重试！');
  await setOptions(gateway, { WeChatServerToken: 'not the token' });
  expect(await messageOf({ code: code('open-9') })).toBe('无权访问');
  await setOptions(gateway, { WeChatServerToken: 'the token', WeChatAuthEnabled: 'false' });
  expect(await messageOf({ code: code('open-9') })).toBe('管理员未开启通过微信登录以及注册');
  await setOptions(gateway, { WeChatAuthEnabled: 'true' });
});
