import type { Redis } from 'ioredis';
import { Secret, TOTP } from 'otpauth';
import { Vault } from '../../server/core/crypto.js';
import { REDIS } from '../../server/core/injection.js';
import { Management } from '../setup/management.js';
import { Browser } from './oauth/browser.js';

const PASSWORD = 'password 1';
const ADDRESS = 'x-forwarded-for';
let gateway: Management;

beforeAll(async () => {
  Object.assign(process.env, { CRITICAL_RATE_LIMIT: '0', TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1' });
  gateway = await Management.start();
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  delete process.env.TRUSTED_PROXIES;
  await gateway.close();
});

/** An account with an authenticator app, and a browser in which it is signed in. */
interface Enrolled {
  readonly id: number;
  readonly name: string;
  readonly browser: Browser;
  readonly secret: string;
  readonly codes: string[];
}

/** Of the current time step, shifted. */
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

async function enrolled(name: string): Promise<Enrolled> {
  const { id } = await gateway.user(name);
  const browser = new Browser(gateway);
  await browser.signIn(name, PASSWORD);
  const { data: setup } = await browser.post<{ secret: string; qr_code_data: string }>('/api/user/2fa/setup');
  const { data } = await browser.post<{ backup_codes: string[] }>('/api/user/2fa/enable', {
    code: codeOf(setup.secret),
  });
  await forgetCodes(id);
  return { id, name, browser, secret: setup.secret, codes: data.backup_codes };
}

/** As if the codes of this minute had not been used. */
const forgetCodes = (id: number) =>
  gateway.sql('UPDATE authenticators SET last_step = 0 WHERE user_id = $1', [id]);

/** Takes the first step in a new browser. */
async function firstStep(name: string, address = '203.0.113.1'): Promise<Browser> {
  const browser = new Browser(gateway);
  await browser.post('/api/user/login', { username: name, password: PASSWORD }, { [ADDRESS]: address });
  return browser;
}

const auditOf = (id: number) =>
  gateway.sql<{ action: string; details: string }>(
    "SELECT action, details FROM audit_log WHERE actor_id = $1 AND action <> 'change' ORDER BY id",
    [id],
  );

test('an authenticator app is set up with a code, and ten recovery codes are shown once', async () => {
  const { id } = await gateway.user('anna');
  const browser = new Browser(gateway);
  await browser.signIn('anna', PASSWORD);
  const { data: setup } = await browser.post<{ secret: string; qr_code_data: string }>('/api/user/2fa/setup');
  expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(setup.qr_code_data).toContain(`secret=${setup.secret}`);
  expect((await browser.get('/api/user/2fa/status')).body.data).toEqual({
    enabled: false,
    passkeys: 0,
    backup_codes_remaining: 0,
    required: false,
  });
  expect(await browser.post('/api/user/2fa/enable', { code: '000000' })).toMatchObject({
    code: 'second_factor_wrong',
  });
  const enabled = await browser.post<{ backup_codes: string[] }>('/api/user/2fa/enable', {
    code: codeOf(setup.secret),
  });
  expect(new Set(enabled.data.backup_codes).size).toBe(10);
  expect(enabled.data.backup_codes[0]).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/);
  expect((await browser.get('/api/user/2fa/status')).body.data).toMatchObject({
    enabled: true,
    backup_codes_remaining: 10,
  });
  expect(await browser.post('/api/user/2fa/setup')).toMatchObject({ code: 'authenticator_exists' });
  expect((await auditOf(id)).map(({ action }) => action)).toContain('second_factor_enabled');
});

test('secrets are stored sealed, and recovery codes hashed as passwords are', async () => {
  const { id, secret } = await enrolled('sealed');
  const [row] = await gateway.sql<{ secret: string }>(
    'SELECT secret FROM authenticators WHERE user_id = $1',
    [id],
  );
  expect(row?.secret).toMatch(/^v1:/);
  expect(gateway.app.get(Vault).open(row?.secret ?? '')).toBe(secret);
  const hashes = await gateway.sql<{ code_hash: string }>(
    'SELECT code_hash FROM recovery_codes WHERE user_id = $1',
    [id],
  );
  expect(hashes).toHaveLength(10);
  for (const { code_hash: hash } of hashes) expect(hash).toMatch(/^\$argon2id\$/);
});

test('the right password opens no session: the sign-in asks for the second step, which a code takes', async () => {
  const { id, name, secret } = await enrolled('bella');
  const browser = new Browser(gateway);
  const first = await browser.post('/api/user/login', { username: name, password: PASSWORD });
  expect(first).toMatchObject({
    success: true,
    data: { require_2fa: true, methods: ['code', 'recovery_code'] },
  });
  expect((await browser.get('/api/user/self', {}, { 'new-api-user': String(id) })).status).toBe(401);
  const second = await browser.post('/api/user/login/2fa', { code: codeOf(secret) });
  expect(second).toMatchObject({ success: true, data: { id, username: name } });
  expect((await browser.get('/api/user/self')).body).toMatchObject({
    success: true,
    data: { second_factor: true },
  });
  expect((await auditOf(id)).at(-1)).toEqual({
    action: 'sign_in',
    details: JSON.stringify({ method: 'password', second_factor: 'code' }),
  });
});

test('a wrong password tells nothing about the second factor', async () => {
  const { name } = await enrolled('quiet');
  const browser = new Browser(gateway);
  const wrong = { username: name, password: 'password 2' };
  expect(await browser.post('/api/user/login', wrong)).toMatchObject({
    code: 'credentials_wrong',
    data: null,
  });
  expect(await browser.post('/api/user/login/2fa', { code: '000000' })).toMatchObject({
    code: 'second_step_expired',
  });
});

test('a code is accepted once, whatever the number of sign-ins that try it at a time', async () => {
  const { name, secret } = await enrolled('once');
  const browsers = await Promise.all([1, 2, 3, 4].map(() => firstStep(name)));
  const code = codeOf(secret);
  const answers = await Promise.all(browsers.map((browser) => browser.post('/api/user/login/2fa', { code })));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(answers.filter((answer) => answer.code === 'second_factor_wrong')).toHaveLength(3);
});

test('codes of the steps before and after are accepted, in order; an earlier one is not accepted after a later one', async () => {
  const { name, secret } = await enrolled('clock');
  const tried = [];
  // In this order the middle of a step is safe from its ends: each code is at most one step away.
  for (const steps of [0, 1, 0]) {
    const browser = await firstStep(name);
    tried.push((await browser.post('/api/user/login/2fa', { code: codeOf(secret, steps) })).success);
  }
  expect(tried).toEqual([true, true, false]);
  const browser = await firstStep(name);
  expect(await browser.post('/api/user/login/2fa', { code: codeOf(secret, 4) })).toMatchObject({
    success: false,
  });
});

test('the code that set the app up does not sign in', async () => {
  await gateway.user('first');
  const browser = new Browser(gateway);
  await browser.signIn('first', PASSWORD);
  const { data } = await browser.post<{ secret: string }>('/api/user/2fa/setup');
  const code = codeOf(data.secret);
  expect(await browser.post('/api/user/2fa/enable', { code })).toMatchObject({ success: true });
  const other = await firstStep('first');
  expect(await other.post('/api/user/login/2fa', { code })).toMatchObject({ code: 'second_factor_wrong' });
});

test('a recovery code signs in once, in either field, however it is typed', async () => {
  const { id, name, codes } = await enrolled('rosa');
  const typed = codes[0]!.toUpperCase().replace('-', ' ');
  expect(await (await firstStep(name)).post('/api/user/login/2fa', { recovery_code: typed })).toMatchObject({
    success: true,
  });
  expect(
    await (await firstStep(name)).post('/api/user/login/2fa', { recovery_code: codes[0] }),
  ).toMatchObject({
    code: 'second_factor_wrong',
  });
  // As clients of the compatible API send it, which have one field.
  expect(await (await firstStep(name)).post('/api/user/login/2fa', { code: codes[1] })).toMatchObject({
    success: true,
  });
  expect((await auditOf(id)).filter(({ action }) => action === 'recovery_code_used')).toEqual([
    { action: 'recovery_code_used', details: '{"left":9}' },
    { action: 'recovery_code_used', details: '{"left":8}' },
  ]);
});

test('a recovery code of another account does not sign in', async () => {
  const { codes } = await enrolled('mine');
  const { name } = await enrolled('yours');
  expect(
    await (await firstStep(name)).post('/api/user/login/2fa', { recovery_code: codes[0] }),
  ).toMatchObject({
    code: 'second_factor_wrong',
  });
});

test('the second step belongs to the browser of the first, is used once, and ends with five wrong codes', async () => {
  const { name, secret } = await enrolled('bound');
  await firstStep(name);
  const stranger = new Browser(gateway);
  expect(await stranger.post('/api/user/login/2fa', { code: codeOf(secret) })).toMatchObject({
    code: 'second_step_expired',
  });
  const browser = await firstStep(name);
  const wrong = [];
  for (let tries = 0; tries < 6; tries++)
    wrong.push((await browser.post('/api/user/login/2fa', { code: '000000' })).code);
  expect(wrong).toEqual([...Array.from({ length: 5 }, () => 'second_factor_wrong'), 'second_step_expired']);
  expect(await browser.post('/api/user/login/2fa', { code: codeOf(secret) })).toMatchObject({
    code: 'second_step_expired',
  });
});

test('a proof is one of code, recovery code and passkey', async () => {
  const { name, codes } = await enrolled('one-of');
  const browser = await firstStep(name);
  for (const body of [{}, { code: '000000', recovery_code: codes[0] }])
    expect(await browser.post('/api/user/login/2fa', body)).toMatchObject({ code: 'invalid_parameters' });
});

test('the second step expires after five minutes, and with a new password or a ban in between', async () => {
  const { id, name, secret } = await enrolled('late');
  const redis = gateway.app.get<Redis>(REDIS);
  const waiting = async () => (await redis.keys('*pendingSignIn:*')).filter((key) => !key.endsWith(':tries'));
  const before = new Set(await waiting());
  const browser = await firstStep(name);
  const [key = ''] = (await waiting()).filter((each) => !before.has(each));
  const seconds = await redis.ttl(key.replace(redis.options.keyPrefix ?? '', ''));
  expect(seconds).toBeGreaterThan(240);
  expect(seconds).toBeLessThanOrEqual(300);
  await gateway.sql('UPDATE users SET session_version = session_version + 1 WHERE id = $1', [id]);
  expect(await browser.post('/api/user/login/2fa', { code: codeOf(secret) })).toMatchObject({
    code: 'second_step_expired',
  });
  const banned = await firstStep(name);
  await gateway.sql('UPDATE users SET status = 2 WHERE id = $1', [id]);
  expect(await banned.post('/api/user/login/2fa', { code: codeOf(secret) })).toMatchObject({
    code: 'second_step_expired',
  });
});

test('signing in again with the password does not reset the count of wrong codes', async () => {
  const { name } = await enrolled('guessed');
  const codes: (string | undefined)[] = [];
  for (let browsers = 0; browsers < 3; browsers++) {
    const browser = await firstStep(name, '203.0.113.77');
    for (let tries = 0; tries < 4; tries++)
      codes.push(
        (await browser.post('/api/user/login/2fa', { code: '000000' }, { [ADDRESS]: '203.0.113.77' })).code,
      );
  }
  expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'second_factor_wrong'));
  expect(codes.slice(10)).toEqual(['too_many_requests', 'too_many_requests']);
});

test('guesses from many addresses are limited per account and day, which does not stop a browser that passed before', async () => {
  const { name, secret, id } = await enrolled('spread');
  const known = await firstStep(name, '198.51.100.1');
  await known.post('/api/user/login/2fa', { code: codeOf(secret) }, { [ADDRESS]: '198.51.100.1' });
  const guess = async (attempt: number) => {
    const address = `203.0.113.${attempt}`;
    const browser = await firstStep(name, address);
    return (await browser.post('/api/user/login/2fa', { code: '000000' }, { [ADDRESS]: address })).code;
  };
  const codes: (string | undefined)[] = [];
  for (let attempt = 1; attempt <= 52; attempt++) codes.push(await guess(attempt));
  expect(codes.filter((code) => code === 'second_factor_wrong')).toHaveLength(50);
  expect(codes.slice(50)).toEqual(['too_many_requests', 'too_many_requests']);
  await forgetCodes(id);
  await known.post('/api/user/login', { username: name, password: PASSWORD }, { [ADDRESS]: '198.51.100.1' });
  expect(
    await known.post('/api/user/login/2fa', { code: codeOf(secret) }, { [ADDRESS]: '198.51.100.1' }),
  ).toMatchObject({ success: true });
});

test('wrong codes are in the audit log', async () => {
  const { id, name } = await enrolled('watched');
  await (await firstStep(name)).post('/api/user/login/2fa', { code: '000000' });
  expect((await auditOf(id)).at(-1)).toEqual({
    action: 'second_factor_failed',
    details: '{"method":"code"}',
  });
});

test('the app is removed with the password or a recent sign-in, and a code', async () => {
  const { id, name, browser, secret } = await enrolled('leaves');
  expect(await browser.post('/api/user/2fa/disable', {})).toMatchObject({ code: 'invalid_parameters' });
  expect(await browser.post('/api/user/2fa/disable', { code: '000000' })).toMatchObject({
    code: 'second_factor_wrong',
  });
  expect(
    await browser.post('/api/user/2fa/disable', { code: codeOf(secret), original_password: 'password 2' }),
  ).toMatchObject({ code: 'original_password_wrong' });
  expect(await browser.post('/api/user/2fa/disable', { code: codeOf(secret) })).toMatchObject({
    success: true,
  });
  expect(await gateway.sql('SELECT 1 FROM recovery_codes WHERE user_id = $1', [id])).toEqual([]);
  expect(
    await new Browser(gateway).post('/api/user/login', { username: name, password: PASSWORD }),
  ).toMatchObject({
    data: { id },
  });
  expect((await auditOf(id)).map(({ action }) => action)).toContain('second_factor_disabled');
});

test('setting up, removing and new codes need a session; an access token is not enough', async () => {
  const { id, browser } = await enrolled('scripted');
  const { body } = await browser.get('/api/user/token');
  const byToken = new Browser(gateway);
  const headers = { authorization: String(body.data), 'new-api-user': String(id) };
  for (const path of ['setup', 'enable', 'disable', 'backup_codes'])
    expect([path, await byToken.post(`/api/user/2fa/${path}`, { code: '000000' }, headers)]).toEqual([
      path,
      expect.objectContaining({ code: 'session_required' }),
    ]);
  expect((await byToken.get('/api/user/2fa/status', {}, headers)).body.success).toBe(true);
});

test('new recovery codes need a proof and end the earlier ones', async () => {
  const { id, name, browser, secret, codes } = await enrolled('renews');
  expect(await browser.post('/api/user/2fa/backup_codes', { code: '000000' })).toMatchObject({
    code: 'second_factor_wrong',
  });
  const { data } = await browser.post<{ backup_codes: string[] }>('/api/user/2fa/backup_codes', {
    code: codeOf(secret),
  });
  expect(data.backup_codes).toHaveLength(10);
  const other = await firstStep(name);
  expect(await other.post('/api/user/login/2fa', { recovery_code: codes[3] })).toMatchObject({
    success: false,
  });
  expect(await other.post('/api/user/login/2fa', { recovery_code: data.backup_codes[3] })).toMatchObject({
    success: true,
  });
  expect((await auditOf(id)).map(({ action }) => action)).toContain('recovery_codes_created');
});

test('an administrator resets the second factor of a user: the sessions end, and the user is notified', async () => {
  const { id, name, browser } = await enrolled('lost');
  await browser.send('put', '/api/user/setting', {
    notify_type: 'webhook',
    quota_warning_threshold: 1,
    webhook_url: 'https://example.com/hook',
  });
  const root = await gateway.root();
  const { data } = await root.get<{ items: { username: string; second_factor?: true }[] }>(
    `/api/user/search?keyword=${name}`,
  );
  expect(data.items[0]).toMatchObject({ second_factor: true });
  expect(await root.delete(`/api/user/${id}/2fa`)).toMatchObject({ success: true });
  expect(await root.delete(`/api/user/${id}/2fa`)).toMatchObject({
    extras: { code: 'second_factor_missing' },
  });
  expect((await browser.get('/api/user/self')).status).toBe(401);
  expect(
    await new Browser(gateway).post('/api/user/login', { username: name, password: PASSWORD }),
  ).toMatchObject({
    data: { id },
  });
  expect(
    await gateway.sql("SELECT actor_name, user_id FROM audit_log WHERE action = 'second_factor_reset'"),
  ).toEqual([{ actor_name: 'root', user_id: id }]);
  const [letter] = await gateway.sql<{ message: string }>('SELECT message FROM outbox WHERE user_id = $1', [
    id,
  ]);
  expect(JSON.parse(letter?.message ?? '{}')).toMatchObject({ notice: { type: 'second_factor_reset' } });
});

test('only accounts with a higher role reset the second factor of another, and no account resets its own', async () => {
  const { id: adminId, secret } = await enrolled('admin-a');
  const { id: otherId } = await enrolled('admin-b');
  const root = await gateway.root();
  for (const id of [adminId, otherId]) await root.post('/api/user/manage', { id, action: 'promote' });
  const admin = await firstStep('admin-a');
  await admin.post('/api/user/login/2fa', { code: codeOf(secret) });
  expect(await admin.send('delete', `/api/user/${otherId}/2fa`)).toMatchObject({ code: 'user_not_editable' });
  const { id: userId } = await gateway.user('plain');
  const user = new Browser(gateway);
  await user.signIn('plain', PASSWORD);
  expect(await user.send('delete', `/api/user/${otherId}/2fa`)).toMatchObject({ code: 'role_too_low' });
  expect(await root.delete('/api/user/1/2fa')).toMatchObject({ extras: { code: 'own_second_factor_reset' } });
  expect(await root.delete(`/api/user/${userId}/2fa`)).toMatchObject({
    extras: { code: 'second_factor_missing' },
  });
});
