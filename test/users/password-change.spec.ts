import request from 'supertest';
import { Management, type Visitor } from '../setup/management.js';
import { age } from '../setup/session-age.js';

const SIGN_IN_AGAIN = '为了账户安全，请输入当前密码，或重新登录后在 10 分钟内进行此操作';
const SESSION_NEEDED = '此操作需要登录控制台后进行，不能使用系统访问令牌';

let gateway: Management;

beforeAll(async () => {
  Object.assign(process.env, { CRITICAL_RATE_LIMIT: '0' });
  gateway = await Management.start();
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway.close();
});

/** A call by system access token. */
const byToken = (
  { id }: Visitor,
  token: string,
  method: 'get' | 'put' | 'delete' = 'get',
  path = '/api/user/self',
  body?: object,
) => {
  const call = request(gateway.app.getHttpServer())
    [method](path)
    .set({ authorization: token, 'new-api-user': String(id) });
  return body === undefined ? call : call.send(body);
};
const accessToken = async (visitor: Visitor) => (await visitor.get<string>('/api/user/token')).data;
const isDead = async (visitor: Visitor, token: string) =>
  (await byToken(visitor, token)).body.message === '无权进行此操作，access token 无效';

test('one’s own new password ends the system access token and all other sessions, and this one goes on', async () => {
  const alice = await gateway.user('alice');
  const other = await gateway.signIn('alice', 'password 1');
  const token = await accessToken(alice);
  expect(await isDead(alice, token)).toBe(false);
  const browser = request.agent(gateway.app.getHttpServer());
  await browser.post('/api/user/login').send({ username: 'alice', password: 'password 1' });
  const change = await browser
    .put('/api/user/self')
    .set('new-api-user', String(alice.id))
    .send({ password: 'password 2' });
  expect(change.body).toEqual({ success: true, message: '', data: null });
  expect(await isDead(alice, token)).toBe(true);
  expect((await alice.get('/api/user/self')).status).toBe(401);
  expect((await other.get('/api/user/self')).status).toBe(401);
  const self = await browser.get('/api/user/self').set('new-api-user', String(alice.id));
  expect(self.status).toBe(200);
});

test('an administrator’s new password for somebody ends their token, also after a ban is lifted', async () => {
  const root = await gateway.root();
  const bob = await gateway.user('bob');
  const token = await accessToken(bob);
  await root.put('/api/user/', { id: bob.id, password: 'password 2' });
  expect(await isDead(bob, token)).toBe(true);
  await root.post('/api/user/manage', { id: bob.id, action: 'disable' });
  await root.post('/api/user/manage', { id: bob.id, action: 'enable' });
  expect(await isDead(bob, token)).toBe(true);
  // Changes of other fields leave it alone.
  const again = await gateway.signIn('bob', 'password 2');
  const next = await accessToken(again);
  await root.put('/api/user/', { id: bob.id, display_name: 'Bobby' });
  expect(await isDead(bob, next)).toBe(false);
});

test('a session that signed in a while ago needs the old password', async () => {
  const carol = await gateway.user('carol');
  await age(gateway, { signedInAt: 601 });
  expect((await carol.put('/api/user/self', { password: 'password 2' })).message).toBe(SIGN_IN_AGAIN);
  expect((await carol.put('/api/user/self', { password: 'password 2', original_password: '' })).message).toBe(
    SIGN_IN_AGAIN,
  );
  // What is no credential needs nothing.
  expect((await carol.put('/api/user/self', { display_name: 'C' })).success).toBe(true);
  const wrong = await carol.put('/api/user/self', { password: 'password 2', original_password: 'a guess' });
  expect(wrong.message).toBe('原密码错误');
  const right = { password: 'password 2', original_password: 'password 1' };
  expect((await carol.put('/api/user/self', right)).success).toBe(true);
  await gateway.signIn('carol', 'password 2');
});

test('guesses of the old password are throttled like sign-ins', async () => {
  const dave = await gateway.user('dave');
  const guess = (original_password: string) => dave.put('/api/user/self', { original_password });
  const answers = [];
  for (let i = 0; i < 12; i++) answers.push(await guess(`guess ${i}`));
  expect(answers.slice(0, 10).map(({ message }) => message)).toEqual(Array(10).fill('原密码错误'));
  expect(answers.slice(10).map(({ status }) => status)).toEqual([429, 429]);
  expect((await guess('password 1')).status).toBe(429);
});

test('a system access token changes no password, ends no account, and not by the administrators’ route either', async () => {
  const erin = await gateway.user('erin');
  const token = await accessToken(erin);
  const body = { password: 'password 2', original_password: 'password 1' };
  const change = await byToken(erin, token, 'put', '/api/user/self', body);
  expect(change.body.message).toBe(SESSION_NEEDED);
  expect((await byToken(erin, token, 'delete')).body.message).toBe(SESSION_NEEDED);
  await gateway.signIn('erin', 'password 1');
  const root = await gateway.root();
  const rootToken = await accessToken(root);
  const own = await byToken(root, rootToken, 'put', '/api/user/', { id: 1, password: 'password 2' });
  expect(own.body.message).toBe(SESSION_NEEDED);
  await age(gateway, { signedInAt: 601 });
  expect((await root.put('/api/user/', { id: 1, password: 'password 2' })).message).toBe(SIGN_IN_AGAIN);
  const other = await root.put('/api/user/', { id: erin.id, password: 'password 3' });
  expect(other.extras.code).toBe('confirmation_required');
  await root.post('/api/user/confirm', { password: '123456' });
  expect((await root.put('/api/user/', { id: erin.id, password: 'password 3' })).success).toBe(true);
});

test('an account is ended after a recent sign-in or with the password only', async () => {
  const frank = await gateway.user('frank');
  await age(gateway, { signedInAt: 601 });
  expect((await frank.delete('/api/user/self')).message).toBe(SIGN_IN_AGAIN);
  expect((await frank.call('delete', '/api/user/self', { original_password: 'a guess' })).message).toBe(
    '原密码错误',
  );
  expect((await frank.call('delete', '/api/user/self', { original_password: 'password 1' })).success).toBe(
    true,
  );
});
