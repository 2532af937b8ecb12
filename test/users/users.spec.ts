import request from 'supertest';
import { Vault } from '../../server/core/crypto.js';
import { createApp } from '../../server/app.js';
import { userResponse } from '../../server/contract/resources/accounts/user.js';
import { withoutConsole } from '../setup/fresh-databases.js';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let root: Visitor;
let admin: Visitor;
let bob: Visitor;

interface UserRow {
  id: number;
  username: string;
  quota: number;
  role: number;
  status: number;
  group?: string;
  default_password?: true;
}

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
  root = await gateway.root();
  await gateway.user('anna');
  await root.post('/api/user/manage', { id: 2, action: 'promote' });
  admin = await gateway.signIn('anna', 'password 1');
  bob = await gateway.user('bob');
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway.close();
});

async function cookieOf(username: string, password: string): Promise<string> {
  const answer = await request(gateway.app.getHttpServer())
    .post('/api/user/login')
    .send({ username, password });
  return answer.get('set-cookie')?.[0]?.split(';')[0] ?? '';
}

const find = async (id: number) => (await root.get<UserRow>(`/api/user/${id}`)).data;

test('the first account has its balance from an entry, and is made once however many servers start', async () => {
  const others = await Promise.all([createApp(withoutConsole), createApp(withoutConsole)]);
  await Promise.all(others.map((app) => app.close()));
  expect(await gateway.sql('SELECT kind, delta, request_id FROM ledger_entries WHERE user_id = 1')).toEqual([
    { kind: 'opening', delta: 100_000_000, request_id: 'user:1' },
  ]);
  expect((await find(1)).quota).toBe(100_000_000);
  expect(await gateway.sql('SELECT count(*)::int AS count FROM setups')).toEqual([{ count: 1 }]);
});

test('nothing secret is in what an account says about itself', async () => {
  const { data } = await bob.get<UserRow>('/api/user/self');
  expect(data).toEqual({
    id: 3,
    username: 'bob',
    password: '',
    display_name: 'bob',
    role: 1,
    status: 1,
    email: '',
    github_id: '',
    oidc_id: '',
    wechat_id: '',
    telegram_id: '',
    linux_do_id: '',
    verification_code: '',
    access_token: null,
    quota: 0,
    used_quota: 0,
    request_count: 0,
    group: 'default',
    aff_code: expect.stringMatching(/^\w{4}$/),
    aff_count: 0,
    aff_quota: 0,
    aff_history_quota: 0,
    inviter_id: 0,
    DeletedAt: null,
    setting: '',
  });
});

test('an access token is stored as a hash, and a new one ends the one before', async () => {
  const first = (await bob.get<string>('/api/user/token')).data;
  const second = (await bob.post<string>('/api/user/token', {})).data;
  expect(first).toMatch(/^[A-Za-z0-9+/]{32}$/);
  const rows = await gateway.sql('SELECT access_token, access_token_hash FROM users WHERE id = 3');
  expect(rows).toEqual([
    { access_token: null, access_token_hash: gateway.app.get(Vault).lookupHash(second) },
  ]);
  const self = (token: string) =>
    request(gateway.app.getHttpServer())
      .get('/api/user/self')
      .set({ authorization: `Bearer ${token}`, 'new-api-user': '3' });
  expect((await self(second)).body.data.username).toBe('bob');
  expect((await self(first)).body.message).toBe('无权进行此操作，access token 无效');
});

test('lists are newest first, paged, and found by name, address, display name or number', async () => {
  const page = await admin.get<{ items: UserRow[]; total: number; page: number; page_size: number }>(
    '/api/user/?p=NaN&page_size=2',
  );
  expect(page.data).toMatchObject({ total: 3, page: 1, page_size: 2 });
  expect(page.data.items.map(({ id }) => id)).toEqual([3, 2]);
  const search = async (query: string) =>
    (await admin.get<{ items: UserRow[] }>(`/api/user/search?${query}`)).data.items.map(({ id }) => id);
  expect(await search('keyword=OB')).toEqual([3]);
  expect(await search('keyword=1')).toEqual([1]);
  // As lists show it; names are searched for it as well.
  expect(await search('keyword=%231')).toEqual([1]);
  expect(await search('keyword=%25')).toEqual([]);
  expect(await search('keyword=&group=default')).toEqual([3, 2, 1]);
  expect(await search('group=vip')).toEqual([]);
  expect((await bob.get('/api/user/')).message).toBe('无权进行此操作，权限不足');
});

test('an administrator sees and changes ordinary users, not equals and not those above', async () => {
  expect((await admin.get('/api/user/3')).success).toBe(true);
  expect((await admin.get('/api/user/2')).message).toBe('无权获取同级或更高等级用户的信息');
  expect((await admin.get('/api/user/1')).message).toBe('无权获取同级或更高等级用户的信息');
  expect((await admin.get('/api/user/99')).message).toBe('用户不存在');
  expect((await admin.get('/api/user/abc')).message).toBe('无效的参数');
  const refusal = '无权更新同权限等级或更高权限等级的用户信息';
  expect((await admin.put('/api/user/', { id: 1, quota: 5 })).message).toBe(refusal);
  expect((await admin.post('/api/user/manage', { id: 1, action: 'disable' })).message).toBe(refusal);
  expect((await admin.put('/api/user/', { id: 3, role: 10 })).message).toBe(
    '无权将其他用户权限等级提升到大于等于自己的权限等级',
  );
});

test('accounts are made with the rights of an ordinary user unless a lower role than the own is asked for', async () => {
  const make = (who: Visitor, body: object) => who.post('/api/user/', { password: 'password 1', ...body });
  expect((await make(admin, { username: 'x', role: 10 })).message).toBe('无法创建权限大于等于自己的用户');
  expect((await make(admin, { username: 'bob' })).message).toBe('用户名已存在');
  expect((await make(admin, { username: '' })).message).toBe('无效的参数');
  expect((await make(admin, { username: 'x', password: 'short' })).message).toBe(
    '输入不合法 password 长度必须为 8-20 个字符',
  );
  expect((await make(admin, { username: 'a'.repeat(13) })).message).toBe(
    '输入不合法 username 长度不能超过 12 个字符',
  );
  await root.put('/api/option/', { key: 'QuotaForNewUser', value: 700 });
  expect((await make(admin, { username: '十二个汉字的用户名没问题' })).success).toBe(true);
  const [newest] = (await admin.get<{ items: UserRow[] }>('/api/user/')).data.items;
  expect(newest).toMatchObject({ role: 1, quota: 700, display_name: '十二个汉字的用户名没问题' });
  const logs = 'SELECT type, content FROM logs WHERE user_id = $1 ORDER BY id';
  expect(await gateway.sql(logs, [newest?.id])).toEqual([
    { type: 4, content: '新用户注册赠送 ＄0.001400 额度' },
    { type: 3, content: '管理员创建了用户' },
  ]);
});

test('the super administrator makes administrators, who make ordinary users only', async () => {
  const make = (who: Visitor, username: string, role?: number) =>
    who.post('/api/user/', { username, password: 'password 1', role });
  const roleOf = async (username: string) =>
    (await gateway.sql<{ role: number }>('SELECT role FROM users WHERE username = $1', [username]))[0]?.role;
  expect(await make(root, 'made admin', 10)).toMatchObject({ success: true, extras: {} });
  expect(await roleOf('made admin')).toBe(10);
  expect((await make(admin, 'made user', 1)).success).toBe(true);
  // Clients that choose no role send 0.
  expect((await make(admin, 'made zero', 0)).success).toBe(true);
  expect([await roleOf('made user'), await roleOf('made zero')]).toEqual([1, 1]);
  for (const [who, role] of [
    [admin, 10],
    [admin, 100],
    [root, 100],
  ] as const)
    expect((await make(who, 'refused', role)).extras.code).toBe('user_not_creatable');
  expect((await make(root, 'refused', 5)).message).toBe('输入不合法 role 取值不在允许范围内');
  expect(await roleOf('refused')).toBeUndefined();
});

test('members of an edit that have no effect are named, and role and status stay', async () => {
  const { id } = await gateway.user('echoed');
  const before = await find(id);
  const answer = await root.put('/api/user/', {
    ...before,
    display_name: 'Echo',
    role: 10,
    status: 2,
    email: 'echo@example.com',
  });
  expect(answer.success).toBe(true);
  expect(answer.extras.ignored).toEqual(
    expect.arrayContaining(['role', 'status', 'email', 'used_quota', 'aff_code', 'setting']),
  );
  expect(await find(id)).toEqual({ ...before, display_name: 'Echo' });
});

test('what another administrator changed meanwhile is reported and not overwritten', async () => {
  const { id } = await gateway.user('moved');
  await root.put('/api/user/', { id, group: 'vip' });
  const late = await admin.put('/api/user/', { id, group: 'svip', before: { group: 'default' } });
  expect(late).toMatchObject({ success: false, extras: { code: 'changed_meanwhile' } });
  expect((await find(id)).group).toBe('vip');
  const other = { id, display_name: 'Moved', before: { display_name: 'moved' } };
  expect((await admin.put('/api/user/', other)).success).toBe(true);
  expect(await find(id)).toMatchObject({ group: 'vip', display_name: 'Moved' });
});

test('an edit changes only what it names; quota goes through the ledger and into the log', async () => {
  const before = await find(3);
  expect((await admin.put('/api/user/', { ...before, quota: 500_000, group: 'vip' })).success).toBe(true);
  expect(await find(3)).toEqual({ ...before, quota: 500_000, group: 'vip' });
  expect((await admin.put('/api/user/', { id: 3, display_name: 'Bob' })).success).toBe(true);
  expect(await find(3)).toMatchObject({ quota: 500_000, group: 'vip', display_name: 'Bob' });
  // Spent meanwhile: 100000. The editor saw 500000 and adds 50000.
  await gateway.sql('UPDATE users SET quota = 400000 WHERE id = 3');
  await gateway.sql(`INSERT INTO ledger_entries (created_at, request_id, kind, user_id, delta)
    VALUES (extract(epoch FROM now()), 'r', 'charge', 3, -100000)`);
  await admin.put('/api/user/', { id: 3, quota: 550_000, quota_before: 500_000 });
  expect((await find(3)).quota).toBe(450_000);
  expect(await gateway.sql('SELECT sum(delta)::bigint AS sum FROM ledger_entries WHERE user_id = 3')).toEqual(
    [{ sum: 450_000 }],
  );
  const logs = await gateway.sql<{ content: string; other: string }>(
    'SELECT content, other FROM logs WHERE user_id = 3 AND type = 3 ORDER BY id',
  );
  expect(logs.map(({ content }) => content)).toEqual([
    '管理员创建了用户',
    '管理员修改了用户信息',
    '管理员将用户额度从 ＄0.000000 额度修改为 ＄1.000000 额度',
    '管理员修改了用户信息',
    '管理员将用户额度从 ＄0.800000 额度修改为 ＄0.900000 额度',
  ]);
  const by = { admin_id: 2, admin_username: 'anna' };
  const amount = (usd: string) => ({ code: 'amount_in_currency', params: { amount: usd } });
  expect(JSON.parse(logs[2]!.other).text).toEqual({
    code: 'quota_changed',
    params: { old: amount('0.000000'), quota: amount('1.000000') },
  });
  expect(logs.slice(1).map(({ other }) => JSON.parse(other))).toMatchObject([
    { admin_info: { ...by, before: { group: 'default' }, after: { group: 'vip' } } },
    { admin_info: { ...by, before: { quota: 0 }, after: { quota: 500_000 } } },
    { admin_info: { ...by, before: { display_name: 'bob' }, after: { display_name: 'Bob' } } },
    { admin_info: { ...by, before: { quota: 400_000 }, after: { quota: 450_000 } } },
  ]);
});

test('a change of a quota has a reason, which its user reads, and is made once, however often it is sent', async () => {
  const hugo = await gateway.user('hugo');
  const { id } = hugo;
  const { quota } = await find(id);
  const added = { id, quota: quota + 250_000, quota_before: quota, quota_key: 'form-of-hugo_250000' };
  const twice = [admin, admin].map((who) => who.put('/api/user/', { ...added, quota_reason: ' a gift ' }));
  for (const answer of await Promise.all(twice)) expect(answer.success).toBe(true);
  expect((await find(id)).quota).toBe(quota + 250_000);
  const rows = await gateway.sql<{ content: string; details: string }>(
    `SELECT logs.content, audit_log.details FROM logs JOIN audit_log ON audit_log.content = logs.content
     WHERE logs.user_id = $1 AND logs.type = 3 AND logs.content LIKE '%a gift'`,
    [id],
  );
  expect(rows).toHaveLength(1);
  expect(JSON.parse(rows[0]!.details)).toMatchObject({
    text: { code: 'quota_changed_because', params: { reason: 'a gift' } },
    admin_info: { admin_username: 'anna', before: { quota }, after: { quota: quota + 250_000 } },
  });
  const own = (await hugo.get<{ items: object[] }>('/api/log/self/?type=3')).data.items;
  expect(own[0]).toMatchObject({ content: expect.stringMatching(/：a gift$/) });
  const credits = (await hugo.get<{ items: object[] }>('/api/user/credits')).data.items;
  expect(credits[0]).toMatchObject({ kind: 'adjust', quota: 250_000, reason: 'a gift' });
  for (const [wrong, code] of [
    [{ quota_reason: ' ' }, 'reason_missing'],
    [{ quota_reason: 'x'.repeat(301) }, 'reason_too_long'],
    [{ quota_key: 'short' }, 'invalid_parameters'],
  ] as const)
    expect(await admin.put('/api/user/', { ...added, quota: quota + 1, ...wrong })).toMatchObject({
      success: false,
      extras: { code },
    });
  expect((await find(id)).quota).toBe(quota + 250_000);
  // Another amount is another change, not one that is ignored.
  for (let sent = 0; sent < 2; sent++)
    expect(await admin.put('/api/user/', { ...added, quota: quota + 7 })).toMatchObject({ success: true });
  expect((await find(id)).quota).toBe(quota + 250_007);
});

test.each([
  [{ id: 3, quota: -1 }, '额度不能为负数'],
  [{ id: 3, quota: 1.5 }, '无效的参数：quota 应为整数'],
  [{ id: 3, quota: 1e300 }, '输入不合法 quota 不能大于 9007199254740991'],
  [{ id: 3, group: 'nowhere' }, '分组不存在'],
  [{ id: 3, username: 'anna' }, '用户名已存在'],
  [{ id: 99, quota: 1 }, '用户不存在'],
  [{ id: 0 }, '无效的参数'],
])('the edit %j is refused', async (body, message) => {
  expect(await admin.put('/api/user/', body)).toMatchObject({ status: 200, success: false, message });
});

test('ban, lock, promotion and deletion follow the levels, end sessions, and are logged', async () => {
  const manage = (who: Visitor, id: unknown, action: string) =>
    who.post<{ status: number; role: number }>('/api/user/manage', { id, action });
  const carl = await gateway.user('carl');
  const { id } = carl;
  expect((await manage(admin, id, 'promote')).message).toBe('普通管理员用户无法提升其他用户为管理员');
  expect((await manage(admin, id, 'demote')).message).toBe('该用户已经是普通用户');
  expect((await manage(root, 2, 'promote')).message).toBe('该用户已经是管理员');
  expect((await manage(root, 1, 'disable')).message).toBe('无法禁用超级管理员用户');
  expect((await manage(root, 1, 'delete')).message).toBe('无法删除超级管理员用户');
  expect((await manage(root, 1, 'demote')).message).toBe('无法降级超级管理员用户');
  expect((await manage(root, id, 'explode')).message).toBe('无效的参数');
  expect((await manage(root, 0, 'disable')).message).toBe('无效的参数');
  expect((await manage(root, 999, 'disable')).message).toBe('用户不存在');

  expect((await manage(admin, id, 'disable')).data).toMatchObject({ status: 2, role: 1 });
  expect((await carl.get('/api/user/self')).status).toBe(401);
  await expect(gateway.signIn('carl', 'password 1')).rejects.toThrow('用户名或密码错误，或用户已被封禁');
  expect(userResponse.parse((await manage(admin, id, 'enable')).data)).toMatchObject({
    id,
    status: 1,
    role: 1,
    quota: 700,
    setting: '',
  });
  expect((await carl.get('/api/user/self')).status).toBe(401);

  await gateway.sql('UPDATE users SET status = 3 WHERE id = $1', [id]);
  expect((await manage(admin, id, 'enable')).message).toBe('该用户无法启用');
  await gateway.sql('UPDATE users SET status = 1 WHERE id = $1', [id]);

  const again = await gateway.signIn('carl', 'password 1');
  expect((await manage(admin, id, 'delete')).success).toBe(true);
  expect((await again.get('/api/user/self')).status).toBe(401);
  expect((await root.get(`/api/user/${id}`)).message).toBe('用户不存在');
  expect((await admin.post('/api/user/', { username: 'carl', password: 'password 1' })).message).toBe(
    '用户名已存在',
  );
  const logs = await gateway.sql<{ content: string }>(
    'SELECT content FROM logs WHERE user_id = $1 ORDER BY id',
    [id],
  );
  expect(logs.map(({ content }) => content).slice(-3)).toEqual([
    '管理员禁用了用户',
    '管理员启用了用户',
    '管理员删除了用户',
  ]);
});

test('a new password ends every other session and asks for the old one only when it is given', async () => {
  const here = await gateway.user('dora');
  const there = await gateway.signIn('dora', 'password 1');
  const cookie = await cookieOf('dora', 'password 1');
  const wrong = { password: 'password 2', original_password: 'nonsense' };
  expect((await here.put('/api/user/self', wrong)).message).toBe('原密码错误');
  const answer = await request(gateway.app.getHttpServer())
    .put('/api/user/self')
    .set({ cookie, 'new-api-user': String(here.id) })
    .send({ password: 'password 2', original_password: 'password 1' });
  expect(answer.body.success).toBe(true);
  expect((await there.get('/api/user/self')).status).toBe(401);
  const renewed = answer.get('set-cookie')?.[0]?.split(';')[0] ?? '';
  const self = await request(gateway.app.getHttpServer())
    .get('/api/user/self')
    .set({ cookie: renewed, 'new-api-user': String(here.id) });
  expect(self.body.data.username).toBe('dora');
  await expect(gateway.signIn('dora', 'password 1')).rejects.toThrow();
  await gateway.signIn('dora', 'password 2');
});

test('own changes: names within limits, nothing that is not theirs to change', async () => {
  expect((await bob.put('/api/user/self', { display_name: 'Robert', username: '' })).success).toBe(true);
  const theirs = await bob.put('/api/user/self', {
    quota: 9_999_999,
    role: 100,
    group: 'svip',
    email: 'b@b.b',
  });
  expect(theirs).toMatchObject({ success: true, extras: { ignored: ['quota', 'role', 'group', 'email'] } });
  const late = { display_name: 'Rob', before: { display_name: 'Bob' } };
  expect((await bob.put('/api/user/self', late)).extras.code).toBe('changed_meanwhile');
  expect((await bob.get<UserRow>('/api/user/self')).data).toMatchObject({
    username: 'bob',
    display_name: 'Robert',
    quota: 450_000,
    role: 1,
    group: 'vip',
  });
  expect((await bob.put('/api/user/self', { username: 'anna' })).message).toBe('用户名已存在');
  expect((await bob.put('/api/user/self', { password: 'short' })).success).toBe(false);
});

test('the name, address and sign-ins of a user that an administrator has deleted are free again', async () => {
  const gone = await gateway.user('fleeting');
  await gateway.sql(`UPDATE users SET email = 'fleeting@a.example', github_id = 'gh-1' WHERE id = $1`, [
    gone.id,
  ]);
  await root.post('/api/user/manage', { id: gone.id, action: 'delete' });
  expect((await root.post('/api/user/', { username: 'fleeting', password: 'password 1' })).success).toBe(
    false,
  );
  await gateway.sql('UPDATE users SET deleted_at = NULL WHERE id = $1', [gone.id]);
  expect((await root.delete(`/api/user/${gone.id}`)).success).toBe(true);
  expect((await root.post('/api/user/', { username: 'fleeting', password: 'password 1' })).success).toBe(
    true,
  );
  expect(await gateway.sql('SELECT username, email, github_id FROM users WHERE id = $1', [gone.id])).toEqual([
    { username: `#${gone.id}`, email: '', github_id: '' },
  ]);
  const again = await gateway.signIn('fleeting', 'password 1');
  expect(again.id).not.toBe(gone.id);
});

test('root hears of the default password until it is changed', async () => {
  expect((await root.get<UserRow>('/api/user/self')).data.default_password).toBe(true);
  await root.put('/api/user/self', { password: 'no default' });
  const changed = await gateway.signIn('root', 'no default');
  expect((await changed.get<UserRow>('/api/user/self')).data).not.toHaveProperty('default_password');
});
