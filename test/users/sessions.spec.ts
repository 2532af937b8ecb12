import type { Redis } from 'ioredis';
import request from 'supertest';
import { REDIS } from '../../server/core/injection.js';
import { Accounts } from '../../server/users/accounts.js';
import { Management, type Visitor } from '../setup/management.js';
import { age } from '../setup/session-age.js';

const DAY_SECONDS = 86_400;

interface Shown {
  id: string;
  address: string;
  user_agent: string;
  first_seen: number;
  last_seen: number;
  ends_at: number;
  current: boolean;
}

let gateway: Management;
let alice: Visitor;

beforeAll(async () => {
  Object.assign(process.env, { CRITICAL_RATE_LIMIT: '0', TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1' });
  gateway = await Management.start();
  alice = await gateway.user('alice');
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  delete process.env.TRUSTED_PROXIES;
  await gateway.close();
});

/** Signs in as alice from elsewhere. @returns the cookie */
async function elsewhere(address: string, userAgent: string): Promise<string> {
  const answer = await request(gateway.app.getHttpServer())
    .post('/api/user/login')
    .set({ 'x-forwarded-for': address, 'user-agent': userAgent })
    .send({ username: 'alice', password: 'password 1' });
  return answer.get('set-cookie')?.[0]?.split(';')[0] ?? '';
}

const status = async (cookie: string) =>
  (
    await request(gateway.app.getHttpServer())
      .get('/api/user/self')
      .set({ cookie, 'new-api-user': String(alice.id) })
  ).status;
const list = async () => (await alice.get<Shown[]>('/api/user/sessions')).data;

test('the list shows each sign-in with browser, address and times, and which one asks', async () => {
  await elsewhere('203.0.113.9', 'Other browser/1.0');
  const shown = await list();
  expect(shown).toHaveLength(2);
  expect(shown.filter(({ current }) => current)).toHaveLength(1);
  const other = shown.find(({ current }) => !current);
  expect(other).toEqual({
    id: expect.stringMatching(/^[\w-]{16}$/),
    address: '203.0.113.9',
    user_agent: 'Other browser/1.0',
    first_seen: expect.any(Number),
    last_seen: expect.any(Number),
    ends_at: expect.any(Number),
    current: false,
  });
  expect(Math.abs(Date.now() / 1000 - other!.first_seen)).toBeLessThan(60);
  expect(
    (await gateway.root().then((root) => root.get<Shown[]>('/api/user/sessions'))).data,
  ).not.toContainEqual(other);
});

test('one session is signed out by its name, which is not what the cookie holds', async () => {
  const cookie = await elsewhere('203.0.113.10', 'One');
  const { id } = (await list()).find(({ user_agent }) => user_agent === 'One')!;
  expect(cookie).not.toContain(id);
  const bob = await gateway.user('bob');
  expect((await bob.delete(`/api/user/sessions/${id}`)).message).toBe('会话不存在或已结束');
  expect(await status(cookie)).toBe(200);
  expect((await alice.delete(`/api/user/sessions/${id}`)).success).toBe(true);
  expect(await status(cookie)).toBe(401);
  expect((await alice.delete(`/api/user/sessions/${id}`)).success).toBe(false);
});

test('all others are signed out at once', async () => {
  const cookies = [await elsewhere('203.0.113.11', 'A'), await elsewhere('203.0.113.12', 'B')];
  const others = (await list()).length - 1;
  expect((await alice.delete('/api/user/sessions')).data).toBe(others);
  expect(await Promise.all(cookies.map(status))).toEqual([401, 401]);
  expect(await list()).toEqual([expect.objectContaining({ current: true })]);
});

test('a session ends after seven idle days, and after thirty in all', async () => {
  const redis = gateway.app.get<Redis>(REDIS);
  const cookie = await elsewhere('203.0.113.13', 'Idle');
  for (const key of await redis.keys('session:*')) {
    expect(await redis.ttl(key)).toBeLessThanOrEqual(7 * DAY_SECONDS);
    expect(await redis.ttl(key)).toBeGreaterThan(7 * DAY_SECONDS - 600);
  }
  // Use makes it last again, but never beyond thirty days from the sign-in.
  await age(gateway, { openedAt: 28 * DAY_SECONDS, lastSeenAt: 6 * DAY_SECONDS });
  expect(await status(cookie)).toBe(200);
  const ttls = await Promise.all((await redis.keys('session:*')).map((key) => redis.ttl(key)));
  expect(Math.min(...ttls)).toBeLessThanOrEqual(2 * DAY_SECONDS);
  await age(gateway, { openedAt: 2 * DAY_SECONDS });
  expect(await status(cookie)).toBe(401);
});

test('a session of an earlier release goes on and joins the list', async () => {
  alice = await gateway.signIn('alice', 'password 1');
  const cookie = await elsewhere('203.0.113.14', 'Old');
  const redis = gateway.app.get<Redis>(REDIS);
  const { id } = (await list()).find(({ user_agent }) => user_agent === 'Old')!;
  const key = await redis.hget(`sessionsOf:${alice.id}`, id);
  await redis.hdel(`sessionsOf:${alice.id}`, id);
  await redis.set(key!, JSON.stringify({ userId: alice.id, version: 1 }), 'KEEPTTL');
  expect(await status(cookie)).toBe(200);
  expect(await list()).toHaveLength(2);
});

test('what is ended stays ended, also when a request of it is under way', async () => {
  const cookie = await elsewhere('203.0.113.15', 'Racing');
  await age(gateway, { lastSeenAt: 120 });
  const { id } = (await list()).find(({ user_agent }) => user_agent === 'Racing')!;
  await Promise.all([
    ...Array.from({ length: 10 }, () => status(cookie)),
    alice.delete(`/api/user/sessions/${id}`),
  ]);
  expect(await status(cookie)).toBe(401);
});

const HOUR_SECONDS = 3600;

describe('the session of an administrator', () => {
  let root: Visitor;
  const seen = async (visitor: Visitor) => (await visitor.get('/api/user/self')).status;
  const ends = async (visitor: Visitor) => {
    const { data } = await visitor.get<Shown[]>('/api/user/sessions');
    return data.find(({ current }) => current)!.ends_at;
  };
  const inHours = (time: number) => (time - Date.now() / 1000) / HOUR_SECONDS;

  beforeEach(async () => {
    root = await gateway.root();
  });

  test('ends twelve hours after the sign-in, however much it is used', async () => {
    expect(inHours(await ends(root))).toBeCloseTo(12, 1);
    const user = await gateway.signIn('alice', 'password 1');
    await age(gateway, { openedAt: 11 * HOUR_SECONDS });
    expect(await seen(root)).toBe(200);
    expect(inHours(await ends(root))).toBeCloseTo(1, 1);
    await age(gateway, { openedAt: HOUR_SECONDS });
    expect(await seen(root)).toBe(401);
    expect(await seen(user)).toBe(200);
    // A user's ends after seven days without use.
    expect(inHours(await ends(user))).toBeCloseTo(7 * 24, 0);
    const again = await gateway.root();
    expect((await again.get<Shown[]>('/api/user/sessions')).data).toHaveLength(1);
  });

  test('counts from the sign-in also for a user whose role was raised during the session', async () => {
    const zoe = await gateway.user('zoe');
    await age(gateway, { openedAt: 13 * HOUR_SECONDS });
    expect(await seen(zoe)).toBe(200);
    // As by an operator in the database: a promotion in the console ends the sessions of the account.
    await gateway.sql('UPDATE users SET role = 10 WHERE id = $1', [zoe.id]);
    await gateway.app.get(Accounts).changed(zoe.id);
    expect(await seen(zoe)).toBe(401);
    const admin = await gateway.root();
    await gateway.sql('UPDATE users SET role = 1 WHERE id = $1', [zoe.id]);
    const fresh = await gateway.signIn('zoe', 'password 1');
    expect((await admin.post('/api/user/manage', { id: zoe.id, action: 'promote' })).success).toBe(true);
    expect(await seen(fresh)).toBe(401);
  });

  test('does not begin again with a confirmation', async () => {
    await age(gateway, { openedAt: 11 * HOUR_SECONDS });
    const before = await ends(root);
    await root.post('/api/user/confirm', { password: '123456' });
    expect(await ends(root)).toBe(before);
  });
});

describe('with ADMIN_SESSION_MAX_HOURS=1', () => {
  beforeAll(async () => {
    await gateway.close();
    process.env.ADMIN_SESSION_MAX_HOURS = '1';
    gateway = await Management.start();
    alice = await gateway.user('alice');
  });
  afterAll(() => {
    delete process.env.ADMIN_SESSION_MAX_HOURS;
  });

  test('the session of an administrator ends after an hour', async () => {
    const root = await gateway.root();
    await age(gateway, { openedAt: 3599 });
    expect((await root.get('/api/user/self')).status).toBe(200);
    await age(gateway, { openedAt: 2 });
    expect((await root.get('/api/user/self')).status).toBe(401);
    expect((await alice.get('/api/user/self')).status).toBe(200);
  });
});

describe('with SESSION_IDLE_DAYS=2 and SESSION_MAX_DAYS=3', () => {
  beforeAll(async () => {
    await gateway.close();
    Object.assign(process.env, { SESSION_IDLE_DAYS: '2', SESSION_MAX_DAYS: '3' });
    gateway = await Management.start();
    alice = await gateway.user('alice');
  });
  afterAll(() => {
    delete process.env.SESSION_IDLE_DAYS;
    delete process.env.SESSION_MAX_DAYS;
  });

  test('a session ends after two idle days, and after three in all', async () => {
    const redis = gateway.app.get<Redis>(REDIS);
    const cookie = await elsewhere('203.0.113.16', 'Short');
    const ttls = async () =>
      Promise.all((await redis.keys('session:*')).map(async (key) => (await redis.ttl(key)) / DAY_SECONDS));
    for (const days of await ttls()) expect(days).toBeCloseTo(2, 1);
    await age(gateway, { openedAt: 2 * DAY_SECONDS, lastSeenAt: DAY_SECONDS });
    expect(await status(cookie)).toBe(200);
    expect(Math.min(...(await ttls()))).toBeLessThanOrEqual(1);
    await age(gateway, { openedAt: DAY_SECONDS });
    expect(await status(cookie)).toBe(401);
  });
});
