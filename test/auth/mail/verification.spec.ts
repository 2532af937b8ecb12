import type { Redis } from 'ioredis';
import { REDIS } from '../../../server/core/injection.js';
import type { Management, Visitor } from '../../setup/management.js';
import { age } from '../../setup/session-age.js';
import { atOnce, setOptions } from '../oauth/start-gateway.js';
import { someTimeLater, codeFor, gatewayWithMailbox, type Mailbox, Stranger } from './mailbox.js';

let gateway: Management;
let mailbox: Mailbox;
let close: () => Promise<void>;
let stranger: Stranger;
let alice: Visitor;
let bob: Visitor;

beforeAll(async () => {
  ({ gateway, mailbox, close } = await gatewayWithMailbox(
    { SystemName: 'Fish & <Chips>', EmailVerificationEnabled: 'true' },
    { VERIFICATION_CODE_TTL_MINUTES: '4', TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1' },
  ));
  stranger = new Stranger(gateway);
  alice = await gateway.user('alice');
  bob = await gateway.user('bob');
});
afterAll(() => close());

const ask = async (email: string) => (await stranger.get('/api/verification', { email })).body;
const bind = (visitor: Visitor, email: string, code: string) =>
  visitor.get(`/api/oauth/email/bind?email=${encodeURIComponent(email)}&code=${code}`);
const emailOf = async (username: string) => {
  const [row] = await gateway.sql<{ email: string }>('SELECT email FROM users WHERE username = $1', [
    username,
  ]);
  return row?.email;
};
const register = async (username: string, email: string, code: string) => {
  const body = { username, password: 'password 1', email, verification_code: code };
  return (await stranger.post('/api/user/register', body)).body;
};
const wrong = '验证码错误或已过期';

test('a code arrives, says how long it is good, and Redis knows neither it nor the address', async () => {
  const email = 'Mona@example.com';
  expect(await ask(email)).toEqual({ success: true, message: '', data: null });
  const code = mailbox.code(email);
  expect(code).toMatch(/^[0-9a-f]{6}$/);
  expect(mailbox.last(email)).toEqual({
    to: [email],
    subject: 'Fish & <Chips>邮箱验证邮件',
    html:
      '<p>您好，您正在进行Fish &amp; &lt;Chips&gt;邮箱验证。</p>' +
      `<p>您的验证码为：<strong>${code}</strong></p>` +
      '<p>验证码 4 分钟内有效，如果不是本人操作，请忽略。</p>',
  });
  const redis = gateway.app.get<Redis>(REDIS);
  const [key = '', ...others] = await redis.keys('mailCode:*');
  expect(others).toEqual([]);
  expect(await redis.pttl(key)).toBeGreaterThan(230_000);
  expect(await redis.pttl(key)).toBeLessThanOrEqual(240_000);
  const kept = JSON.stringify([await redis.keys('*mail*'), await redis.hgetall(key)]).toLowerCase();
  expect(kept).not.toContain(code);
  expect(kept).not.toContain('mona');
});

test('a code is sent in the language of the page, or in the one that the account chose', async () => {
  const { body } = await stranger
    .get('/api/verification', { email: 'page@example.com' })
    .set('Accept-Language', 'en');
  expect(body.success).toBe(true);
  expect(mailbox.last('page@example.com')).toMatchObject({
    subject: 'Verification code of Fish & <Chips>',
    html: expect.stringContaining('<p>You are verifying this email address at Fish &amp; &lt;Chips&gt;.</p>'),
  });
  expect(mailbox.code('page@example.com')).toMatch(/^[0-9a-f]{6}$/);
  const dora = await gateway.user('dora');
  expect((await dora.put('/api/user/self', { language: 'en' })).success).toBe(true);
  const first = await codeFor(dora, mailbox, 'dora@example.com');
  expect(mailbox.last('dora@example.com').subject).toBe('Verification code of Fish & <Chips>');
  await bind(dora, 'dora@example.com', first);
  await bind(dora, 'dora2@example.com', await codeFor(dora, mailbox, 'dora2@example.com'));
  const [letter] = await gateway.sql<{ message: string }>(
    'SELECT message FROM outbox WHERE message LIKE \'{"mail"%dora@example.com%\'',
  );
  expect(JSON.parse(letter!.message)).toMatchObject({
    mail: { html: expect.stringContaining('was changed to d***@example.com') },
  });
});

test.each([
  ['', '无效的参数'],
  ['nobody', '无效的参数'],
  ['a@b@example.com', '无效的参数'],
  ['a@example.com;b@example.com', '无效的参数'],
  ['a@example.com\r\nBcc: b@example.com', '无效的参数'],
])('%j is no address', async (email, message) => {
  expect((await ask(email)).message).toBe(message);
});

test('an address gets one mail per purpose in 30 s, and a mail that could not be sent does not count', async () => {
  const email = 'eager@example.com';
  mailbox.isBroken = true;
  expect(await ask(email)).toMatchObject({
    success: false,
    message: expect.stringContaining('邮件发送失败'),
  });
  mailbox.isBroken = false;
  const code = await stranger.code(mailbox, email);
  const again = await stranger.get('/api/verification', { email: 'EAGER@example.com' });
  // Not 429: consoles show why, and their countdown of 30 s is over by then.
  expect(again.status).toBe(200);
  expect(again.body).toEqual({
    success: false,
    message: expect.stringMatching(/^邮件发送过于频繁，请在 (30|[12]?\d) 秒后再试$/),
    data: null,
    code: 'mail_too_soon',
    params: { seconds: expect.any(Number) },
  });
  const redis = gateway.app.get<Redis>(REDIS);
  for (const key of await redis.keys('rateLimit:mail:*'))
    expect(await redis.pttl(key)).toBeLessThanOrEqual(30_000);
  // Another purpose has a limit of its own.
  expect((await stranger.get('/api/reset_password', { email })).body.success).toBe(true);
  await codeFor(alice, mailbox, email);
  await someTimeLater(gateway);
  const second = await stranger.code(mailbox, email);
  expect(second).not.toBe(code);
  expect((await register('eager', email, code)).message).toBe(wrong);
  expect((await register('eager', email, second)).success).toBe(true);
});

test('wrong tries of one address use up a code for that address only', async () => {
  const email = 'harassed@example.com';
  const code = await stranger.code(mailbox, email);
  const guess = code === '000000' ? '111111' : '000000';
  const from = (address: string, username: string, submittedCode: string) =>
    stranger
      .post('/api/user/register', {
        username,
        password: 'password 1',
        email,
        verification_code: submittedCode,
      })
      .set('x-forwarded-for', address);
  for (let i = 0; i < 20; i++)
    expect((await from('2001:db8:1::1', 'harasser', guess)).body.message).toBe(wrong);
  // The next address of the same network is no other client.
  expect((await from('2001:db8:1::2', 'harasser', code)).body.message).toBe(wrong);
  expect((await from('2001:db8:2::1', 'harassed', code)).body.success).toBe(true);
});

test('five wrong tries kill a code for who made them, also when they come at once', async () => {
  const email = 'guessed@example.com';
  const code = await stranger.code(mailbox, email);
  const guess = code === '000000' ? '111111' : '000000';
  const guesses = await Promise.all([1, 2, 3, 4, 5].map(() => register('guesser', email, guess)));
  expect(guesses.map(({ message }) => message)).toEqual(guesses.map(() => wrong));
  expect((await register('guesser', email, code)).message).toBe(wrong);
  await someTimeLater(gateway);
  const next = await stranger.code(mailbox, email);
  await Promise.all([1, 2, 3, 4].map(() => register('guesser', email, guess)));
  expect((await register('guesser', email, next)).success).toBe(true);
});

test('only welcome domains and plain addresses are mailed to, if the operator says so', async () => {
  await setOptions(gateway, {
    EmailDomainWhitelist: 'Example.com, example.org',
    EmailDomainRestrictionEnabled: 'true',
    EmailAliasRestrictionEnabled: 'true',
  });
  const domain =
    "The administrator has enabled the email domain name whitelist, and your email address is not allowed due to special symbols or it's not in the whitelist.";
  const alias = '管理员已启用邮箱地址别名限制，您的邮箱地址由于包含特殊符号而被拒绝。';
  expect((await ask('a@mail.example.com')).message).toBe(domain);
  expect((await ask('a@notexample.com')).message).toBe(domain);
  expect((await ask('a+b@example.org')).message).toBe(alias);
  expect((await ask('a.b@example.org')).message).toBe(alias);
  expect((await ask('ab@EXAMPLE.org')).success).toBe(true);
  await setOptions(gateway, {
    EmailDomainRestrictionEnabled: 'false',
    EmailAliasRestrictionEnabled: 'false',
  });
});

test('a signed-in account binds an address it proves to be its own, once', async () => {
  const email = 'alice@example.com';
  const code = await codeFor(alice, mailbox, email);
  expect((await bind(bob, email, code)).message).toBe(wrong);
  expect((await register('thief', email, code)).message).toBe(wrong);
  expect(await bind(alice, 'ALICE@example.com', code)).toMatchObject({
    success: true,
    message: '',
    data: null,
  });
  expect(await emailOf('alice')).toBe('ALICE@example.com');
  expect((await bind(alice, email, code)).message).toBe(wrong);
  expect((await gateway.signIn('alice@example.com', 'password 1')).id).toBe(alice.id);
});

test('a code a visitor asked for binds nothing, and nobody binds without signing in', async () => {
  const email = 'visitor@example.com';
  const code = await stranger.code(mailbox, email);
  expect((await bind(bob, email, code)).message).toBe(wrong);
  const unsigned = await stranger.get('/api/oauth/email/bind', { email, code });
  expect(unsigned.status).toBe(401);
  expect(unsigned.body.message).toBe('无权进行此操作，未登录且未提供 access token');
});

test('whether an address has an account is said in the mail, not in the answer', async () => {
  await gateway.sql(
    `INSERT INTO users (username, email, deleted_at) VALUES ('left', 'Left@example.com', now())`,
  );
  await gateway.sql(`INSERT INTO users (username) VALUES ('name@example.com')`);
  await gateway.sql(`UPDATE users SET email = 'bob@example.com' WHERE username = 'bob'`);
  for (const email of ['left@example.com', 'name@example.com', 'BOB@example.com']) {
    const sent = mailbox.mails.length;
    expect(await ask(email)).toEqual({ success: true, message: '', data: null });
    expect(mailbox.mails).toHaveLength(sent + 1);
    expect(mailbox.last(email).html).toContain('此地址已有账户');
    expect(mailbox.code(email)).toBe('');
    expect((await ask(email)).message).toContain('邮件发送过于频繁');
  }
  // Its owner reads it, not who asked for it.
  await gateway.sql(`UPDATE users SET setting = '{"language":"en"}' WHERE username = 'bob'`);
  await someTimeLater(gateway);
  await ask('bob@example.com');
  expect(mailbox.last('bob@example.com').html).toContain('It already has an account');
  const unknown = await ask('unknown@example.com');
  expect(unknown).toEqual({ success: true, message: '', data: null });
});

test('of two accounts that prove the same address at once one gets it', async () => {
  const email = 'both@example.com';
  const first = await codeFor(alice, mailbox, email);
  await someTimeLater(gateway);
  const second = await codeFor(bob, mailbox, email);
  const answers = await atOnce(gateway, [() => bind(alice, email, first), () => bind(bob, email, second)]);
  expect(answers.map(({ message }) => message).toSorted()).toEqual(['', '邮箱地址已被占用']);
  expect(await gateway.sql('SELECT 1 FROM users WHERE lower(email) = $1', [email])).toHaveLength(1);
});

test('an address that can reset the password is changed after a recent sign-in or with the password only', async () => {
  const carol = await gateway.user('carol');
  const first = await codeFor(carol, mailbox, 'carol@example.com');
  expect((await bind(carol, 'carol@example.com', first)).success).toBe(true);
  const code = await codeFor(carol, mailbox, 'carol2@example.com');
  await age(gateway, { signedInAt: 601 });
  expect(await bind(carol, 'carol2@example.com', code)).toMatchObject({
    success: false,
    message: '为了账户安全，请输入当前密码，或重新登录后在 10 分钟内进行此操作',
  });
  const withPassword = (original_password: string) =>
    carol.post('/api/oauth/email/bind', { email: 'carol2@example.com', code, original_password });
  expect((await withPassword('a guess')).message).toBe('原密码错误');
  expect(await emailOf('carol')).toBe('carol@example.com');
  expect((await withPassword('password 1')).success).toBe(true);
  expect(await emailOf('carol')).toBe('carol2@example.com');
  // The worker sends what is in the outbox.
  const [letter] = await gateway.sql<{ message: string }>(
    'SELECT message FROM outbox WHERE message LIKE \'{"mail"%carol@example.com%\'',
  );
  const { mail } = JSON.parse(letter!.message) as { mail: { to: string; subject: string; html: string } };
  expect(mail.to).toBe('carol@example.com');
  expect(mail.html).toContain('您在Fish &amp; &lt;Chips&gt;的账户邮箱已更改为 c***@example.com');
  expect(await gateway.sql('SELECT 1 FROM outbox WHERE message LIKE \'%"to":"carol2@%\'')).toEqual([]);
  // The notification channel of the account gets a notice too.
  const [notice] = await gateway.sql<{ message: string }>(
    "SELECT message FROM outbox WHERE type = 'account_email_changed' AND user_id = $1",
    [carol.id],
  );
  expect(JSON.parse(notice!.message)).toMatchObject({
    notice: { content: expect.stringContaining('carol') },
  });
});
