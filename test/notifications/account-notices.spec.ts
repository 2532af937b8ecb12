import { TOTP } from 'otpauth';
import request from 'supertest';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
  root = await gateway.root();
  await root.put('/api/option/', { key: 'SMTPServer', value: '127.0.0.1' });
  await root.put('/api/option/', { key: 'SystemName', value: 'Gate' });
});
beforeEach(() => gateway.sql('DELETE FROM outbox'));
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway?.close();
});

interface Sent {
  type: string;
  title: string;
  content: string;
}

/** The notices that wait for an account, oldest first. */
async function noticesOf({ id }: { readonly id: number }): Promise<Sent[]> {
  const rows = await gateway.sql<{ message: string }>(
    `SELECT message FROM outbox WHERE user_id = $1 AND type LIKE 'account_%' ORDER BY created_at, type`,
    [id],
  );
  return rows.map(({ message }) => (JSON.parse(message) as { notice: Sent }).notice);
}
const kindsOf = async (account: { readonly id: number }) =>
  (await noticesOf(account)).map(({ type }) => type);

/** An account that was signed in to once, with a mail address. */
async function person(username: string, setting: object = { language: 'en' }): Promise<Visitor> {
  const visitor = await gateway.user(username);
  await gateway.sql('UPDATE users SET email = $2, setting = $3 WHERE id = $1', [
    visitor.id,
    `${username}@example.com`,
    JSON.stringify(setting),
  ]);
  return visitor;
}

async function nameOf({ id }: Visitor): Promise<string> {
  const [user] = await gateway.sql<{ username: string }>('SELECT username FROM users WHERE id = $1', [id]);
  return user!.username;
}

/** Signs in. @param device the cookie of a browser; '' = one that has none. @returns the cookie that it has then */
async function signIn(username: string, device = '', userAgent = 'Firefox/140'): Promise<string> {
  const answer = await request(gateway.app.getHttpServer())
    .post('/api/user/login')
    .set({ 'user-agent': userAgent, ...(device && { cookie: device }) })
    .send({ username, password: 'password 1' });
  const cookies: string[] = [answer.get('set-cookie') ?? []].flat();
  return cookies.find((cookie) => cookie.startsWith('device='))?.split(';')[0] ?? '';
}

test('the owner of an account is notified of a sign-in from an unknown browser', async () => {
  const alice = await person('alice');
  const device = await signIn('alice', '', 'Safari/26 <b>');
  const [notice] = await noticesOf(alice);
  expect(notice).toMatchObject({ type: 'account_new_browser', title: 'New sign-in to your account at Gate' });
  expect(notice!.content).toMatch(
    /^Your account alice at Gate was signed in to .* Address: (::ffff:)?127\.0\.0\.1\. Browser: Safari\/26 <b>\. If you did not do this, change your password now/,
  );
  await gateway.sql('DELETE FROM outbox');
  await signIn('alice', device);
  expect(await kindsOf(alice)).toEqual([]);
});

test('the first sign-in of an account is no news', async () => {
  const body = { username: 'newcomer', password: 'password 1', display_name: 'newcomer' };
  await root.post('/api/user/', body);
  const [user] = await gateway
    .sql<{ id: number }>(
      `UPDATE users SET email = 'newcomer@example.com' WHERE username = 'newcomer' RETURNING id`,
    )
    .then((result) => result.flat() as { id: number }[]);
  await signIn('newcomer');
  expect(await kindsOf(user!)).toEqual([]);
  await signIn('newcomer');
  expect(await kindsOf(user!)).toEqual(['account_new_browser']);
});

test('a password that was not right is no sign-in', async () => {
  const bob = await person('bob');
  await request(gateway.app.getHttpServer())
    .post('/api/user/login')
    .send({ username: 'bob', password: 'a guess' });
  expect(await kindsOf(bob)).toEqual([]);
});

const CHANGES: readonly [kind: string, named: string, change: (by: Visitor) => Promise<unknown>][] = [
  [
    'account_key_created',
    '“Laptop”',
    (by) => by.post('/api/token/', { name: 'Laptop', unlimited_quota: true }),
  ],
  ['account_access_token_created', 'system access token', (by) => by.get('/api/user/token')],
  ['account_password_changed', 'The password', (by) => by.put('/api/user/self', { password: 'password 2' })],
  [
    'account_admin_key_created',
    '“Report”',
    async (by) => {
      await root.post('/api/user/manage', { id: by.id, action: 'promote' });
      const admin = await gateway.signIn(await nameOf(by), 'password 1');
      await gateway.sql('DELETE FROM outbox');
      await admin.post('/api/admin-key', { name: 'Report', scopes: ['read'], days: 1 });
    },
  ],
  [
    'account_second_factor_changed',
    'An authenticator app or a passkey',
    async (by) => {
      const { data } = await by.post<{ secret: string }>('/api/user/2fa/setup', {});
      await by.post('/api/user/2fa/enable', { code: new TOTP({ secret: data.secret }).generate() });
    },
  ],
  [
    'account_password_changed',
    'The password',
    (by) => root.put('/api/user/', { id: by.id, password: 'password 3' }),
  ],
];

describe.each(CHANGES)('%s', (kind, named, change) => {
  test('the owner is notified, in the language of the owner', async () => {
    const name = `p${Math.random().toString(36).slice(2, 10)}`;
    const owner = await person(name);
    await change(owner);
    const [notice, ...others] = await noticesOf(owner);
    expect(others).toEqual([]);
    expect(notice!.type).toBe(kind);
    expect(notice!.title).toContain('at Gate');
    expect(notice!.content).toContain(named);
    expect(notice!.content).toContain(name);
  });
});

test('a key that replaces another one is a new key', async () => {
  const carol = await person('carol');
  await carol.post('/api/token/', { name: 'Server', unlimited_quota: true });
  const { data } = await carol.get<{ id: number }[]>('/api/token/');
  await gateway.sql('DELETE FROM outbox');
  await carol.post(`/api/token/${data[0]!.id}/key`, {});
  expect(await kindsOf(carol)).toEqual(['account_key_created']);
});

test('what happens again within ten minutes is one notice, for each account and kind', async () => {
  const dave = await person('dave');
  const erin = await person('erin');
  for (const by of [dave, dave, dave, erin])
    await by.post('/api/token/', { name: 'k', unlimited_quota: true });
  await Promise.all([dave.get('/api/user/token'), dave.get('/api/user/token')]);
  expect((await kindsOf(dave)).toSorted()).toEqual(['account_access_token_created', 'account_key_created']);
  expect(await kindsOf(erin)).toEqual(['account_key_created']);
  await gateway.sql(`UPDATE outbox SET state = 'sent', finished_at = now() - interval '11 minutes'`);
  await dave.post('/api/token/', { name: 'k', unlimited_quota: true });
  expect((await kindsOf(dave)).filter((kind) => kind === 'account_key_created')).toHaveLength(2);
});

describe('the owner', () => {
  const SETTING = { notify_type: 'email', quota_warning_threshold: 500_000 };

  test('switches sign-ins, keys and system access tokens off, and on again', async () => {
    const frank = await person('frank');
    const off = {
      notify_new_browser: false,
      notify_key_created: false,
      notify_access_token_created: false,
    };
    const everything = async () => {
      await signIn('frank');
      await frank.post('/api/token/', { name: 'k', unlimited_quota: true });
      await frank.get('/api/user/token');
    };
    expect((await frank.put('/api/user/setting', { ...SETTING, ...off })).success).toBe(true);
    const { data } = await frank.get<{ setting: string }>('/api/user/self');
    expect(JSON.parse(data.setting)).toMatchObject(off);
    await everything();
    expect(await kindsOf(frank)).toEqual([]);
    // A client that does not know the switches leaves them as they are.
    await frank.put('/api/user/setting', SETTING);
    await frank.put('/api/user/self', { language: 'zh' });
    await everything();
    expect(await kindsOf(frank)).toEqual([]);
    await frank.put('/api/user/setting', { ...SETTING, notify_key_created: true });
    await everything();
    expect(await kindsOf(frank)).toEqual(['account_key_created']);
  });

  test('cannot switch off what a thief of the account would: passwords and mail addresses', async () => {
    const gina = await person('gina', { notify_password_changed: false, notify_new_browser: false });
    await gina.put('/api/user/self', { password: 'password 2' });
    expect(await kindsOf(gina)).toEqual(['account_password_changed']);
  });

  test('who cannot be reached is sent nothing', async () => {
    const hugo = await gateway.user('hugo');
    await hugo.post('/api/token/', { name: 'k', unlimited_quota: true });
    await hugo.put('/api/user/self', { password: 'password 2' });
    expect(await gateway.sql('SELECT 1 FROM outbox')).toEqual([]);
  });

  test('is not written to while there is no mail server, but by another channel', async () => {
    const ida = await person('ida');
    const jack = await person('jack', { notify_type: 'webhook', webhook_url: 'https://example.com/hook' });
    await root.put('/api/option/', { key: 'SMTPServer', value: '' });
    for (const by of [ida, jack]) await by.put('/api/user/self', { password: 'password 2' });
    expect(await kindsOf(ida)).toEqual([]);
    expect(await kindsOf(jack)).toEqual(['account_password_changed']);
    await root.put('/api/option/', { key: 'SMTPServer', value: '127.0.0.1' });
  });
});
