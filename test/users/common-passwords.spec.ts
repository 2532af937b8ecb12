import request from 'supertest';
import { createApp } from '../../server/app.js';
import { withoutConsole } from '../setup/fresh-databases.js';
import { Management } from '../setup/management.js';
import { until } from '../setup/until.js';

const REFUSAL = '密码过于常见，容易被猜到，请换一个';
const COMMON = [
  'password',
  '12345678',
  'Password1',
  'QWERTYUIOP',
  'aaaaaaaa',
  '88888888',
  'tollgate',
  'Tollgate-2026',
];

let gateway: Management;

beforeAll(async () => {
  Object.assign(process.env, { CRITICAL_RATE_LIMIT: '0' });
  gateway = await Management.start();
});
afterAll(async () => {
  for (const name of ['CRITICAL_RATE_LIMIT', 'INITIAL_ROOT_PASSWORD']) delete process.env[name];
  await gateway.close();
});

test.each(COMMON)('%s is refused as a new password, wherever it is set', async (password) => {
  const root = await gateway.root();
  const name = `u${COMMON.indexOf(password)}`;
  const registered = await request(gateway.app.getHttpServer())
    .post('/api/user/register')
    .send({ username: name, password });
  expect(registered.body).toEqual({
    success: false,
    message: REFUSAL,
    data: null,
    code: 'password_too_common',
  });
  expect((await root.post('/api/user/', { username: name, password })).message).toBe(REFUSAL);
  const user = await gateway.user(name);
  expect((await user.put('/api/user/self', { password })).message).toBe(REFUSAL);
  expect((await root.put('/api/user/', { id: user.id, password })).message).toBe(REFUSAL);
  await gateway.signIn(name, 'password 1');
});

test('the name of the user is not its password, nor with digits around it', async () => {
  const root = await gateway.root();
  const user = await gateway.user('maximilian');
  for (const password of ['maximilian', 'Maximilian1', '!!maximilian!!']) {
    expect((await user.put('/api/user/self', { password })).message).toBe(REFUSAL);
    expect((await root.put('/api/user/', { id: user.id, password })).message).toBe(REFUSAL);
    expect((await root.post('/api/user/', { username: password.slice(0, 12), password })).message).toBe(
      REFUSAL,
    );
  }
  expect((await user.put('/api/user/self', { password: 'maximilian rides' })).success).toBe(true);
});

test('neither are the name and the host of the site', async () => {
  const root = await gateway.root();
  const user = await gateway.user('wanda');
  await root.put('/api/option/', { key: 'SystemName', value: 'Model Harbour' });
  await root.put('/api/option/', { key: 'ServerAddress', value: 'https://harbourlight.example:8443' });
  for (const password of ['Model Harbour', 'modelharbour1', '2026-harbourlight', '!Example!'])
    expect((await user.put('/api/user/self', { password })).message).toBe(REFUSAL);
  // The numbers of an address are in many passwords.
  await root.put('/api/option/', { key: 'ServerAddress', value: 'http://127.0.0.1:3000' });
  const admin = { id: user.id, password: '70127000-1' };
  expect((await root.put('/api/user/', admin)).success).toBe(true);
  expect((await root.put('/api/user/', { ...admin, password: 'a model harbour' })).success).toBe(true);
  await root.put('/api/option/', { key: 'ServerAddress', value: '' });
});

test('who has a common password already still signs in', async () => {
  const user = await gateway.user('old');
  await gateway.sql('UPDATE users SET password = $2 WHERE id = $1', [
    user.id,
    // bcrypt of "password"
    '$2b$04$LGPQP4wxqhj9tUN9xT9.TO98E2cv82jcaCLWIspD9CNRfH09aORYW',
  ]);
  expect((await gateway.signIn('old', 'password')).id).toBe(user.id);
});

test('INITIAL_ROOT_PASSWORD takes the place of the password everyone knows, and of no other', async () => {
  const root = await gateway.root();
  process.env.INITIAL_ROOT_PASSWORD = 'first secret';
  const restarted = await createApp(withoutConsole);
  await restarted.close();
  expect((await root.get('/api/user/self')).status).toBe(401);
  await expect(gateway.signIn('root', '123456')).rejects.toThrow('用户名或密码错误');
  await gateway.signIn('root', 'first secret');
  process.env.INITIAL_ROOT_PASSWORD = 'second secret';
  await (await createApp(withoutConsole)).close();
  await gateway.signIn('root', 'first secret');
});

test('HSTS includes the hosts below only where the operator says so', async () => {
  process.env.HSTS_INCLUDE_SUBDOMAINS = 'true';
  const app = await createApp(withoutConsole);
  delete process.env.HSTS_INCLUDE_SUBDOMAINS;
  const header = async () =>
    (await request(app.getHttpServer()).get('/api/status')).get('strict-transport-security');
  expect(await header()).toBeUndefined();
  const root = await gateway.signIn('root', 'first secret');
  await root.put('/api/option/', { key: 'ServerAddress', value: 'https://gateway.example' });
  await until(async () => (await header()) === 'max-age=31536000; includeSubDomains');
  await root.put('/api/option/', { key: 'ServerAddress', value: '' });
  await app.close();
});

test('HSTS is sent only if the console is reached by https', async () => {
  const header = async (path: string) =>
    (await request(gateway.app.getHttpServer()).get(path)).get('strict-transport-security');
  expect(await header('/api/status')).toBeUndefined();
  const root = await gateway.signIn('root', 'first secret');
  await root.put('/api/option/', { key: 'ServerAddress', value: 'https://gateway.example' });
  for (const path of ['/api/status', '/', '/api/none']) expect(await header(path)).toBe('max-age=31536000');
  await root.put('/api/option/', { key: 'ServerAddress', value: 'http://gateway.example' });
  expect(await header('/api/status')).toBeUndefined();
});
