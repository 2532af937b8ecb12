import type { TokenResponse } from '../../server/contract/resources/token.js';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let alice: Visitor;
let bob: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  alice = await gateway.user('alice');
  bob = await gateway.user('bob');
});

afterAll(() => gateway?.close());

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

/** Makes a token of alice's and returns it. */
async function made(fields: Record<string, unknown>): Promise<TokenResponse> {
  const answer = await alice.post('/api/token/', fields);
  if (!answer.success) throw new Error(answer.message);
  const { data } = await alice.get<TokenResponse[]>('/api/token/?p=0&size=1');
  // Only lists have it.
  const { week_quota: _week, ...token } = data[0]!;
  return token;
}

async function entries(tokenId: number): Promise<number[]> {
  const rows = await gateway.sql<{ token_delta: number }>(
    'SELECT token_delta FROM ledger_entries WHERE token_id = $1 ORDER BY id',
    [tokenId],
  );
  return rows.map((row) => row.token_delta);
}

function setStatus(id: number, status: number): Promise<unknown> {
  return gateway.sql('UPDATE tokens SET status = $2 WHERE id = $1', [id, status]);
}

test('a system access token shows no keys, makes no successor and ends no session; a new token it gets once', async () => {
  const carol = await gateway.user('scripted');
  await carol.post('/api/token/', { name: 'hers', remain_quota: 1 });
  const { data: accessToken } = await carol.get<string>('/api/user/token');
  const { data: hers } = await carol.get<TokenResponse[]>('/api/token/');
  const url = await gateway.app.getUrl();
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: accessToken,
        'new-api-user': String(carol.id),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { success: boolean; code?: string; data: unknown };
  };
  const { key, id } = hers[0]!;
  const masked = `${key.slice(0, 3)}***${key.slice(-3)}`;
  expect((await call('GET', '/api/token/')).data).toMatchObject([{ id, key: masked }]);
  expect((await call('GET', `/api/token/${id}`)).data).toMatchObject({ key: masked });
  expect((await call('GET', '/api/token/search?keyword=hers')).data).toMatchObject([{ key: masked }]);
  expect((await call('PUT', '/api/token/?status_only=true', { id, status: 1 })).data).toMatchObject({
    key: masked,
  });
  for (const [method, path] of [
    ['GET', `/api/token/search?token=${key.slice(0, 4)}`],
    ['GET', '/api/user/token'],
    ['POST', '/api/user/token'],
    ['DELETE', '/api/user/sessions'],
    ['DELETE', `/api/user/sessions/${'x'.repeat(16)}`],
  ] as const)
    expect([path, await call(method, path)]).toEqual([
      path,
      expect.objectContaining({ success: false, code: 'session_required' }),
    ]);
  expect((await carol.get('/api/user/self')).success).toBe(true);
  const made = await call('POST', '/api/token/', { name: 'by a script', remain_quota: 1 });
  expect(made.data).toMatchObject({ name: 'by a script', key: expect.stringMatching(/^[0-9a-zA-Z]{48}$/) });
  expect((await carol.post('/api/token/', { name: 'by the console', remain_quota: 1 })).data).toBeNull();
});

test('a new token has a key of 48 letters and digits, its allowance, and no expiry', async () => {
  const token = await made({ name: ' first ', remain_quota: 500 });
  expect(token).toMatchObject({
    name: 'first',
    remain_quota: 500,
    expired_time: -1,
    status: 1,
    user_id: alice.id,
  });
  expect(token.key).toMatch(/^[0-9a-zA-Z]{48}$/);
  expect(await entries(token.id)).toEqual([500]);
});

test('the key is sealed in the database', async () => {
  const token = await made({ name: 'sealed' });
  const [row] = await gateway.sql<{ key: string; key_hash: string }>(
    'SELECT key, key_hash FROM tokens WHERE id = $1',
    [token.id],
  );
  expect(row!.key).toMatch(/^v1:/);
  expect(JSON.stringify(row)).not.toContain(token.key);
});

test('an edit of the allowance is entered as the difference', async () => {
  const token = await made({ name: 'edited', remain_quota: 500 });
  const edited = await alice.put<TokenResponse>('/api/token/', {
    ...token,
    remain_quota: 120,
    expired_time: inAnHour(),
  });
  expect(edited.data).toMatchObject({ remain_quota: 120 });
  await alice.put('/api/token/', { ...token, remain_quota: 120, name: 'renamed' });
  expect(await entries(token.id)).toEqual([500, -380]);
  expect((await alice.get<TokenResponse>(`/api/token/${token.id}`)).data.name).toBe('renamed');
});

test.each([
  [{ name: '' }, '令牌名称不能为空'],
  [{}, '令牌名称不能为空'],
  [{ name: '长'.repeat(31) }, '令牌名称过长'],
  [{ name: 'n', remain_quota: -1 }, '额度不能为负数'],
  [{ name: 'n', expired_time: 1000 }, '过期时间不能早于当前时间'],
  [{ name: 'n', group: 'svip' }, '无权使用该分组'],
  [{ name: 'n', remain_quota: 1e15 + 1 }, '输入不合法 remain_quota 不能大于 1000000000000000'],
  [{ name: 'n', remain_quota: '5' }, '无效的参数：remain_quota 应为数字'],
])('creating refuses %j', async (fields, message) => {
  const before = await gateway.sql('SELECT id FROM tokens');
  expect(await alice.post('/api/token/', fields)).toMatchObject({ status: 200, success: false, message });
  expect(await gateway.sql('SELECT id FROM tokens')).toHaveLength(before.length);
});

test('a name may have thirty characters of any script', async () => {
  expect((await alice.post('/api/token/', { name: '𠮷'.repeat(30) })).success).toBe(true);
});

test('nobody sees, edits, switches or deletes the token of another', async () => {
  const token = await made({ name: 'mine', remain_quota: 5 });
  const refused = { success: false, message: '令牌不存在' };
  expect(await bob.get(`/api/token/${token.id}`)).toMatchObject(refused);
  expect(await bob.put('/api/token/', { id: token.id, name: 'stolen', remain_quota: 5 })).toMatchObject(
    refused,
  );
  expect(await bob.put('/api/token/?status_only=true', { id: token.id, status: 2 })).toMatchObject(refused);
  expect(await bob.delete(`/api/token/${token.id}`)).toMatchObject(refused);
  expect((await bob.get<TokenResponse[]>('/api/token/')).data).toEqual([]);
  expect((await alice.get<TokenResponse>(`/api/token/${token.id}`)).data).toEqual(token);
});

test('status_only changes the status and nothing else', async () => {
  const token = await made({ name: 'switched', remain_quota: 7 });
  const off = await alice.put<TokenResponse>('/api/token/?status_only=true', {
    id: token.id,
    status: 2,
    name: 'other',
  });
  expect(off.data).toEqual({ ...token, status: 2 });
  expect(await alice.put('/api/token/?status_only=true', { id: token.id, status: 3 })).toMatchObject({
    success: false,
    message: '无效的参数',
  });
});

test('an expired or exhausted token is enabled only when the reason is gone', async () => {
  const token = await made({ name: 'stopped', remain_quota: 5 });
  const enable = () => alice.put('/api/token/?status_only=true', { id: token.id, status: 1 });
  await gateway.sql('UPDATE tokens SET status = 3, expired_time = 1000 WHERE id = $1', [token.id]);
  expect((await enable()).message).toBe('令牌已过期，无法启用，请先修改令牌过期时间，或者设置为永不过期');
  const edited = await alice.put<TokenResponse>('/api/token/', { ...token, status: 3, expired_time: -1 });
  expect(edited.data.status).toBe(1);

  await alice.put('/api/token/', { ...token, remain_quota: 0 });
  await setStatus(token.id, 4);
  expect((await enable()).message).toBe(
    '令牌可用额度已用尽，无法启用，请先修改令牌剩余额度，或者设置为无限额度',
  );
  const refilled = await alice.put<TokenResponse>('/api/token/', { ...token, status: 4, remain_quota: 9 });
  expect(refilled.data).toMatchObject({ status: 1, remain_quota: 9 });
});

test('an unlimited token may come back with the debt it has counted', async () => {
  const token = await made({ name: 'unlimited', unlimited_quota: true });
  await gateway.sql('UPDATE tokens SET remain_quota = -40 WHERE id = $1', [token.id]);
  const edited = await alice.put<TokenResponse>('/api/token/', {
    ...token,
    remain_quota: -40,
    name: 'renamed',
  });
  expect(edited.data).toMatchObject({ name: 'renamed', remain_quota: -40 });
});

/** What the poster writes when the rest of a token was spent. */
async function spend(id: number, quota: number): Promise<void> {
  await gateway.sql(
    `UPDATE tokens SET remain_quota = remain_quota - $2, used_quota = used_quota + $2,
       status = CASE WHEN remain_quota <= $2 THEN 4 ELSE status END WHERE id = $1`,
    [id, quota],
  );
}

test('a token that was used up while it was edited stays used up, whatever else the edit changes', async () => {
  const token = await made({ name: 'spent meanwhile', remain_quota: 600 });
  await spend(token.id, 600);
  const renamed = await alice.put<TokenResponse>('/api/token/', {
    id: token.id,
    name: 'renamed',
    before: { name: 'spent meanwhile' },
  });
  expect(renamed.data).toMatchObject({ name: 'renamed', remain_quota: 0, status: 4 });
  expect(renamed.extras.ignored).toBeUndefined();
  // The quota that the editor displayed is no change either.
  const echoed = { id: token.id, name: 'again', remain_quota: 600, remain_quota_before: 600 };
  expect((await alice.put<TokenResponse>('/api/token/', echoed)).data).toMatchObject({
    remain_quota: 0,
    status: 4,
  });
  expect(await entries(token.id)).toEqual([600]);
});

test('with the quota that the editor displayed, the difference is applied to what is left', async () => {
  const token = await made({ name: 'refilled meanwhile', remain_quota: 600 });
  await spend(token.id, 600);
  const edit = (quota: number, shown: number) =>
    alice.put<TokenResponse>('/api/token/', {
      id: token.id,
      remain_quota: quota,
      remain_quota_before: shown,
    });
  expect((await edit(100, 600)).data).toMatchObject({ remain_quota: 0, status: 4 });
  expect((await edit(1000, 600)).data).toMatchObject({ remain_quota: 400, status: 1 });
  expect((await edit(100, 600)).data).toMatchObject({ remain_quota: 0 });
  expect(await entries(token.id)).toEqual([600, 400, -400]);
  expect(await edit(5, -Number.MAX_SAFE_INTEGER)).toMatchObject({
    success: false,
    extras: { code: 'quota_too_large' },
  });
});

test('without the displayed quota, the quota is set, as scripts do that refill tokens', async () => {
  const token = await made({ name: 'set', remain_quota: 600 });
  await spend(token.id, 600);
  const set = await alice.put<TokenResponse>('/api/token/', { ...token, remain_quota: 600 });
  expect(set.data).toMatchObject({ remain_quota: 600, status: 1 });
});

test('a stopped token is enabled only by the edit that removes the reason', async () => {
  const token = await made({ name: 'refunded', remain_quota: 0 });
  // A refund after the token was used up: the quota is back, the status is not.
  await gateway.sql('UPDATE tokens SET remain_quota = 50, status = 4 WHERE id = $1', [token.id]);
  const edit = async (change: object) =>
    (await alice.put<TokenResponse>('/api/token/', { id: token.id, ...change })).data.status;
  expect(await edit({ name: 'still stopped' })).toBe(4);
  expect(await edit({ remain_quota: 40, remain_quota_before: 50 })).toBe(4);
  expect(await edit({ expired_time: inAnHour() })).toBe(4);
  expect(await edit({ unlimited_quota: true })).toBe(1);
  await setStatus(token.id, 3);
  expect(await edit({ name: 'expired' })).toBe(3);
  expect(await edit({ expired_time: -1 })).toBe(1);
});

test('absent members stay as they are, and ignored ones are named', async () => {
  const limits = { model_limits_enabled: true, model_limits: 'gpt-4o', allow_ips: '10.0.0.0/8' };
  const token = await made({ name: 'limited', unlimited_quota: true, expired_time: inAnHour(), ...limits });
  const edited = await alice.put<TokenResponse>('/api/token/', { id: token.id, name: 'renamed' });
  expect(edited.data).toEqual({ ...token, name: 'renamed' });
  const whole = await alice.put<TokenResponse>('/api/token/', { ...token, status: 2, name: 'whole' });
  expect(whole.data).toEqual({ ...token, name: 'whole' });
  expect(whole.extras.ignored).toEqual(
    expect.arrayContaining(['user_id', 'key', 'status', 'created_time', 'accessed_time', 'used_quota']),
  );
  const switched = await alice.put('/api/token/?status_only=true', { id: token.id, status: 2, name: 'n' });
  expect(switched.extras.ignored).toEqual(['name']);
  const negative = { id: token.id, unlimited_quota: false, remain_quota: -1 };
  expect(await alice.put('/api/token/', negative)).toMatchObject({
    extras: { code: 'token_quota_negative' },
  });
});

test('what someone else changed meanwhile is reported and not overwritten', async () => {
  const token = await made({ name: 'shared', model_limits: 'a' });
  await alice.put('/api/token/', { id: token.id, model_limits: 'a,b', name: 'first' });
  const late = (change: object) => alice.put('/api/token/', { id: token.id, ...change });
  expect(await late({ model_limits: 'c', before: { model_limits: 'a' } })).toMatchObject({
    success: false,
    extras: { code: 'changed_meanwhile' },
    message: expect.stringContaining('model_limits'),
  });
  // Other members of the same row, and the value that is there already, are no conflict.
  expect((await late({ allow_ips: '10.0.0.1', before: { allow_ips: '' } })).success).toBe(true);
  expect((await late({ name: 'first', before: { name: 'shared' } })).success).toBe(true);
  expect((await alice.get<TokenResponse>(`/api/token/${token.id}`)).data).toMatchObject({
    name: 'first',
    model_limits: 'a,b',
    allow_ips: '10.0.0.1',
  });
});

test('a deleted token is gone from every list, and its row stays for the books', async () => {
  const token = await made({ name: 'deleted', remain_quota: 5 });
  expect((await alice.delete(`/api/token/${token.id}/`)).success).toBe(true);
  expect((await alice.get(`/api/token/${token.id}`)).message).toBe('令牌不存在');
  expect((await alice.get<TokenResponse[]>('/api/token/search?keyword=deleted')).data).toEqual([]);
  expect(await gateway.sql('SELECT id FROM tokens WHERE id = $1', [token.id])).toHaveLength(1);
});

test('the list counts pages from 0 and says how many there are', async () => {
  const carol = await gateway.user('carol');
  for (const name of ['one', 'two', 'three']) await carol.post('/api/token/', { name });
  const page = await carol.get<TokenResponse[]>('/api/token/?p=1&size=2');
  expect(page.data.map(({ name }) => name)).toEqual(['one']);
  expect(page.extras).toEqual({ total: 3 });
  expect((await carol.get<TokenResponse[]>('/api/token/?p=NaN&size=0')).data).toHaveLength(3);
});

test('search finds a part of the name and a part of the key, and takes no wildcards', async () => {
  const token = await made({ name: '100%_sure' });
  const find = async (query: string) =>
    (await alice.get<TokenResponse[]>(`/api/token/search?${query}`)).data.map(({ id }) => id);
  expect(await find('keyword=%25_SURE')).toEqual([token.id]);
  expect(await find('keyword=100__sure')).toEqual([]);
  expect(await find(`token=sk-${token.key.slice(5, 30)}`)).toEqual([token.id]);
  expect(await find(`keyword=other&token=${token.key}`)).toEqual([]);
});

test('the list and the search are limited to a status, with their totals; others are refused', async () => {
  const dora = await gateway.user('dora');
  for (const name of ['on', 'off', 'over', 'empty']) await dora.post('/api/token/', { name });
  await gateway.sql(
    `UPDATE tokens SET status = CASE name WHEN 'off' THEN 2 WHEN 'over' THEN 3 WHEN 'empty' THEN 4 ELSE 1 END
     WHERE user_id = $1`,
    [dora.id],
  );
  const list = async (query: string) => {
    const { data, extras } = await dora.get<TokenResponse[]>(`/api/token/${query}`);
    return [...data.map(({ name }) => name), `of ${String(extras.total)}`];
  };
  expect(await list('?p=0&size=10&status=3')).toEqual(['over', 'of 1']);
  expect(await list('?status=4')).toEqual(['empty', 'of 1']);
  expect(await list('?status=1&p=1')).toEqual(['of 1']);
  expect(await list('?status=')).toEqual(['empty', 'over', 'off', 'on', 'of 4']);
  expect(await list('search?keyword=o&status=2')).toEqual(['off', 'of 1']);
  const [{ key } = { key: '' }] = (await dora.get<TokenResponse[]>('/api/token/search?keyword=over')).data;
  expect(await list(`search?token=${key}&status=3`)).toEqual(['over', 'of 1']);
  expect(await list(`search?token=${key}&status=1`)).toEqual(['of 0']);
  for (const wrong of ['?status=5', 'search?keyword=o&status=on'])
    expect((await dora.get(`/api/token/${wrong}`)).message).toBe('输入不合法 status 取值不在允许范围内');
});

test('lists and searches are sorted; tokens that never expire are the last to do so', async () => {
  const eva = await gateway.user('eva');
  const now = Math.floor(Date.now() / 1000);
  for (const [name, hours] of [
    ['b', 2],
    ['c', undefined],
    ['a', 1],
    ['ab', 2],
  ] as const)
    await eva.post('/api/token/', { name, ...(hours && { expired_time: now + hours * 3600 }) });
  const names = async (path: string) => (await eva.get<TokenResponse[]>(path)).data.map(({ name }) => name);
  expect(await names('/api/token/?sort=name')).toEqual(['a', 'ab', 'b', 'c']);
  expect(await names('/api/token/?sort=expired_time')).toEqual(['a', 'b', 'ab', 'c']);
  expect(await names('/api/token/?sort=expired_time&descending=true&size=2&p=1')).toEqual(['b', 'a']);
  expect(await names('/api/token/search?keyword=a&token=&sort=name&descending=true')).toEqual(['ab', 'a']);
  const { items, total } = {
    items: await names('/api/token/?sort=id&size=1'),
    total: (await eva.get('/api/token/?sort=id&size=1')).extras.total,
  };
  expect({ items, total }).toEqual({ items: ['b'], total: 4 });
  expect((await eva.get('/api/token/?sort=key')).success).toBe(false);
});

test('lists say what each token was charged in the last seven days', async () => {
  const erin = await gateway.user('erin');
  for (const name of ['idle', 'busy']) await erin.post('/api/token/', { name });
  const { data: tokens } = await erin.get<TokenResponse[]>('/api/token/');
  const { id } = tokens.find(({ name }) => name === 'busy')!;
  const now = Math.floor(Date.now() / 1000);
  await gateway.sql(
    `INSERT INTO usage_hours (at, user_id, token_id, channel_id, model, group_name, requests, prompt_tokens, completion_tokens,
       cached_tokens, cache_write_tokens, quota, list_quota)
     SELECT $1::bigint - day * 86400, $2, $3, 1, 'm' || day, 'default', 1, 0, 0, 0, 0, quota, quota
     FROM (VALUES (0, 100), (6, 20), (8, 5000)) AS charged (day, quota)`,
    [now, erin.id, id],
  );
  const weeks = async (path: string) =>
    (await erin.get<TokenResponse[]>(path)).data.map((token) => [token.name, token.week_quota]);
  expect(await weeks('/api/token/')).toEqual([
    ['busy', 120],
    ['idle', 0],
  ]);
  expect(await weeks('/api/token/search?keyword=busy')).toEqual([['busy', 120]]);
  // Clients send the row back as they read it.
  const sent = { ...(await erin.get<TokenResponse[]>('/api/token/search?keyword=busy')).data[0]! };
  expect(await erin.put('/api/token/', sent)).toMatchObject({ success: true });
});

test('a bad id is refused', async () => {
  expect((await alice.get('/api/token/0')).message).toBe('id 或 userId 为空！');
  expect((await alice.get('/api/token/x')).message).toBe('id 或 userId 为空！');
});
