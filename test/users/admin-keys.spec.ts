import request from 'supertest';
import { Management, type Visitor } from '../setup/management.js';

interface Key {
  id: number;
  name: string;
  owner: string;
  last_four: string;
  scopes: string[];
  expires_at: number;
  last_used_at: number;
  last_used_ip: string;
  key: string;
}

let gateway: Management;
let root: Visitor;
let admin: Visitor;

beforeAll(async () => {
  Object.assign(process.env, { CRITICAL_RATE_LIMIT: '0', TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1' });
  gateway = await Management.start();
  root = await gateway.root();
  admin = await administrator('carol');
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  delete process.env.TRUSTED_PROXIES;
  await gateway?.close();
});

async function administrator(username: string): Promise<Visitor> {
  await root.post('/api/user/', { username, password: 'password 1', display_name: username, role: 10 });
  return gateway.signIn(username, 'password 1');
}

const FIELDS = { name: 'deployment', scopes: ['read', 'channels'], days: 30, allow_ips: '' };

async function made(by: Visitor, fields: object = {}): Promise<Key> {
  const answer = await by.post<Key>('/api/admin-key', { ...FIELDS, ...fields });
  if (!answer.success) throw new Error(answer.message);
  return answer.data;
}

/** Sends a request with a key and nothing else. */
const withKey = ({ key }: Key, path = '/api/channel', address = '203.0.113.7') =>
  request(gateway.app.getHttpServer())
    .get(path)
    .set({ authorization: `Bearer ${key}`, 'x-forwarded-for': address });

test('the key is shown once, and the database has its hash only', async () => {
  const key = await made(admin);
  expect(key).toMatchObject({
    name: 'deployment',
    owner: 'carol',
    scopes: ['read', 'channels'],
    last_used_at: 0,
  });
  expect(key.key).toMatch(/^tg-admin-[\w]{40}$/);
  expect(key.last_four).toBe(key.key.slice(-4));
  const listed = await admin.get<Key[]>('/api/admin-key');
  expect(listed.data.find(({ id }) => id === key.id)).not.toHaveProperty('key');
  const stored = JSON.stringify(await gateway.sql('SELECT * FROM admin_keys'));
  expect(stored).not.toContain(key.key);
});

test('it calls what its scopes allow, without a session or a header', async () => {
  const key = await made(admin);
  expect((await withKey(key)).body).toMatchObject({ success: true });
  const refused = await withKey(await made(admin, { scopes: ['billing'] }));
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({
    code: 'admin_key_scope_missing',
    message: expect.stringContaining('read, channels'),
  });
});

test('the list shows when and from where it was used last', async () => {
  const key = await made(admin);
  await withKey(key, '/api/channel', '203.0.113.9');
  const [listed] = (await admin.get<Key[]>('/api/admin-key')).data.filter(({ id }) => id === key.id);
  expect(listed).toMatchObject({ last_used_ip: '203.0.113.9' });
  expect(listed!.last_used_at).toBeGreaterThan(Date.now() / 1000 - 60);
});

test('it works from its addresses only', async () => {
  const key = await made(admin, { allow_ips: '203.0.113.0/24\n2001:db8::1' });
  expect((await withKey(key, '/api/channel', '203.0.113.7')).status).toBe(200);
  const elsewhere = await withKey(key, '/api/channel', '198.51.100.1');
  expect(elsewhere.status).toBe(403);
  expect(elsewhere.body).toMatchObject({ code: 'admin_key_ip_forbidden' });
  const wrong = await admin.post('/api/admin-key', { ...FIELDS, allow_ips: 'everywhere' });
  expect(wrong.extras).toMatchObject({ code: 'admin_key_addresses_invalid' });
});

test('it ends at its time', async () => {
  const key = await made(admin);
  await gateway.sql('UPDATE admin_keys SET expires_at = $2 WHERE id = $1', [
    key.id,
    Math.floor(Date.now() / 1000) - 1,
  ]);
  const answer = await withKey(key);
  expect(answer.status).toBe(401);
  expect(answer.body).toMatchObject({ code: 'admin_key_invalid' });
});

test('a revoked key ends at once, and the audit log has both', async () => {
  const key = await made(admin, { name: 'leaked' });
  expect((await admin.delete(`/api/admin-key/${key.id}`)).success).toBe(true);
  expect((await withKey(key)).status).toBe(401);
  const { data } = await root.get<{ action: string; details: unknown }[]>('/api/audit?username=carol');
  expect(data.slice(0, 2)).toMatchObject([
    { action: 'admin_key_revoked', details: { id: key.id, name: 'leaked' } },
    { action: 'admin_key_created', details: { id: key.id, name: 'leaked', scopes: ['read', 'channels'] } },
  ]);
  expect(JSON.stringify(data)).not.toContain(key.key);
});

test.each([
  [
    'a new password',
    async (who: Visitor) =>
      who.put('/api/user/self', { password: 'password 2', original_password: 'password 1' }),
  ],
  ['another role', async ({ id }: Visitor) => root.post('/api/user/manage', { id, action: 'demote' })],
  ['a ban', async ({ id }: Visitor) => root.post('/api/user/manage', { id, action: 'disable' })],
  ['the deletion of the account', async ({ id }: Visitor) => root.delete(`/api/user/${id}`)],
])('%s ends the keys of the account', async (what, act) => {
  const owner = await administrator(`dave${what.length}`);
  const key = await made(owner);
  expect((await withKey(key)).status).toBe(200);
  expect((await act(owner)).success).toBe(true);
  expect((await withKey(key)).body).toMatchObject({ success: false, code: 'admin_key_invalid' });
});

test('administrators see and revoke their own keys, the super administrator all', async () => {
  const other = await administrator('erin');
  const key = await made(other);
  expect((await admin.get<Key[]>('/api/admin-key')).data.map(({ owner }) => owner)).not.toContain('erin');
  expect((await admin.delete(`/api/admin-key/${key.id}`)).extras).toMatchObject({
    code: 'admin_key_not_found',
  });
  expect((await root.get<Key[]>('/api/admin-key')).data.map(({ owner }) => owner)).toContain('erin');
  expect((await root.delete(`/api/admin-key/${key.id}`)).success).toBe(true);
});

test('neither a key nor an access token makes or revokes keys', async () => {
  const key = await made(admin, { scopes: ['read', 'channels', 'users', 'billing', 'settings', 'tokens'] });
  const byKey = await request(gateway.app.getHttpServer())
    .post('/api/admin-key')
    .set('authorization', `Bearer ${key.key}`)
    .send(FIELDS);
  expect(byKey.body).toMatchObject({ success: false, code: 'admin_key_not_admitted' });
  const { data: token } = await admin.post<string>('/api/user/token', {});
  const byToken = await request(gateway.app.getHttpServer())
    .post('/api/admin-key')
    .set({ authorization: token, 'new-api-user': String(admin.id) })
    .send(FIELDS);
  expect(byToken.body).toMatchObject({ success: false, code: 'session_required' });
});

test('an account has at most 50 keys; ended ones do not count', async () => {
  const owner = await administrator('frank');
  await gateway.sql(
    `INSERT INTO admin_keys (owner_id, session_version, name, key_hash, hash_key, last_four, scopes, created_at, expires_at)
     SELECT $1::int, (SELECT session_version FROM users WHERE id = $1), 'key', 'frank' || i, '', 'last', 'read', 1, CASE i WHEN 1 THEN 1 ELSE 4102444800 END
       FROM generate_series(1, 50) i`,
    [owner.id],
  );
  await made(owner);
  const next = await owner.post('/api/admin-key', FIELDS);
  expect(next.extras).toMatchObject({ code: 'too_many_admin_keys' });
});

test('system access tokens can be turned off', async () => {
  const { data: token } = await admin.post<string>('/api/user/token', {});
  const byToken = () =>
    request(gateway.app.getHttpServer())
      .get('/api/user/self')
      .set({ authorization: token, 'new-api-user': String(admin.id) });
  expect((await byToken()).body).toMatchObject({ success: true });
  await root.put('/api/option', { key: 'SystemAccessTokenEnabled', value: 'false' });
  const refused = await byToken();
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({ code: 'access_token_disabled' });
  expect((await withKey(await made(admin))).status).toBe(200);
  await root.put('/api/option', { key: 'SystemAccessTokenEnabled', value: 'true' });
  expect((await byToken()).body).toMatchObject({ success: true });
});
