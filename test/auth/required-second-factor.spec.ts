import { Secret, TOTP } from 'otpauth';
import { Management, type Visitor } from '../setup/management.js';
import { Accounts } from '../../server/users/accounts.js';
import { Browser, idOf } from './oauth/browser.js';
import { setOptions } from './oauth/start-gateway.js';

const PASSWORD = 'password 1';
const DAY_SECONDS = 86_400;
let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
  root = await gateway.root();
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway.close();
});
afterEach(async () => {
  // Root may be among those who may do nothing else.
  await gateway.sql("DELETE FROM options WHERE key LIKE 'SecondFactor%'");
  await gateway.close();
  gateway = await Management.start();
  root = await gateway.root();
});

const require = (who: string, days: number) =>
  setOptions(gateway, { SecondFactorGraceDays: String(days), SecondFactorRequired: who });

interface Self {
  readonly second_factor_notice?: { readonly reason: string; readonly due_at: number };
}
const noticeOf = async (visitor: Visitor) =>
  (await visitor.get<Self>('/api/user/self')).data.second_factor_notice;

async function signedIn(name: string): Promise<Browser> {
  await gateway.user(name);
  const browser = new Browser(gateway);
  await browser.signIn(name, PASSWORD);
  return browser;
}

/** Changes a row as another server would. */
async function change(id: number, set: string): Promise<void> {
  await gateway.sql(`UPDATE users SET ${set} WHERE id = $1`, [id]);
  await gateway.app.get(Accounts).changed(id);
}

async function enrol(browser: Browser): Promise<void> {
  const { data } = await browser.post<{ secret: string }>('/api/user/2fa/setup');
  const code = TOTP.generate({ secret: Secret.fromBase32(data.secret) });
  expect(await browser.post('/api/user/2fa/enable', { code })).toMatchObject({ success: true });
}

test('no second factor is required by default', async () => {
  const alice = await gateway.user('alice');
  expect([await noticeOf(alice), await noticeOf(root)]).toEqual([undefined, undefined]);
});

test('within the grace period an account sees the deadline and can go on', async () => {
  const alice = await gateway.user('alice');
  await require('everyone', 3);
  const notice = await noticeOf(alice);
  expect(notice?.reason).toBe('required');
  const days = (notice!.due_at - Date.now() / 1000) / DAY_SECONDS;
  expect(Math.abs(days - 3)).toBeLessThan(0.01);
  expect(await alice.get('/api/user/models')).toMatchObject({ success: true });
  // From the first request on, not from the last.
  await change(alice.id, 'second_factor_asked_at = 1');
  expect(await alice.get('/api/user/models')).toMatchObject({ status: 403 });
});

test('after it a session only sets up a second factor and signs out; then it goes on', async () => {
  const browser = await signedIn('bella');
  await require('everyone', 0);
  for (const path of ['/api/user/models', '/api/token/', '/api/log/self'])
    expect([path, (await browser.get(path)).status, (await browser.get(path)).body]).toEqual([
      path,
      403,
      expect.objectContaining({ code: 'second_factor_required' }),
    ]);
  expect(await browser.send('put', '/api/user/self', { display_name: 'B' })).toMatchObject({ status: 403 });
  expect((await browser.get('/api/user/self')).body).toMatchObject({
    success: true,
    data: { second_factor_notice: { reason: 'required' } },
  });
  expect((await browser.get('/api/user/2fa/status')).body).toMatchObject({ data: { required: true } });
  expect((await browser.get('/api/user/passkey')).body).toMatchObject({ success: true });
  await enrol(browser);
  expect((await browser.get('/api/user/models')).body).toMatchObject({ success: true });
  expect((await browser.get('/api/user/logout')).body).toMatchObject({ success: true });
});

test('the playground is closed too; API keys and system access tokens keep working', async () => {
  const browser = await signedIn('carol');
  const { body: token } = await browser.get('/api/user/token');
  const id = idOf(await browser.get('/api/user/self'));
  await require('everyone', 0);
  expect(await browser.post('/pg/chat/completions', { model: 'gpt-4o', messages: [] })).toMatchObject({
    status: 403,
  });
  const headers = { authorization: String(token.data), 'new-api-user': String(id) };
  expect((await new Browser(gateway).get('/api/user/models', {}, headers)).body).toMatchObject({
    success: true,
  });
});

test('only administrators are asked where only they must, and root can always set one up', async () => {
  const alice = await gateway.user('alice');
  await require('administrators', 0);
  expect(await alice.get('/api/user/models')).toMatchObject({ success: true });
  expect(await root.get('/api/user/models')).toMatchObject({ status: 403 });
  const browser = new Browser(gateway);
  await browser.signIn('root', '123456');
  await enrol(browser);
  expect(
    await browser.send('put', '/api/option', { key: 'SecondFactorRequired', value: 'nobody' }),
  ).toMatchObject({
    success: true,
  });
});

test('an account whose last factor is removed is asked again, without another grace period', async () => {
  const browser = await signedIn('dora');
  await require('everyone', 0);
  expect((await browser.get('/api/user/models')).status).toBe(403);
  await enrol(browser);
  await gateway.sql('DELETE FROM authenticators');
  await change(idOf(await browser.get('/api/user/self')), 'second_factor = false');
  expect((await browser.get('/api/user/models')).status).toBe(403);
});

test('an account that had a second factor where it was imported from is asked to set one up, and goes on', async () => {
  const browser = await signedIn('imported');
  await gateway.sql("UPDATE users SET second_factor_advised = true WHERE username = 'imported'");
  expect((await browser.get('/api/user/self')).body).toMatchObject({
    data: { second_factor_notice: { reason: 'imported', due_at: 0 } },
  });
  expect((await browser.get('/api/user/models')).body).toMatchObject({ success: true });
  await enrol(browser);
  expect((await browser.get('/api/user/self')).body.data).not.toHaveProperty('second_factor_notice');
});

test('only super administrators decide who needs a second factor', async () => {
  const { id } = await gateway.user('admin');
  await root.post('/api/user/manage', { id, action: 'promote' });
  const admin = await gateway.signIn('admin', PASSWORD);
  expect(await admin.put('/api/option', { key: 'SecondFactorRequired', value: 'everyone' })).toMatchObject({
    success: false,
  });
});
