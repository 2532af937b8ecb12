import type { Redis } from 'ioredis';
import request from 'supertest';
import { cards, isSensitiveOption, optionKeys } from '../../server/contract/options/index.js';
import { REDIS } from '../../server/core/injection.js';
import { Management, type Reply, type Visitor } from '../setup/management.js';
import { age } from '../setup/session-age.js';

const PASSWORD_WRONG = '原密码错误';
const SESSION_NEEDED = '此操作需要登录控制台后进行，不能使用系统访问令牌';
/** One more second than a confirmation lasts. */
const EXPIRED = { signedInAt: 601, confirmedAt: 601 };

let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway.close();
});
beforeEach(async () => {
  root = await gateway.root();
});

const save = (by: Visitor, key: string, value: unknown) => by.put('/api/option/', { key, value });
const confirm = (by: Visitor, password: string) => by.post('/api/user/confirm', { password });
const idOf = async (username: string) => {
  const [user] = await gateway.sql<{ id: string }>('SELECT id FROM users WHERE username = $1', [username]);
  return Number(user!.id);
};
/** Makes an account without signing in. */
async function account(username: string): Promise<number> {
  await root.post('/api/user/', { username, password: 'password 1', display_name: username });
  return idOf(username);
}
const outcome = ({ status, extras }: Reply<unknown>) => [status, extras.code];
const REFUSED = [403, 'confirmation_required'];

/** Each sensitive action, as its request. */
const ACTIONS: readonly [name: string, act: (by: Visitor) => Promise<Reply<unknown>>][] = [
  ['save a secret', (by) => save(by, 'SMTPToken', 'new secret')],
  ['change the mail server', (by) => save(by, 'SMTPServer', 'smtp.example.com')],
  ['change the address of the site', (by) => save(by, 'ServerAddress', 'https://gateway.example.com')],
  ['change a payment setting', (by) => save(by, 'Price', '8')],
  ['change a sign-in setting', (by) => save(by, 'RegisterEnabled', 'false')],
  ['switch confirmations off', (by) => save(by, 'ConfirmationRequired', 'false')],
  ['delete logs', (by) => by.delete('/api/log/?target_timestamp=1')],
  ['promote a user', (by) => by.post('/api/user/manage', { id: 999_999, action: 'promote' })],
  ['demote a user', (by) => by.post('/api/user/manage', { id: 999_999, action: 'demote' })],
  ['delete a user', (by) => by.post('/api/user/manage', { id: 999_999, action: 'delete' })],
  ['delete a user for good', (by) => by.delete('/api/user/999999')],
  [
    'create an administrator',
    (by) => by.post('/api/user/', { username: 'second', password: 'password 1', role: 10 }),
  ],
  ["set a user's password", (by) => by.put('/api/user/', { id: 999_999, password: 'password 2' })],
  ['make a system access token', (by) => by.get('/api/user/token')],
  ['export the audit log', (by) => by.get('/api/audit/export?format=csv')],
  ['add a way to sign in', (by) => by.get('/api/oauth/state?provider=github')],
];

describe('a session that was opened more than ten minutes ago', () => {
  test.each(ACTIONS)('cannot %s without a confirmation', async (_name, act) => {
    await age(gateway, EXPIRED);
    expect(outcome(await act(root))).toEqual(REFUSED);
    await confirm(root, '123456');
    expect(outcome(await act(root))).not.toEqual(REFUSED);
    await save(root, 'ConfirmationRequired', 'true');
    await save(root, 'RegisterEnabled', 'true');
  });

  test('a confirmation lasts ten minutes, and says so', async () => {
    await age(gateway, EXPIRED);
    const before = await root.get<{ methods: string[]; confirmed_until: number }>('/api/user/confirm');
    expect(before.data.methods).toEqual(['password']);
    expect(before.data.confirmed_until).toBeLessThan(Date.now() / 1000);
    const { data } = await confirm(root, '123456');
    expect(data).toEqual({ methods: ['password'], confirmed_until: expect.any(Number) });
    const { data: after } = await root.get<{ confirmed_until: number }>('/api/user/confirm');
    expect(Math.abs(after.confirmed_until - Date.now() / 1000 - 600)).toBeLessThan(60);
    await age(gateway, { confirmedAt: 595 });
    expect((await save(root, 'Price', '9')).success).toBe(true);
    await age(gateway, { confirmedAt: 6 });
    expect(outcome(await save(root, 'Price', '10'))).toEqual(REFUSED);
  });

  test('a confirmation counts for its own session only', async () => {
    const other = await gateway.root();
    await age(gateway, EXPIRED);
    await confirm(root, '123456');
    expect(outcome(await save(other, 'Price', '11'))).toEqual(REFUSED);
  });

  test('everything else goes on without one', async () => {
    const id = await account('everyday');
    await age(gateway, EXPIRED);
    expect((await save(root, 'Notice', 'Hello')).success).toBe(true);
    expect((await root.get('/api/audit/')).success).toBe(true);
    expect((await root.post('/api/user/manage', { id, action: 'disable' })).success).toBe(true);
    expect((await root.put('/api/user/', { id, display_name: 'Everyday' })).success).toBe(true);
    const body = { username: 'another', password: 'password 1', display_name: 'another' };
    expect((await root.post('/api/user/', body)).success).toBe(true);
  });

  test('a save that changes nothing is not a change', async () => {
    await save(root, 'SMTPFrom', 'gateway@example.com');
    await age(gateway, EXPIRED);
    expect((await save(root, 'SMTPFrom', 'gateway@example.com')).success).toBe(true);
    expect((await root.put('/api/option/', { key: 'SMTPToken' })).success).toBe(true);
    expect(outcome(await save(root, 'SMTPToken', ''))).toEqual(REFUSED);
  });

  test('a change without the rights for it is refused as such, without asking for the password', async () => {
    await root.post('/api/user/manage', { id: await account('helper'), action: 'promote' });
    const helper = await gateway.signIn('helper', 'password 1');
    await age(gateway, EXPIRED);
    expect((await save(helper, 'SMTPServer', 'elsewhere.example.com')).extras.code).toBe('option_needs_root');
    expect((await helper.delete('/api/log/?target_timestamp=1')).extras.code).toBe('role_too_low');
  });

  test('a new password needs the same confirmation: there is one clock', async () => {
    const carol = await gateway.user('carol');
    await age(gateway, EXPIRED);
    expect((await carol.put('/api/user/self', { password: 'password 2' })).extras.code).toBe('sign_in_again');
    await confirm(carol, 'password 1');
    expect((await carol.put('/api/user/self', { password: 'password 2' })).success).toBe(true);
  });
});

test('the confirmation of an ended session does not bring it back', async () => {
  const dora = await gateway.user('dora');
  const redis = gateway.app.get<Redis>(REDIS);
  const before = await redis.keys('session:*');
  await dora.get('/api/user/logout');
  const after = await redis.keys('session:*');
  expect(after).toHaveLength(before.length - 1);
  expect((await confirm(dora, 'password 1')).status).toBe(401);
  expect((await redis.keys('session:*')).toSorted()).toEqual(after.toSorted());
});

test('confirmations and wrong passwords are in the audit log', async () => {
  const erin = await gateway.user('erin');
  expect((await confirm(erin, 'wrong')).message).toBe(PASSWORD_WRONG);
  await confirm(erin, 'password 1');
  const rows = await gateway.sql<{ action: string }>(
    `SELECT action, address FROM audit_log WHERE actor_id = $1 AND action LIKE 'identity%' ORDER BY id`,
    [erin.id],
  );
  expect(rows).toEqual([
    { action: 'identity_not_confirmed', address: expect.stringMatching(/127\.0\.0\.1|::1/) },
    { action: 'identity_confirmed', address: expect.stringMatching(/127\.0\.0\.1|::1/) },
  ]);
});

test('guesses are limited like those of a sign-in', async () => {
  const frank = await gateway.user('frank');
  const answers: unknown[] = [];
  for (let tries = 0; tries < 11; tries++) answers.push((await confirm(frank, `wrong ${tries}`)).extras.code);
  expect(answers).toEqual([
    ...Array.from({ length: 10 }, () => 'original_password_wrong'),
    'too_many_requests',
  ]);
  expect((await confirm(frank, 'password 1')).extras.code).toBe('too_many_requests');
});

test('an account without a password confirms by signing in again', async () => {
  const gina = await gateway.user('gina');
  await gateway.sql(`UPDATE users SET password = '' WHERE id = $1`, [gina.id]);
  await age(gateway, EXPIRED);
  expect(outcome(await gina.get('/api/user/token'))).toEqual(REFUSED);
  expect((await gina.get<{ methods: string[] }>('/api/user/confirm')).data.methods).toEqual([]);
  expect((await confirm(gina, 'anything')).extras.code).toBe('sign_in_again');
});

test('a session of the previous release counts from its sign-in', async () => {
  const redis = gateway.app.get<Redis>(REDIS);
  const strip = async () => {
    for (const key of await redis.keys('session:*')) {
      const { confirmedAt: _, ...session } = JSON.parse((await redis.get(key)) ?? '{}') as Record<
        string,
        number
      >;
      await redis.set(key, JSON.stringify(session), 'KEEPTTL');
    }
  };
  await strip();
  expect((await save(root, 'Price', '12')).success).toBe(true);
  await age(gateway, { signedInAt: 601 });
  await strip();
  expect(outcome(await save(root, 'Price', '13'))).toEqual(REFUSED);
});

describe('a system access token', () => {
  const byToken = async (method: 'put' | 'delete' | 'get', path: string, token: string, body?: object) => {
    const call = request(gateway.app.getHttpServer())
      [method](path)
      .set({ authorization: token, 'new-api-user': String(root.id) });
    return (await (body === undefined ? call : call.send(body))).body as {
      success: boolean;
      message: string;
    };
  };

  test('goes on working for scripts, and is refused where the operator wants that', async () => {
    const { data: token } = await root.get<string>('/api/user/token');
    const change = { key: 'SMTPServer', value: 'mail.example.com' };
    expect((await byToken('put', '/api/option/', token, change)).success).toBe(true);
    expect((await byToken('delete', '/api/log/?target_timestamp=1', token)).success).toBe(true);
    await save(root, 'SensitiveActionsNeedSession', 'true');
    const other = { key: 'SMTPServer', value: 'mail2.example.com' };
    expect(await byToken('put', '/api/option/', token, other)).toMatchObject({ message: SESSION_NEEDED });
    expect(await byToken('delete', '/api/log/?target_timestamp=1', token)).toMatchObject({
      message: SESSION_NEEDED,
    });
    const everyday = { key: 'Notice', value: 'By script' };
    expect((await byToken('put', '/api/option/', token, everyday)).success).toBe(true);
    await save(root, 'SensitiveActionsNeedSession', 'false');
  });

  test('cannot confirm anything', async () => {
    const { data: token } = await root.get<string>('/api/user/token');
    expect((await byToken('get', '/api/user/confirm', token)).success).toBe(false);
  });
});

test('ConfirmationRequired=false never asks', async () => {
  await save(root, 'ConfirmationRequired', 'false');
  await age(gateway, EXPIRED);
  expect((await save(root, 'Price', '14')).success).toBe(true);
  expect((await save(root, 'ConfirmationRequired', 'true')).success).toBe(true);
  expect(outcome(await save(root, 'Price', '15'))).toEqual(REFUSED);
});

test('every secret, every option of super administrators, and sign-in and payment settings are sensitive', () => {
  const declared = cards.flatMap(({ options }) => Object.entries(options));
  const secrets = declared.filter(([, { kind }]) => kind === 'secret').map(([key]) => key);
  const sensitive = optionKeys.filter(isSensitiveOption) as string[];
  expect(secrets.filter((key) => !sensitive.includes(key))).toEqual([]);
  const ofCards = cards
    .filter(({ id }) => ['sign-in', 'payment', 'smtp', 'server', 'oidc', 'github'].includes(id))
    .flatMap(({ options }) => Object.keys(options));
  expect(ofCards.filter((key) => !sensitive.includes(key))).toEqual([]);
  expect(sensitive).not.toContain('Notice');
});
