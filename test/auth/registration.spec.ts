import type { Management } from '../setup/management.js';
import { Mailbox, Stranger, gatewayWithMailbox } from './mail/mailbox.js';
import { atOnce, balanced, setOptions } from './oauth/start-gateway.js';

let gateway: Management;
let mailbox: Mailbox;
let close: () => Promise<void>;
let stranger: Stranger;

beforeAll(async () => {
  ({ gateway, mailbox, close } = await gatewayWithMailbox(
    { QuotaForNewUser: '500000', QuotaForInvitee: '1000', QuotaForInviter: '2000' },
    { GENERATE_DEFAULT_TOKEN: 'true' },
  ));
  stranger = new Stranger(gateway);
});
afterAll(() => close());

const register = (body: object) => stranger.post('/api/user/register', body);
const named = (username: string, more: object = {}) => ({ username, password: 'password 1', ...more });
const row = async (username: string) => {
  const [found] = await gateway.sql<{
    id: number;
    display_name: string;
    email: string;
    role: number;
    group: string;
    password: string;
    quota: number;
    aff_code: string;
    aff_count: number;
    aff_quota: number;
    aff_history: number;
    inviter_id: number;
  }>('SELECT * FROM users WHERE username = $1', [username]);
  if (found === undefined) throw new Error(`no ${username}`);
  return found;
};
const logsOf = (id: number) =>
  gateway.sql('SELECT type, content FROM logs WHERE user_id = $1 ORDER BY id', [id]);
const done = { success: true, message: '', data: null };
const refused = (message: string) => ({
  success: false,
  message,
  data: null,
  code: expect.any(String) as string,
  ...(/^(输入不合法|无效的参数：)/.test(message) && {
    params: expect.objectContaining({ field: expect.any(String), rule: expect.any(String) }) as object,
  }),
});

test('who signs up gets an account, a gift and a token, and then signs in', async () => {
  const answer = await register(
    named(' alice ', { password2: 'password 1', display_name: 'Not Alice', aff_code: 'none' }),
  );
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ ...done, ignored: ['password2', 'display_name'] });
  expect(answer.get('set-cookie')).toBeUndefined();
  const alice = await row('alice');
  expect(alice).toMatchObject({
    display_name: 'alice',
    email: '',
    role: 1,
    group: 'default',
    password: expect.stringMatching(/^\$argon2id\$/),
    quota: 500_000,
    aff_code: expect.stringMatching(/^\w{4}$/),
    inviter_id: 0,
  });
  expect(await logsOf(alice.id)).toEqual([{ type: 4, content: '新用户注册赠送 ＄1.000000 额度' }]);
  const visitor = await gateway.signIn('alice', 'password 1');
  const tokens = await visitor.get<object[]>('/api/token/');
  expect(tokens.data).toEqual([
    expect.objectContaining({
      name: 'alice的初始令牌',
      unlimited_quota: true,
      expired_time: -1,
      remain_quota: 500_000,
      group: '',
      status: 1,
    }),
  ]);
  expect(await balanced(gateway)).toBe(true);
});

test('the first token has a name in the language of its owner', async () => {
  const nameFor = async (username: string, language: string) => {
    await register(named(username)).set('Accept-Language', language);
    const owner = await gateway.signIn(username, 'password 1');
    const [token] = (await owner.get<{ name: string }[]>('/api/token/')).data;
    return token?.name;
  };
  expect(await nameFor('longest-name', 'en-GB,zh;q=0.5')).toBe('First token of longest-name');
  expect(await nameFor('mei', 'zh-CN')).toBe('mei的初始令牌');
  await setOptions(gateway, { DefaultLanguage: 'en' });
  expect(await nameFor('lea', 'de')).toBe('First token of lea');
  await setOptions(gateway, { DefaultLanguage: '' });
  expect(await nameFor('leo', 'de')).toBe('leo的初始令牌');
});

test('an account keeps the language of the page where it was made', async () => {
  await register(named('reader')).set('Accept-Language', 'en');
  await register(named('program')).set('Accept-Language', 'xx');
  const settings = await gateway.sql(
    "SELECT setting FROM users WHERE username IN ('reader', 'program') ORDER BY username",
  );
  expect(settings).toEqual([{ setting: '' }, { setting: '{"language":"en"}' }]);
});

test('an invitation is rewarded exactly, however many come at once', async () => {
  await register(named('host'));
  const { id, aff_code: code } = await row('host');
  const guests = ['g1', 'g2', 'g3', 'g4', 'g5'];
  const answers = await atOnce(
    gateway,
    guests.map((guest) => async () => register(named(guest, { aff_code: code }))),
  );
  expect(answers.map(({ body }) => body)).toEqual(guests.map(() => done));
  expect(await row('host')).toMatchObject({
    quota: 500_000,
    aff_count: 5,
    aff_quota: 10_000,
    aff_history: 10_000,
  });
  const guest = await row('g3');
  expect(guest).toMatchObject({ quota: 501_000, inviter_id: id });
  expect(await logsOf(guest.id)).toEqual([
    { type: 4, content: '新用户注册赠送 ＄1.000000 额度' },
    { type: 4, content: '使用邀请码赠送 ＄0.002000 额度' },
  ]);
  expect((await logsOf(id)).slice(1)).toEqual(
    guests.map(() => ({ type: 4, content: '邀请用户赠送 ＄0.004000 额度' })),
  );
  expect(await balanced(gateway)).toBe(true);
});

test('an invitation counts even when nothing is given for it', async () => {
  await setOptions(gateway, { QuotaForNewUser: '0', QuotaForInvitee: '0', QuotaForInviter: '0' });
  const { aff_code: code, aff_count: before, aff_quota: reward } = await row('host');
  await register(named('late', { aff_code: code }));
  expect(await row('late')).toMatchObject({ quota: 0 });
  expect(await logsOf((await row('late')).id)).toEqual([]);
  expect(await row('host')).toMatchObject({ aff_count: before + 1, aff_quota: reward });
});

test('of those who want one name at once exactly one gets it', async () => {
  const answers = await atOnce(
    gateway,
    [1, 2, 3, 4].map(() => async () => register(named('wanted'))),
  );
  const losers = answers.filter(({ body }) => !body.success).map(({ body }) => body);
  expect(losers).toEqual([1, 2, 3].map(() => refused('用户名已存在，或已注销')));
  expect(await gateway.sql(`SELECT 1 FROM users WHERE username = 'wanted'`)).toHaveLength(1);
  expect(await gateway.sql(`SELECT 1 FROM tokens WHERE name = 'wanted的初始令牌'`)).toHaveLength(1);
});

test('the name of a deleted account stays taken, and so does an address', async () => {
  await register(named('gone'));
  await gateway.sql(
    `UPDATE users SET deleted_at = now(), email = 'Gone@Example.com' WHERE username = 'gone'`,
  );
  const taken = refused('用户名已存在，或已注销');
  expect((await register(named('gone'))).body).toEqual(taken);
  // An address that nobody has to prove is not looked up: the answer would tell whose it is.
  expect((await register(named('gone2', { email: 'gone@example.COM' }))).body).toEqual(done);
});

test.each([
  [{}, '无效的参数：username 应为字符串'],
  [{ username: 'x' }, '无效的参数：password 应为字符串'],
  [{ username: { $ne: 1 }, password: 'password 1' }, '无效的参数：username 应为字符串'],
  [named(''), '输入不合法 username 不能为空'],
  [named(' \t '), '输入不合法 username 不能为空'],
  [named('thirteen char'), '输入不合法 username 长度不能超过 12 个字符'],
  [named('a@b.example'), '输入不合法 username 不能包含 @'],
  [named('al\u200bice'), '输入不合法 username 不能包含不可见字符'],
  [{ username: 'x', password: 'seven 7' }, '输入不合法 password 长度必须为 8-20 个字符'],
  [{ username: 'x', password: 'x'.repeat(21) }, '输入不合法 password 长度必须为 8-20 个字符'],
  [named('x', { email: 'x'.repeat(51) }), '输入不合法 email 长度不能超过 50 个字符'],
])('%j is refused', async (body, message) => {
  expect((await register(body)).body).toEqual(refused(message));
});

test('rights and quota that come with a registration are ignored, and named', async () => {
  const answer = await register(named('greedy', { role: 100, quota: 5, group: 'vip' }));
  expect(answer.body).toEqual({ ...done, ignored: ['role', 'quota', 'group'] });
  expect(await row('greedy')).toMatchObject({ role: 1, quota: 0, group: 'default' });
});

test('lengths are characters, not bytes', async () => {
  expect((await register(named('一二三四五六七八九十甲乙'))).body).toEqual(done);
  expect(await row('一二三四五六七八九十甲乙')).toMatchObject({ role: 1 });
});

test('with e-mail verification an address must be proved, and a code is good for one account', async () => {
  await setOptions(gateway, { EmailVerificationEnabled: 'true' });
  const email = 'Bob@example.com';
  const needed = refused('管理员开启了邮箱验证，请输入邮箱地址和验证码');
  expect((await register(named('bob'))).body).toEqual(needed);
  expect((await register(named('bob', { email }))).body).toEqual(needed);
  const wrong = refused('验证码错误或已过期');
  expect((await register(named('bob', { email, verification_code: 'abcdef' }))).body).toEqual(wrong);
  const code = await stranger.code(mailbox, email);
  const other = { email: 'other@example.com', verification_code: code };
  expect((await register(named('bob', other))).body).toEqual(wrong);
  const proof = { email: 'bob@example.com', verification_code: code };
  // A name that is taken does not cost the code.
  expect((await register(named('alice', proof))).body).toEqual(refused('用户名已存在，或已注销'));
  expect((await register(named('bob', proof))).body).toEqual(done);
  expect(await row('bob')).toMatchObject({ email: 'bob@example.com' });
  expect((await register(named('bob2', proof))).body).toEqual(wrong);
  await setOptions(gateway, { EmailVerificationEnabled: 'false' });
});

test('of those who use one code at once exactly one gets an account', async () => {
  await setOptions(gateway, { EmailVerificationEnabled: 'true' });
  const email = 'race@example.com';
  const code = await stranger.code(mailbox, email);
  const answers = await Promise.all(
    ['r1', 'r2', 'r3', 'r4'].map((name) => register(named(name, { email, verification_code: code }))),
  );
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
  expect(await gateway.sql('SELECT 1 FROM users WHERE lower(email) = $1', [email])).toHaveLength(1);
  await setOptions(gateway, { EmailVerificationEnabled: 'false' });
});

test('the operator may close either door, or both', async () => {
  const closed = refused('管理员关闭了新用户注册');
  await setOptions(gateway, { PasswordRegisterEnabled: 'false' });
  const byOthers = refused('管理员关闭了通过密码进行注册，请使用第三方账户验证的形式进行注册');
  expect((await register({})).body).toEqual(byOthers);
  await setOptions(gateway, { RegisterEnabled: 'false' });
  expect((await register({})).body).toEqual(closed);
  await setOptions(gateway, {
    RegisterEnabled: 'true',
    PasswordRegisterEnabled: 'true',
    SelfUseModeEnabled: 'true',
  });
  expect((await register(named('guest'))).body).toEqual(closed);
  await setOptions(gateway, { SelfUseModeEnabled: 'false' });
  expect((await register(named('guest'))).body).toEqual(done);
});
