import bcrypt from 'bcryptjs';
import type { Redis } from 'ioredis';
import request from 'supertest';
import { REDIS } from '../../server/core/injection.js';
import { Management } from '../setup/management.js';

let gateway: Management;

beforeAll(async () => {
  Object.assign(process.env, { CRITICAL_RATE_LIMIT: '0', TRUSTED_PROXIES: '127.0.0.1,::1' });
  gateway = await Management.start();
  await gateway.user('alice');
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  delete process.env.TRUSTED_PROXIES;
  await gateway.close();
});

/** @param address '' = no proxy, so the address of the test, which is on the gateway's machine */
const signIn = (username: unknown, password: unknown, address = '203.0.113.1', cookie = '') =>
  request(gateway.app.getHttpServer())
    .post('/api/user/login')
    .set({ ...(address !== '' && { 'x-forwarded-for': address }), cookie })
    .send({ username, password });

/** The other fields of a user: consoles compute with the numbers before they have read the account. */
const NOTHING = {
  password: '',
  email: '',
  github_id: '',
  oidc_id: '',
  wechat_id: '',
  telegram_id: '',
  linux_do_id: '',
  verification_code: '',
  access_token: null,
  quota: expect.any(Number),
  used_quota: 0,
  request_count: 0,
  aff_count: 0,
  aff_quota: 0,
  aff_history_quota: 0,
  inviter_id: 0,
  DeletedAt: null,
  setting: '',
};

const refusal = {
  success: false,
  message: '用户名或密码错误，或用户已被封禁',
  data: null,
  code: 'credentials_wrong',
};

test('root signs in with the initial password and gets a warning to change it', async () => {
  const answer = await signIn('root', '123456', '');
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    success: true,
    message: '',
    data: {
      id: 1,
      username: 'root',
      display_name: 'Root User',
      role: 100,
      status: 1,
      group: 'default',
      ...NOTHING,
      aff_code: expect.any(String),
      default_password: true,
    },
  });
});

test('the initial password opens nothing from another machine, nor through a proxy of this one', async () => {
  for (const address of ['203.0.113.1', '127.0.0.1', '::1']) {
    const answer = await signIn('root', '123456', address);
    expect([address, answer.status, answer.body]).toEqual([
      address,
      403,
      expect.objectContaining({ success: false, code: 'default_password_remote' }),
    ]);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  for (const name of ['x-real-ip', 'forwarded', 'via'])
    expect(
      (
        await request(gateway.app.getHttpServer())
          .post('/api/user/login')
          .set(name, '127.0.0.1')
          .send({ username: 'root', password: '123456' })
      ).status,
    ).toBe(403);
  expect((await signIn('root', 'wrong')).body).toEqual(refusal);
});

test('the session is a cookie no script, no other site and no reader of Redis can use', async () => {
  const answer = await signIn(' alice ', 'password 1');
  const [cookie = ''] = answer.get('set-cookie') ?? [];
  expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
  const id = /^session=([\w-]+)/.exec(cookie)?.[1] ?? '';
  const redis = gateway.app.get<Redis>(REDIS);
  const keys = await redis.keys('session:*');
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.join()).not.toContain(id);
  // The cookie lasts as long as a session may at most; unused it ends after seven days.
  expect(await redis.ttl(keys[0] ?? '')).toBeGreaterThan(604_000);
});

test('behind https the cookie is for https only', async () => {
  const answer = await signIn('alice', 'password 1').set('x-forwarded-proto', 'https');
  for (const cookie of answer.get('set-cookie') ?? [])
    expect(cookie).toMatch(
      /^__Host-(session|device)=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  const root = await gateway.root();
  await root.put('/api/option/', { key: 'ServerAddress', value: 'https://gateway.example' });
  const byName = await signIn('alice', 'password 1').set('host', 'gateway.example');
  expect(byName.get('set-cookie')?.[0]).toMatch(/^__Host-session=.*; Secure/);
  // Through a tunnel, say: browsers would not take the prefix from a page of this machine.
  expect((await signIn('alice', 'password 1')).get('set-cookie')?.[0]).toMatch(/^session=.*; Secure/);
  await root.put('/api/option/', { key: 'ServerAddress', value: '' });
});

test('a session of the former cookie name goes on behind https until its next sign-in, which ends it', async () => {
  const self = (cookie: string) =>
    request(gateway.app.getHttpServer())
      .get('/api/user/self')
      .set({ cookie, 'new-api-user': '2', 'x-forwarded-for': '203.0.113.1', 'x-forwarded-proto': 'https' });
  const [former = ''] = (await signIn('alice', 'password 1')).get('set-cookie')?.[0]?.split(';') ?? [];
  expect(former).toMatch(/^session=/);
  expect((await self(former)).status).toBe(200);
  const again = await signIn('alice', 'password 1', '203.0.113.1', former).set('x-forwarded-proto', 'https');
  const cookies = [again.get('set-cookie') ?? []].flat();
  expect(cookies).toContainEqual(expect.stringMatching(/^session=; .*Path=\/; .*Secure/));
  const present = cookies.find((cookie) => cookie.startsWith('__Host-session='))?.split(';')[0] ?? '';
  expect((await self(former)).status).toBe(401);
  // What another host of the domain sets under the former name does not replace the session.
  expect((await self(`session=invented; ${present}`)).status).toBe(200);
  const signOut = await request(gateway.app.getHttpServer()).get('/api/user/logout').set({
    cookie: present,
    'new-api-user': '2',
    'x-forwarded-for': '203.0.113.1',
    'x-forwarded-proto': 'https',
  });
  expect(signOut.get('set-cookie')).toEqual([
    expect.stringMatching(/^__Host-session=; /),
    expect.stringMatching(/^session=; /),
  ]);
  expect((await self(present)).status).toBe(401);
});

test('signing in changes the id of a session, signing out ends it', async () => {
  const self = (cookie: string) =>
    request(gateway.app.getHttpServer()).get('/api/user/self').set({ cookie, 'new-api-user': '2' });
  const cookieOf = (answer: request.Response) => answer.get('set-cookie')?.[0]?.split(';')[0] ?? '';
  const first = cookieOf(await signIn('alice', 'password 1'));
  const second = cookieOf(await signIn('alice', 'password 1', '203.0.113.1', first));
  expect(second).not.toBe(first);
  expect((await self(first)).status).toBe(401);
  expect((await self(second)).status).toBe(200);
  const signOut = (headers: Record<string, string>) =>
    request(gateway.app.getHttpServer())
      .get('/api/user/logout')
      .set({ cookie: second, ...headers });
  expect((await signOut({})).status).toBe(401);
  expect((await signOut({ 'new-api-user': '2', 'sec-fetch-dest': 'image' })).status).toBe(403);
  expect((await self(second)).status).toBe(200);
  const logout = await signOut({ 'new-api-user': '2' });
  expect(logout.body).toEqual({ success: true, message: '', data: null });
  expect(logout.get('set-cookie')?.[0]).toContain('session=; ');
  expect((await self(second)).status).toBe(401);
});

test('an address names its account whatever its case, unless several share it', async () => {
  await gateway.sql(`UPDATE users SET email = 'Alice@Example.com' WHERE id = 2`);
  expect((await signIn('alice@example.COM', 'password 1')).body.data.id).toBe(2);
  await gateway.sql(`UPDATE users SET email = 'alice@example.com' WHERE id = 1`);
  expect((await signIn('alice@example.com', 'password 1')).body).toEqual(refusal);
});

test('a name that does not exist is refused in the same words and takes as long', async () => {
  expect((await signIn('alice', 'wrong')).body).toEqual(refusal);
  const time = async (name: string) => {
    const start = performance.now();
    expect((await signIn(name, 'wrong', '203.0.113.2')).body).toEqual(refusal);
    return performance.now() - start;
  };
  await time('warm up');
  const [known, unknown] = [await time('alice'), await time('nobody')];
  expect(unknown).toBeGreaterThan(known / 5);
});

test('incomplete, oversized and strange requests are refused', async () => {
  expect((await signIn('', 'x')).body.message).toBe('无效的参数');
  expect((await signIn('alice', '')).body.message).toBe('无效的参数');
  expect((await signIn({ $ne: 1 }, 'x')).body.message).toBe('无效的参数');
  expect((await signIn('alice', 'x'.repeat(5000))).body.message).toBe('无效的参数');
  expect((await signIn("alice' OR '1'='1", 'x')).body).toEqual(refusal);
  expect((await signIn('al\0ice', 'x')).body.message).toBe('无效的参数');
});

test('imported bcrypt hashes are accepted and replaced', async () => {
  await gateway.sql('UPDATE users SET password = $1 WHERE id = 2', [await bcrypt.hash('an old one', 4)]);
  expect((await signIn('alice', 'wrong')).body).toEqual(refusal);
  expect((await signIn('alice', 'an old one')).body.data.id).toBe(2);
  const [row] = await gateway.sql<{ password: string }>('SELECT password FROM users WHERE id = 2');
  expect(row?.password).toMatch(/^\$argon2id\$/);
  expect((await signIn('alice', 'an old one')).body.data.id).toBe(2);
});

test('accounts without a password accept none', async () => {
  await gateway.sql(`INSERT INTO users (username) VALUES ('github-42')`);
  for (const password of ['', ' ', 'x'])
    expect((await signIn('github-42', password)).body.success).toBe(false);
});

test('guessing from one address stops there, while the owner still gets in', async () => {
  await gateway.user('keeper');
  expect((await signIn('keeper', 'password 1')).status).toBe(200);
  for (let i = 0; i < 10; i++) await signIn('keeper', `guess ${i}`, '198.51.100.1');
  const stopped = await signIn('keeper', 'password 1', '198.51.100.1');
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);
  expect((await signIn('keeper', 'password 1')).status).toBe(200);
});

test('guessing from many addresses stops too, and the owner still gets in from a known one', async () => {
  for (let i = 0; i < 100; i++) await signIn('keeper', 'guess', `192.0.2.${i}`);
  expect((await signIn('keeper', 'password 1', '198.51.100.99')).status).toBe(429);
  expect((await signIn('keeper', 'password 1')).status).toBe(200);
});

test('guesses that come all at once are no more than others', async () => {
  await gateway.user('bob');
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => signIn('bob', `guess ${i}`, '198.51.100.2')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect((await signIn('bob', 'password 1', '198.51.100.2')).status).toBe(429);
  expect((await signIn('bob', 'password 1', '198.51.100.3')).body.success).toBe(true);
});

test('a browser that signed in before has tries of its own, which strangers cannot use up', async () => {
  await gateway.user('owner');
  const first = await signIn('owner', 'password 1', '203.0.113.50');
  const device = [first.get('set-cookie') ?? []].flat().find((line) => line.startsWith('device=')) ?? '';
  expect(device).toMatch(/^device=[\w-]{43}; Max-Age=15552000; Path=\/api; HttpOnly; SameSite=Strict$/);
  const [cookie = ''] = device.split(';');
  const from = (address: string, password: string, sent = cookie) => signIn('owner', password, address, sent);
  // Strangers at the owner's address, and many others until the account is closed to unknown browsers.
  for (let i = 0; i < 11; i++) await from('203.0.113.50', 'a guess', '');
  expect((await from('203.0.113.50', 'password 1', '')).status).toBe(429);
  for (let i = 0; i < 100; i++) await from(`192.0.2.${i}`, 'a guess', '');
  expect((await from('198.51.100.77', 'password 1', '')).status).toBe(429);
  // The owner gets in at home and on the road; an invented cookie helps nobody.
  expect((await from('203.0.113.50', 'password 1')).body.success).toBe(true);
  expect((await from('198.51.100.78', 'password 1')).body.success).toBe(true);
  expect((await from('198.51.100.79', 'password 1', `device=${'x'.repeat(43)}`)).status).toBe(429);
  // A stolen cookie has ten tries too.
  for (let i = 0; i < 10; i++) await from('198.51.100.80', `guess ${i}`);
  expect((await from('198.51.100.80', 'password 1')).status).toBe(429);
  // It is known to this account only.
  expect((await signIn('alice', 'wrong', '198.51.100.81', cookie)).status).toBe(200);
});

test('addresses of one IPv6 network are one address', async () => {
  await gateway.user('six');
  const guess = (address: string) => signIn('six', 'a guess', address);
  for (let i = 0; i < 10; i++) expect((await guess(`2001:db8:a:1::${i + 1}`)).status).toBe(200);
  expect((await guess('2001:db8:a:1:ffff::1')).status).toBe(429);
  // Other networks of the same site count together as well, with a higher limit.
  expect((await guess('2001:db8:a:2::1')).status).toBe(200);
});

test('one address may not try many names, while accounts it belongs to still sign in from it', async () => {
  expect((await signIn('bob', 'password 1', '198.51.100.4')).body.success).toBe(true);
  for (let i = 0; i < 101; i++) await signIn(`name ${i}`, 'x', '198.51.100.4');
  expect((await signIn('yet another', 'x', '198.51.100.4')).status).toBe(429);
  expect((await signIn('bob', 'password 1', '198.51.100.4')).body.success).toBe(true);
});

test('the operator may switch passwords off', async () => {
  const root = await gateway.root();
  await root.put('/api/option/', { key: 'PasswordLoginEnabled', value: false });
  expect((await signIn('alice', 'an old one')).body.message).toBe('管理员关闭了密码登录');
});
