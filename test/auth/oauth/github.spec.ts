import type { Management } from '../../setup/management.js';
import { Browser, idOf } from './browser.js';
import { GithubDouble, type GithubPerson } from './github-double.js';
import { atOnce, balanced, startGateway, setOptions } from './start-gateway.js';

let gateway: Management;
let close: () => Promise<void>;
let github: GithubDouble;

beforeAll(async () => {
  github = await GithubDouble.start({ id: 'client-id', secret: 'hush' });
  ({ gateway, close } = await startGateway(
    { GITHUB_OAUTH_ADDRESS: github.address, GITHUB_OAUTH_API_ADDRESS: github.address },
    {
      GitHubClientId: 'client-id',
      GitHubClientSecret: 'hush',
      GitHubOAuthEnabled: 'true',
      QuotaForNewUser: '500000',
      QuotaForInvitee: '1000',
      QuotaForInviter: '2000',
    },
  ));
});
afterAll(async () => {
  await close();
  await github.close();
});

interface Row {
  id: number;
  username: string;
  display_name: string;
  email: string;
  password: string;
  github_id: string;
  quota: number;
  role: number;
  inviter_id: number;
}

let nextId = 1000;
const somebody = (more: Partial<GithubPerson> = {}): GithubPerson => ({
  id: ++nextId,
  login: `somebody-${nextId}`,
  ...more,
});
const mail = (email: string, verified: boolean) => [{ email, primary: true, verified, visibility: null }];
const signIn = (person: GithubPerson, browser = new Browser(gateway), begin: Record<string, string> = {}) =>
  browser.comeBack('github', github.grants.code(person), begin);
const row = async (id: number): Promise<Row> => {
  const [found] = await gateway.sql<Row>('SELECT * FROM users WHERE id = $1', [id]);
  if (found === undefined) throw new Error(`no user ${id}`);
  return found;
};
const count = async (githubId: number): Promise<number> =>
  (await gateway.sql('SELECT 1 FROM users WHERE github_id = $1', [String(githubId)])).length;

test('who comes for the first time gets an account with everything new users get', async () => {
  const person = somebody({ name: 'Mona Lisa', emails: mail('mona@github.example', true) });
  const browser = new Browser(gateway);
  const answer = await signIn(person, browser);
  const id = idOf(answer);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    success: true,
    message: '',
    data: {
      id,
      quota: 500_000,
      username: `github_${id}`,
      display_name: 'Mona Lisa',
      role: 1,
      status: 1,
      group: 'default',
    },
  });
  expect(answer.cookies.join()).toMatch(
    /session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict/,
  );
  expect(await row(id)).toMatchObject({
    email: 'mona@github.example',
    password: '',
    github_id: String(person.id),
    quota: 500_000,
    aff_code: expect.stringMatching(/^\w{4}$/),
  });
  const self = await browser.get('/api/user/self', {}, { 'new-api-user': String(id) });
  expect(self.body.data).toMatchObject({ id, github_id: String(person.id), quota: 500_000 });
  expect(await gateway.sql('SELECT type, content FROM logs WHERE user_id = $1', [id])).toEqual([
    { type: 4, content: '新用户注册赠送 ＄1.000000 额度' },
  ]);
});

test('who comes again is the same, whatever they are called by now, and is given nothing more', async () => {
  const person = somebody();
  const browser = new Browser(gateway);
  const first = await signIn(person, browser);
  await browser.get('/api/user/logout');
  const again = await signIn({ ...person, login: 'renamed' }, browser);
  expect(idOf(again)).toBe(idOf(first));
  expect(again.cookies.join()).not.toBe(first.cookies.join());
  expect((await row(idOf(first))).quota).toBe(500_000);
});

test('five first sign-ins of one person at once make one account', async () => {
  const person = somebody();
  const answers = await atOnce(
    gateway,
    Array.from({ length: 5 }, () => () => signIn(person)),
  );
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(await count(person.id)).toBe(1);
  expect(await balanced(gateway)).toBe(true);
});

test('five people who come for the first time at once get an account each', async () => {
  const answers = await atOnce(
    gateway,
    Array.from({ length: 5 }, () => () => signIn(somebody())),
  );
  expect(new Set(answers.map(idOf)).size).toBe(5);
  expect(await balanced(gateway)).toBe(true);
});

test('an invitation is paid for on both sides, once', async () => {
  const inviter = await gateway.user('inviter');
  const [{ code }] = (await gateway.sql<{ code: string }>(
    'SELECT aff_code AS code FROM users WHERE id = $1',
    [inviter.id],
  )) as [{ code: string }];
  const id = idOf(await signIn(somebody(), new Browser(gateway), { aff: code }));
  expect(await row(id)).toMatchObject({ inviter_id: inviter.id, quota: 501_000 });
  expect(await row(inviter.id)).toMatchObject({ aff_count: 1, aff_quota: 2000, aff_history: 2000 });
  expect(
    await gateway.sql('SELECT user_id, content FROM logs WHERE content LIKE $1 ORDER BY user_id', ['%邀请%']),
  ).toEqual([
    { user_id: inviter.id, content: '邀请用户赠送 ＄0.004000 额度' },
    { user_id: id, content: '使用邀请码赠送 ＄0.002000 额度' },
  ]);
  expect(idOf(await signIn(somebody(), new Browser(gateway), { aff: 'none' }))).toBeGreaterThan(id);
  expect(await balanced(gateway)).toBe(true);
});

test('an address is kept only when GitHub verified it and nobody has it', async () => {
  const profileOnly = idOf(await signIn(somebody({ email: 'profile@github.example' })));
  const unverified = idOf(await signIn(somebody({ emails: mail('unverified@github.example', false) })));
  const first = idOf(await signIn(somebody({ emails: mail('shared@github.example', true) })));
  const second = idOf(await signIn(somebody({ emails: mail('Shared@GitHub.example', true) })));
  const addresses = await Promise.all([profileOnly, unverified, first, second].map(row));
  expect(addresses.map(({ email }) => email)).toEqual(['', '', 'shared@github.example', '']);
});

test('an odd address among several does not hide the verified one', async () => {
  const emails = [...mail('me@intranet', true), ...mail('odd@github.example', true)];
  const id = idOf(await signIn(somebody({ emails })));
  expect(await row(id)).toMatchObject({ email: 'odd@github.example' });
});

test('an imported account is found by its login name once, and by the number from then on', async () => {
  const imported = await gateway.user('imported');
  await gateway.sql("UPDATE users SET github_id = 'legacy-name' WHERE id = $1", [imported.id]);
  const owner = somebody({ login: 'legacy-name' });
  expect(idOf(await signIn(owner))).toBe(imported.id);
  expect((await row(imported.id)).github_id).toBe(String(owner.id));
  // Somebody else takes the name over once it is free at GitHub.
  const other = idOf(await signIn(somebody({ login: 'legacy-name' })));
  expect(other).not.toBe(imported.id);
  expect(idOf(await signIn({ ...owner, login: 'new-name' }))).toBe(imported.id);
});

test('a login name that looks like the number of somebody else opens nothing', async () => {
  const victim = somebody();
  const account = idOf(await signIn(victim));
  const thief = idOf(await signIn(somebody({ login: String(victim.id) })));
  expect(thief).not.toBe(account);
  const bound = new Browser(gateway);
  const user = await gateway.user('digits');
  await bound.signIn('digits', 'password 1');
  await signIn(somebody({ login: String(victim.id) }), bound);
  expect((await row(user.id)).github_id).not.toBe(String(victim.id));
});

test('a name that somebody had, deleted or not, is passed over', async () => {
  const [{ next }] = (await gateway.sql<{ next: number }>('SELECT max(id)::int + 2 AS next FROM users')) as [
    { next: number },
  ];
  const squatter = await gateway.user(`github_${next}`);
  await (await gateway.root()).post('/api/user/manage', { id: squatter.id, action: 'delete' });
  const { username } = await row(idOf(await signIn(somebody())));
  expect(username).toMatch(/^github_[0-9A-Za-z]{5}$/);
});

test('who is signed in binds: once, to one account, and comes in by it from then on', async () => {
  await gateway.user('binder');
  const person = somebody({ login: 'bound' });
  const browser = new Browser(gateway);
  const id = await browser.signIn('binder', 'password 1');
  const answer = await signIn(person, browser);
  expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'bind', data: null }]);
  expect((await signIn(person, browser)).body.message).toBe('该 GitHub 账户已被绑定');
  expect(idOf(await signIn(person))).toBe(id);

  await gateway.user('late');
  const late = new Browser(gateway);
  const lateId = await late.signIn('late', 'password 1');
  expect((await signIn(person, late)).body).toEqual({
    success: false,
    message: '该 GitHub 账户已被绑定',
    data: null,
    code: 'github_taken',
  });
  expect((await row(lateId)).github_id).toBe('');
});

test('of accounts that bind the same person at once, exactly one does', async () => {
  const person = somebody();
  const browsers = await Promise.all(
    ['racer1', 'racer2', 'racer3', 'racer4'].map(async (name) => {
      await gateway.user(name);
      const browser = new Browser(gateway);
      await browser.signIn(name, 'password 1');
      return browser;
    }),
  );
  const answers = await atOnce(
    gateway,
    browsers.map((browser) => () => signIn(person, browser)),
  );
  expect(answers.map(({ body }) => body.message).toSorted()).toEqual([
    'bind',
    ...Array.from({ length: 3 }, () => '该 GitHub 账户已被绑定'),
  ]);
  expect(await count(person.id)).toBe(1);
});

test('banned and deleted accounts stay out, and a deleted one is not made anew', async () => {
  const root = await gateway.root();
  const [banned, deleted] = [somebody(), somebody()];
  const bannedId = idOf(await signIn(banned));
  const deletedId = idOf(await signIn(deleted));
  await root.post('/api/user/manage', { id: bannedId, action: 'disable' });
  await root.post('/api/user/manage', { id: deletedId, action: 'delete' });
  const refused = await signIn(banned);
  expect(refused.body).toEqual({ success: false, message: '用户已被封禁', data: null, code: 'user_banned' });
  expect(refused.cookies.join()).not.toContain('session=');
  expect((await signIn(deleted)).body.message).toBe('用户已注销');
  expect([await count(banned.id), await count(deleted.id)]).toEqual([1, 1]);
});

test('while sign-up is closed only those who are known come in', async () => {
  const known = somebody();
  const id = idOf(await signIn(known));
  await setOptions(gateway, { RegisterEnabled: 'false' });
  const stranger = somebody();
  expect((await signIn(stranger)).body.message).toBe('管理员关闭了新用户注册');
  expect(await count(stranger.id)).toBe(0);
  expect(idOf(await signIn(known))).toBe(id);
  await setOptions(gateway, { RegisterEnabled: 'true' });
});

test('while GitHub is switched off nobody comes in by it', async () => {
  await setOptions(gateway, { GitHubOAuthEnabled: 'false' });
  const requestsBefore = github.requests.length;
  expect((await signIn(somebody())).body).toEqual({
    success: false,
    message: '管理员未开启通过 GitHub 登录以及注册',
    data: null,
    code: 'github_disabled',
  });
  expect(github.requests).toHaveLength(requestsBefore);
  await setOptions(gateway, { GitHubOAuthEnabled: 'true' });
});

test('a browser that requests GitHub sign-in gets its URL', async () => {
  const { body } = await new Browser(gateway).get('/api/oauth/state', { provider: 'github' });
  const { origin, pathname, searchParams } = new URL(String(body['authorization_url']));
  expect(`${origin}${pathname}`).toBe(`${github.address}/login/oauth/authorize`);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'client-id',
    state: body.data,
    scope: 'user:email',
  });
});

test('no code, a wrong one and a wrong secret are refused in the words of the API', async () => {
  const comeBack = (code: string) => new Browser(gateway).comeBack('github', code);
  expect((await comeBack('')).body.message).toBe('无效的参数');
  expect((await comeBack('made up')).body.message).toBe('返回值非法，用户字段为空，请稍后重试！');
  await setOptions(gateway, { GitHubClientSecret: 'not the secret' });
  expect((await signIn(somebody())).body.message).toBe('返回值非法，用户字段为空，请稍后重试！');
  await setOptions(gateway, { GitHubClientSecret: 'hush' });
});

test('what GitHub is asked carries the secret in the body and the token in a header, never in an address', async () => {
  await signIn(somebody());
  const received = github.requests.slice(-3);
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /login/oauth/access_token',
    'GET /user',
    'GET /user/emails',
  ]);
  for (const { query } of received) expect([...query]).toEqual([]);
});
