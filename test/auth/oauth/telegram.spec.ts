import { createHash, createHmac } from 'node:crypto';
import { hashPassword } from '../../../server/users/passwords/passwords.js';
import type { Management } from '../../setup/management.js';
import { Browser, idOf, type Shown } from './browser.js';
import { startGateway, setOptions } from './start-gateway.js';

const TOKEN = '123456:bot-token';
let gateway: Management;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ gateway, close } = await startGateway({}, { TelegramBotToken: TOKEN, TelegramOAuthEnabled: 'true' }));
});
afterAll(() => close());

const now = () => Math.floor(Date.now() / 1000);

/** Signs as https://core.telegram.org/widgets/login#checking-authorization says. */
function signed(fields: Record<string, string>, token = TOKEN): Record<string, string> & { hash: string } {
  const text = Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('\n');
  const secret = createHash('sha256').update(token).digest();
  return { ...fields, hash: createHmac('sha256', secret).update(text).digest('hex') };
}

const start = now();
let moment = 0;
/** Fields as the widget hands them over; every call is another moment. */
const widget = (id: number, more: Record<string, string> = {}) => ({
  id: String(id),
  first_name: 'Ada',
  last_name: 'Lovelace',
  username: 'ada',
  photo_url: 'https://t.me/i/userpic/320/ada.jpg',
  auth_date: String(start - ++moment),
  ...more,
});
const signIn = (query: Record<string, string>) =>
  new Browser(gateway).get('/api/oauth/telegram/login', query);

/** An account bound to a Telegram id. */
async function bound(username: string, telegramId: number): Promise<number> {
  const { id } = await gateway.user(username);
  const browser = new Browser(gateway);
  await browser.signIn(username, 'password 1');
  const answer = await bind(browser, telegramId);
  expect([answer.status, answer.location]).toEqual([302, '/setting']);
  return id;
}

/** What the browser does after the console asked for a state and Telegram's widget signed. */
async function bind(browser: Browser, telegramId: number): Promise<Shown> {
  const state = await browser.state({ provider: 'telegram' });
  const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' };
  return browser.open('/api/oauth/telegram/bind', { ...signed(widget(telegramId)), state }, navigation);
}

test('who bound their account comes in by what Telegram signed', async () => {
  const id = await bound('ada', 1001);
  const answer = await signIn(signed(widget(1001)));
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    success: true,
    message: '',
    data: { id, username: 'ada', display_name: 'ada', role: 1, status: 1, group: 'default', quota: 0 },
  });
  expect(answer.cookies.join()).toContain('session=');
});

test('nobody gets an account by it', async () => {
  expect((await signIn(signed(widget(1002)))).body).toEqual({
    success: false,
    message: '该 Telegram 账户未绑定',
    data: null,
    code: 'telegram_not_linked',
  });
});

test('what is changed, badly signed, old, of the future or shown before is refused', async () => {
  await bound('grace', 1003);
  const good = signed(widget(1003));
  const refused = async (query: Record<string, string>) => (await signIn(query)).body.message;
  for (const query of [
    { ...good, first_name: 'Eve' },
    { ...good, id: '1001' },
    { ...good, extra: 'field' },
    { ...good, hash: good.hash.toUpperCase() },
    { ...good, hash: good.hash.slice(1) },
    { ...good, hash: '' },
    signed(widget(1003), 'another:token'),
    signed(widget(1003, { auth_date: String(now() - 86_500) })),
    signed(widget(1003, { auth_date: String(now() + 3600) })),
    signed(widget(1003, { auth_date: 'yesterday' })),
    signed({ id: '1003', first_name: 'Grace' }),
    signed({ auth_date: String(now()), first_name: 'Grace' }),
    signed({ auth_date: String(now()), id: '' }),
    {},
  ])
    expect(await refused(query)).toBe('无效的请求');
  expect(idOf(await signIn(good))).toBeGreaterThan(1);
  expect(await refused(good)).toBe('无效的请求');
});

test('one signature let in at once by several opens one session', async () => {
  await bound('joan', 1004);
  const good = signed(widget(1004));
  const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(good)));
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
});

test('lines cannot be moved from one field into another, and no field comes twice', async () => {
  // What was signed names the id in a line of its own; so does this, inside another field.
  const { hash, ...fields } = signed({ auth_date: String(now()), first_name: 'Eve', id: '1001' });
  const merged = { auth_date: `${fields['auth_date']}\nfirst_name=Eve`, id: '1001', hash };
  expect((await signIn(merged)).body.message).toBe('无效的请求');
  const query = new URLSearchParams(signed(widget(1001)));
  const twice = await new Browser(gateway).get(`/api/oauth/telegram/login?id=1003&${query.toString()}`);
  expect(twice.body.message).toBe('无效的请求');
});

test('an empty token signs nothing', async () => {
  await setOptions(gateway, { TelegramBotToken: '' });
  expect((await signIn(signed(widget(1001), ''))).body.message).toBe('无效的请求');
  await setOptions(gateway, { TelegramBotToken: TOKEN });
});

test('a page of another site signs nobody in', async () => {
  const lured = await new Browser(gateway).get('/api/oauth/telegram/login', signed(widget(1001)), {
    'sec-fetch-site': 'cross-site',
  });
  expect([lured.status, lured.cookies]).toEqual([403, []]);
});

test('a Telegram account is bound once, by somebody who is signed in', async () => {
  await gateway.user('late');
  const browser = new Browser(gateway);
  await browser.signIn('late', 'password 1');
  const taken = await bind(browser, 1001);
  expect([taken.status, taken.body.message]).toEqual([200, '该 Telegram 账户已被绑定']);
  const stranger = await new Browser(gateway).get('/api/oauth/telegram/bind', signed(widget(1005)));
  expect([stranger.status, stranger.body.message]).toEqual([
    401,
    '无权进行此操作，未登录且未提供 access token',
  ]);
});

test('a binding needs the state that this browser got for this account, whoever sends the browser here', async () => {
  await gateway.user('lured');
  const browser = new Browser(gateway);
  await browser.signIn('lured', 'password 1');
  const other = await new Browser(gateway).state({ provider: 'telegram' });
  for (const state of ['', 'abcdefghijkl', other])
    for (const call of ['get', 'open'] as const) {
      const answer = await browser[call]('/api/oauth/telegram/bind', { ...signed(widget(1666)), state });
      expect([answer.status, answer.body.message]).toEqual([403, 'state is empty or not same']);
    }
  const state = await browser.state({ provider: 'telegram' });
  const image = { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin' };
  const loaded = await browser.open('/api/oauth/telegram/bind', { ...signed(widget(1666)), state }, image);
  expect(loaded.status).toBe(403);
  expect(await gateway.sql(`SELECT 1 FROM users WHERE telegram_id = '1666'`)).toEqual([]);
  // A script of the console gets an answer instead of a page.
  const bound = await browser.get('/api/oauth/telegram/bind', { ...signed(widget(1667)), state });
  expect([bound.status, bound.body]).toEqual([200, { success: true, message: '', data: null }]);
});

test('banned and deleted accounts stay out, and everybody while Telegram is switched off', async () => {
  const root = await gateway.root();
  for (const [name, telegramId, action, message] of [
    ['banned', 1006, 'disable', '用户已被封禁'],
    ['deleted', 1007, 'delete', '用户已注销'],
  ] as const) {
    const id = await bound(name, telegramId);
    await root.post('/api/user/manage', { id, action });
    expect((await signIn(signed(widget(telegramId)))).body.message).toBe(message);
  }
  await setOptions(gateway, { TelegramOAuthEnabled: 'false' });
  expect((await signIn(signed(widget(1001)))).body.message).toBe('管理员未开启通过 Telegram 登录以及注册');
});

test('an account with a second factor takes the second step after the sign-in', async () => {
  await setOptions(gateway, { TelegramOAuthEnabled: 'true' });
  const id = await bound('two-steps', 1999);
  await gateway.sql('UPDATE users SET second_factor = true WHERE id = $1', [id]);
  const hash = await hashPassword('2345678901');
  await gateway.sql('INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)', [id, hash]);
  const browser = new Browser(gateway);
  const { body } = await browser.get('/api/oauth/telegram/login', signed(widget(1999)));
  expect(body).toMatchObject({ success: true, data: { require_2fa: true, methods: ['recovery_code'] } });
  expect((await browser.get('/api/user/self', {}, { 'new-api-user': String(id) })).status).toBe(401);
  expect(await browser.post('/api/user/login/2fa', { code: '23456-78901' })).toMatchObject({ data: { id } });
  expect(
    await gateway.sql(
      "SELECT details FROM audit_log WHERE action = 'sign_in' AND actor_id = $1 ORDER BY id",
      [id],
    ),
  ).toContainEqual({ details: '{"method":"third_party","second_factor":"recovery_code"}' });
});
