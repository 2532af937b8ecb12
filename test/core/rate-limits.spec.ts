import { once } from 'node:events';
import { connect } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import request from 'supertest';
import { createApp } from '../../server/app.js';
import { freshWorld, withoutConsole } from '../setup/fresh-databases.js';

let app: NestFastifyApplication;

beforeAll(async () => {
  await freshWorld();
  Object.assign(process.env, {
    GLOBAL_API_RATE_LIMIT: '5',
    GLOBAL_API_RATE_LIMIT_DURATION: '60',
    OPERATOR_API_RATE_LIMIT: '12',
    CRITICAL_RATE_LIMIT: '2',
    TRUSTED_PROXIES: '127.0.0.1, ::1, 10.0.0.0/8',
  });
  app = await createApp(withoutConsole);
});
afterAll(async () => {
  for (const name of [
    'GLOBAL_API_RATE_LIMIT_DURATION',
    'OPERATOR_API_RATE_LIMIT',
    'CRITICAL_RATE_LIMIT',
    'TRUSTED_PROXIES',
  ])
    delete process.env[name];
  await app.close();
});

const from = (forwarded: string) =>
  request(app.getHttpServer()).get('/api/notice').set('x-forwarded-for', forwarded);

test('an address may call so often, then waits; others are not held up, and a forged header helps nobody', async () => {
  for (let i = 0; i < 5; i++) expect((await from('203.0.113.1')).status).toBe(200);
  const refused = await from('203.0.113.1');
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    success: false,
    message: '请求次数过多，请稍后再试',
    data: null,
    code: 'too_many_requests',
    params: { seconds: Number(refused.headers['retry-after']) },
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers['x-oneapi-request-id']).toBeDefined();
  // What stands left of the last untrusted address was written by that client.
  expect((await from('198.51.100.7, 203.0.113.1')).status).toBe(429);
  expect((await from('203.0.113.1, 10.1.2.3')).status).toBe(429);
  expect((await from('203.0.113.2')).status).toBe(200);
});

test('IPv6 counts by /64, and by /48 with a higher limit', async () => {
  for (let i = 1; i <= 5; i++) expect((await from(`2001:db8:1:1::${i}`)).status).toBe(200);
  expect((await from('2001:db8:1:1:abcd::9')).status).toBe(429);
  // Sixteen times as many for all of the site's networks: 80, of which 5 are used.
  for (let net = 2; net <= 16; net++)
    for (let i = 0; i < 5; i++) expect((await from(`2001:db8:1:${net.toString(16)}::1`)).status).toBe(200);
  expect((await from('2001:db8:1:ff::1')).status).toBe(429);
  expect((await from('2001:db8:2:1::1')).status).toBe(200);
});

test('probes are never refused', async () => {
  for (let i = 0; i < 8; i++)
    expect(
      (await request(app.getHttpServer()).get('/api/health/live').set('x-forwarded-for', '203.0.113.3'))
        .status,
    ).toBe(200);
});

test('signing in is limited more tightly', async () => {
  const signIn = () =>
    request(app.getHttpServer())
      .post('/api/user/login')
      .set('x-forwarded-for', '203.0.113.4')
      .send({ username: 'nobody', password: 'wrong' });
  expect((await signIn()).status).toBe(200);
  expect((await signIn()).status).toBe(200);
  expect((await signIn()).status).toBe(429);
});

test('a refused address is refused before any of its body is there', async () => {
  await app.listen(0, '127.0.0.1');
  const socket = connect(Number(new URL(await app.getUrl()).port), '127.0.0.1');
  await once(socket, 'connect');
  const head = ['POST /api/user/login HTTP/1.1', 'host: x', 'x-forwarded-for: 203.0.113.4'];
  socket.write(
    `${[...head, 'content-type: application/json', 'content-length: 50000'].join('\r\n')}\r\n\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 429 .*retry-after: \d/is);
  socket.destroy();
});

/** Signs in from this machine and returns the headers of the console's requests. */
async function signIn(username: string, password: string): Promise<Record<string, string>> {
  const signedIn = await request(app.getHttpServer()).post('/api/user/login').send({ username, password });
  expect(signedIn.body).toMatchObject({ success: true });
  const [cookie = ''] = signedIn.headers['set-cookie'] ?? [];
  return { cookie: cookie.split(';')[0]!, 'new-api-user': String(signedIn.body.data.id) };
}

const as = (headers: Record<string, string>, forwarded: string, path = '/api/user/self') =>
  request(app.getHttpServer()).get(path).set(headers).set('x-forwarded-for', forwarded);

test('accounts have requests of their own, which strangers at their address do not use up', async () => {
  const root = await signIn('root', '123456');
  for (let i = 0; i < 5; i++) expect((await from('203.0.113.50')).status).toBe(200);
  expect((await from('203.0.113.50')).status).toBe(429);

  // An administrator has more, from all addresses together.
  const forms = { username: 'anna', password: 'of anna 1234', display_name: 'anna' };
  expect((await request(app.getHttpServer()).post('/api/user/').set(root).send(forms)).body.success).toBe(
    true,
  );
  const made = await as(root, '203.0.113.50', '/api/user/token');
  expect(made.body).toMatchObject({ success: true });
  for (let i = 2; i < 12; i++) expect((await as(root, '203.0.113.50')).status).toBe(200);
  const refused = await as(root, '203.0.113.51');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await from('203.0.113.51')).status).toBe(200);

  // An access token is the same account.
  const token = { authorization: String(made.body.data), 'new-api-user': root['new-api-user']! };
  expect((await as(token, '203.0.113.52')).status).toBe(429);

  // An ordinary user has as many as an address.
  const anna = await signIn('anna', 'of anna 1234');
  for (let i = 0; i < 5; i++) expect((await as(anna, '203.0.113.50')).status).toBe(200);
  expect((await as(anna, '203.0.113.53')).status).toBe(429);
});

test.each([
  ['a forged session', { cookie: 'session=forged' }],
  ['an access token that nobody has', { authorization: 'forged' }],
  ['an API key', { authorization: 'Bearer sk-forged' }],
])('%s counts for the address', async (_name, headers) => {
  const address = `203.0.113.${60 + Object.values(headers)[0]!.length}`;
  for (let i = 0; i < 5; i++) expect((await as(headers, address, '/api/notice')).status).toBe(200);
  expect((await as(headers, address, '/api/notice')).status).toBe(429);
  expect((await from(address)).status).toBe(429);
});
