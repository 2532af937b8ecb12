import request from 'supertest';
import type { Redis } from 'ioredis';
import { AccessRefusals } from '../../server/audit/refusals/refused-access.js';
import type { AuditEntryResponse } from '../../server/contract/resources/audit.js';
import { REDIS } from '../../server/core/injection.js';
import { Management, type Visitor } from '../setup/management.js';
import { until } from '../setup/until.js';

/** Sign-ins and access tokens that are refused are entries, with the reason that the answer does not tell. */
let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  Object.assign(process.env, { CRITICAL_RATE_LIMIT: '0' });
  gateway = await Management.start();
  root = await gateway.root();
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway?.close();
});

const entries = async (query: string) =>
  (await root.get<AuditEntryResponse[]>(`/api/audit?size=100&${query}`)).data;
const signIn = (username: string, password: string, headers: Record<string, string> = {}) =>
  request(gateway.app.getHttpServer()).post('/api/user/login').set(headers).send({ username, password });

test('each reason has its own code, while all answers are the same', async () => {
  const banned = await gateway.user('banned');
  await gateway.user('someone');
  await root.post('/api/user/manage', { id: banned.id, action: 'disable' });
  const answers = [
    await signIn('nobody', 'a guess'),
    await signIn('someone', 'a guess'),
    await signIn('banned', 'password 1'),
  ].map(({ body }: { body: { code: string } }) => body.code);
  expect(new Set(answers)).toEqual(new Set(['credentials_wrong']));
  const reasons = (await entries('action=sign_in_failed')).map(({ actor_name: name, details }) => [
    name,
    details,
  ]);
  expect(reasons).toEqual([
    ['banned', { method: 'password', reason: 'user_banned' }],
    ['someone', { method: 'password', reason: 'password_wrong' }],
    ['nobody', { method: 'password', reason: 'unknown_name' }],
  ]);
});

test('so do the default password from elsewhere, sign-ins by third parties and access tokens', async () => {
  await signIn('root', '123456', { 'x-forwarded-for': '203.0.113.9' });
  expect((await entries('action=sign_in_failed'))[0]).toMatchObject({
    actor_name: 'root',
    user_id: 1,
    details: { reason: 'default_password_remote' },
  });
  await request(gateway.app.getHttpServer()).get('/api/oauth/github?code=x&state=unknown');
  await until(async () => {
    const [latest] = await entries('action=sign_in_failed');
    return (latest?.details as { method?: string } | undefined)?.method === 'github';
  });
  expect((await entries('action=sign_in_failed'))[0]).toMatchObject({
    details: { method: 'github', reason: 'oauth_state_wrong' },
    address: '127.0.0.1',
  });
  await request(gateway.app.getHttpServer())
    .get('/api/user/self')
    .set({ authorization: 'Bearer guessed', 'new-api-user': '1', 'user-agent': 'a script' });
  await until(async () => (await entries('action=access_refused')).length > 0);
  expect(await entries('action=access_refused')).toMatchObject([
    { details: { reason: 'access_token_invalid', route: 'GET /api/user/self' }, user_agent: 'a script' },
  ]);
});

test('a flood of guesses has a few rows and then one with their number', async () => {
  const before = (await entries('action=sign_in_failed')).length;
  for (let guess = 0; guess < 12; guess++) await signIn('flooded', `guess ${guess}`);
  const rows = await entries('action=sign_in_failed&username=flooded');
  // Five, or ten where a minute ended between.
  expect([5, 10]).toContain(rows.length);
  expect((await entries('action=sign_in_failed')).length).toBe(before + rows.length);
  // The minute is over.
  const redis = gateway.app.get<Redis>(REDIS);
  for (const minute of await redis.smembers('tollgate:audit-refusals')) {
    await redis.rename(`tollgate:audit-refusals:${minute}`, 'tollgate:audit-refusals:60');
    await redis.srem('tollgate:audit-refusals', minute);
    await redis.sadd('tollgate:audit-refusals', '60');
  }
  const refusals = gateway.app.get(AccessRefusals, { strict: false });
  expect(await refusals.sumUp()).toBe(1);
  expect(await refusals.sumUp()).toBe(0);
  expect((await entries('action=sign_in_failed'))[0]).toMatchObject({
    actor_name: 'flooded',
    address: '127.0.0.1',
    details: { further: 12 - rows.length, minute: 60 },
  });
});
