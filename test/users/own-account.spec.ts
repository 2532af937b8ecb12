import { Vault } from '../../server/core/crypto.js';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let root: Visitor;
let bob: Visitor;

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
  root = await gateway.root();
  bob = await gateway.user('bob');
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway.close();
});

const setting = async () => {
  const { data } = await bob.get<{ setting: string }>('/api/user/self');
  return JSON.parse(data.setting) as unknown;
};
const email = { notify_type: 'email', quota_warning_threshold: 500_000 };
const webhook = { ...email, notify_type: 'webhook' };

test('settings are replaced whole, with only what the chosen kind of notice needs', async () => {
  const full = {
    webhook_url: 'https://example.com/hook',
    webhook_secret: 'a secret',
    notification_email: 'bob@example.com',
    accept_unset_model_ratio_model: true,
  };
  const answer = await bob.put('/api/user/setting', { ...webhook, ...full });
  expect(answer).toMatchObject({ success: true, message: '设置已更新', data: null });
  expect(await setting()).toEqual({
    ...webhook,
    accept_unset_model_ratio_model: true,
    webhook_url: 'https://example.com/hook',
    webhook_secret: '****',
  });
  await bob.put('/api/user/setting', { ...email, ...full, accept_unset_model_ratio_model: false });
  expect(await setting()).toEqual({
    ...email,
    accept_unset_model_ratio_model: false,
    notification_email: 'bob@example.com',
  });
  await bob.put('/api/user/setting', { ...webhook, webhook_url: 'https://example.com' });
  expect(await setting()).toEqual({
    ...webhook,
    accept_unset_model_ratio_model: false,
    webhook_url: 'https://example.com',
  });
});

test('settings that are absent stay, where the kind of notice needs no others', async () => {
  const full = { notification_email: 'bob@example.com', accept_unset_model_ratio_model: true };
  await bob.put('/api/user/setting', { ...email, ...full });
  await bob.put('/api/user/setting', { ...email, quota_warning_threshold: 5 });
  expect(await setting()).toEqual({ ...email, ...full, quota_warning_threshold: 5 });
  await bob.put('/api/user/setting', {
    ...email,
    notification_email: '',
    accept_unset_model_ratio_model: false,
  });
  expect(await setting()).toEqual({ ...email, accept_unset_model_ratio_model: false });
});

test('the language of mails and notices is chosen alone or with the settings, and stays otherwise', async () => {
  const choose = (body: object) => bob.put('/api/user/self', body);
  await bob.put('/api/user/setting', email);
  expect(await choose({ language: 'en' })).toMatchObject({ success: true });
  expect(await setting()).toMatchObject({ ...email, language: 'en' });
  await bob.put('/api/user/setting', { ...email, quota_warning_threshold: 6 });
  await choose({ display_name: 'Bob' });
  expect(await setting()).toMatchObject({ quota_warning_threshold: 6, language: 'en' });
  for (const path of ['/api/user/self', '/api/user/setting'])
    expect(await bob.put(path, { ...(path.endsWith('setting') && email), language: 'xx' })).toMatchObject({
      success: false,
      extras: { code: 'invalid_input', params: { field: 'language' } },
    });
  await bob.put('/api/user/setting', { ...email, language: 'zh' });
  expect(await setting()).toMatchObject({ language: 'zh' });
  await choose({ language: '' });
  expect(await setting()).not.toHaveProperty('language');
});

test('the secret of a webhook is sealed, answered to nobody, and kept when a save leaves it empty', async () => {
  const url = { webhook_url: 'https://example.com' };
  const vault = gateway.app.get(Vault);
  const stored = async () => {
    const [row] = await gateway.sql<{ setting: string }>('SELECT setting FROM users WHERE id = $1', [bob.id]);
    const { webhook_secret: sealed }: { webhook_secret?: string } = JSON.parse(row!.setting);
    return { text: row!.setting, secret: sealed === undefined ? undefined : vault.open(sealed) };
  };
  await bob.put('/api/user/setting', { ...webhook, ...url, webhook_secret: 'wh-secret' });
  expect((await stored()).secret).toBe('wh-secret');
  expect((await stored()).text).not.toContain('wh-secret');
  await bob.put('/api/user/setting', { ...webhook, ...url, webhook_secret: '' });
  expect((await stored()).secret).toBe('wh-secret');
  expect(JSON.stringify(await bob.get('/api/user/self'))).not.toContain('wh-secret');
  expect(await setting()).toMatchObject({ webhook_secret: '****' });
  await bob.put('/api/user/setting', { ...webhook, ...url, webhook_secret: '****' });
  expect((await stored()).secret).toBe('wh-secret');
  await gateway.sql('UPDATE users SET setting = $2 WHERE id = $1', [
    bob.id,
    JSON.stringify({ ...webhook, ...url, webhook_secret: 'imported' }),
  ]);
  expect(JSON.stringify(await bob.get('/api/user/self'))).not.toContain('imported');
  await bob.put('/api/user/setting', { ...webhook, ...url });
  expect(await stored()).toEqual({ text: expect.not.stringContaining('imported'), secret: 'imported' });
  await bob.put('/api/user/setting', email);
  expect((await stored()).secret).toBeUndefined();
});

test('a changed address needs the secret again, so that a stored one is never sent to another address', async () => {
  const vault = gateway.app.get(Vault);
  const stored = async () => {
    const [row] = await gateway.sql<{ setting: string }>('SELECT setting FROM users WHERE id = $1', [bob.id]);
    const { webhook_secret, gotify_token, ...rest } = JSON.parse(row!.setting) as Record<string, string>;
    return { ...rest, secret: vault.open(webhook_secret ?? gotify_token ?? '') };
  };
  const save = (body: object) => bob.put('/api/user/setting', body);
  const again = (field: string) => ({
    success: false,
    extras: { code: 'notice_secret_again', params: { field } },
  });
  await save({ ...webhook, webhook_url: 'https://a.example', webhook_secret: ' wh-secret' });
  for (const secret of [undefined, '', '****']) {
    const moved = { ...webhook, webhook_url: 'https://b.example', webhook_secret: secret };
    expect(await save(moved)).toMatchObject(again('webhook_secret'));
  }
  expect(await stored()).toMatchObject({ webhook_url: 'https://a.example', secret: ' wh-secret' });
  expect(await save({ ...webhook, webhook_url: ' https://a.example ' })).toMatchObject({ success: true });
  await save({ ...webhook, webhook_url: 'https://b.example', webhook_secret: 'another' });
  expect(await stored()).toMatchObject({ webhook_url: 'https://b.example', secret: 'another' });
  await save({ ...webhook, webhook_url: 'https://c.example', remove: ['webhook_secret'] });
  expect(await stored()).toMatchObject({ webhook_url: 'https://c.example', secret: '' });

  const gotify = { ...email, notify_type: 'gotify', gotify_url: 'https://a.example' };
  await save({ ...gotify, gotify_token: 'token-1', gotify_priority: 8 });
  expect(await save({ ...gotify, gotify_url: 'https://b.example' })).toMatchObject(again('gotify_token'));
  expect((await save({ ...gotify, remove: ['gotify_token'] })).success).toBe(false);
  expect(await stored()).toMatchObject({ gotify_priority: 8, secret: 'token-1' });

  const robot = 'https://oapi.dingtalk.com/robot/send?access_token=';
  const dingtalk = { ...email, notify_type: 'dingtalk', dingtalk_webhook_url: `${robot}1` };
  await save({ ...dingtalk, dingtalk_secret: 'SEC1' });
  expect(await save(dingtalk)).toMatchObject({ success: true });
  expect(await save({ ...dingtalk, dingtalk_webhook_url: '' })).toMatchObject({ success: true });
  expect(await save({ ...dingtalk, dingtalk_webhook_url: `${robot}2` })).toMatchObject(
    again('dingtalk_secret'),
  );
});

test('an optional setting is removed by its name: a secret, or a number whose default then applies', async () => {
  const url = { webhook_url: 'https://example.com' };
  await bob.put('/api/user/setting', { ...webhook, ...url, webhook_secret: 'wh-secret' });
  await bob.put('/api/user/setting', { ...webhook, ...url, remove: ['webhook_secret'] });
  expect(await setting()).not.toHaveProperty('webhook_secret');
  const gotify = {
    ...email,
    notify_type: 'gotify',
    gotify_url: 'https://a.example',
    gotify_token: 'token-1',
  };
  await bob.put('/api/user/setting', { ...gotify, gotify_priority: 8 });
  await bob.put('/api/user/setting', gotify);
  expect(await setting()).toMatchObject({ gotify_priority: 8 });
  await bob.put('/api/user/setting', { ...gotify, remove: ['gotify_priority'] });
  expect(await setting()).not.toHaveProperty('gotify_priority');
});

test.each([
  [{ ...email, notify_type: 'pigeon' }, '无效的预警类型'],
  [{ quota_warning_threshold: 1 }, '无效的预警类型'],
  [{ ...email, quota_warning_threshold: 0 }, '预警阈值必须大于0'],
  [{ notify_type: 'email' }, '预警阈值必须大于0'],
  [{ ...email, quota_warning_threshold: '5' }, '无效的参数：quota_warning_threshold 应为数字'],
  [webhook, 'Webhook地址不能为空'],
  [{ ...webhook, webhook_url: 'nowhere' }, '无效的Webhook地址'],
  [{ ...webhook, webhook_url: 'http://example.com/hook' }, 'Webhook地址必须以https://开头'],
  [{ ...webhook, webhook_url: 'ftp://example.com/hook' }, 'Webhook地址必须以https://开头'],
  [{ ...email, notification_email: 'bob' }, '无效的邮箱地址'],
  [{ ...email, notification_email: 'bob@example.com;eve@example.com' }, '无效的邮箱地址'],
])('the settings %j are refused and nothing changes', async (body, message) => {
  const before = await setting();
  expect(await bob.put('/api/user/setting', body)).toMatchObject({ success: false, message });
  expect(await setting()).toEqual(before);
});

test('a role that comes with the settings is ignored, and named', async () => {
  expect(await bob.put('/api/user/setting', { ...email, role: 100 })).toMatchObject({
    success: true,
    extras: { ignored: ['role'] },
  });
  expect((await bob.get('/api/user/self')).data).toMatchObject({ role: 1 });
});

test('administrators see nobody’s settings, not even through search', async () => {
  await bob.put('/api/user/setting', {
    ...webhook,
    webhook_url: 'https://example.com',
    webhook_secret: 's3cret',
  });
  const seen = await Promise.all([
    root.get(`/api/user/${bob.id}`),
    root.get('/api/user/'),
    root.get('/api/user/search?keyword=bob'),
  ]);
  expect(JSON.stringify(seen)).not.toContain('s3cret');
});

test('the literal $I_LOVE_U is a password like any other', async () => {
  await gateway.user('lover');
  const lover = await gateway.signIn('lover', 'password 1');
  expect((await lover.put('/api/user/self', { password: '$I_LOVE_U' })).success).toBe(true);
  await gateway.signIn('lover', '$I_LOVE_U');
});

test('a new name is no address and no longer than twelve; a longer one from elsewhere may stay', async () => {
  const elsa = await gateway.user('elsa');
  const name = 'elsa-from-somewhere-else';
  await gateway.sql('UPDATE users SET username = $2 WHERE id = $1', [elsa.id, name]);
  expect((await elsa.put('/api/user/self', { username: name, display_name: 'E' })).success).toBe(true);
  expect((await root.put('/api/user/', { id: elsa.id, username: name, display_name: 'F' })).success).toBe(
    true,
  );
  for (const change of [
    (username: string) => elsa.put('/api/user/self', { username }),
    (username: string) => root.put('/api/user/', { id: elsa.id, username }),
    (username: string) => root.post('/api/user/', { username, password: 'password 1' }),
  ]) {
    expect((await change('a@b.example')).message).toBe('输入不合法 username 不能包含 @');
    expect((await change('thirteen long')).message).toBe('输入不合法 username 长度不能超过 12 个字符');
  }
});

test('who deletes the own account is gone at once: sessions, access token, keys; the name stays taken', async () => {
  const gone = await gateway.user('gone');
  const elsewhere = await gateway.signIn('gone', 'password 1');
  await gone.post('/api/token/', { name: 'a key', remain_quota: 5, expired_time: -1, unlimited_quota: true });
  const [token] = (await gone.get<{ key: string }[]>('/api/token/')).data;
  const access = (await gone.get<string>('/api/user/token')).data;
  const models = () =>
    fetch(`${address}/v1/models`, { headers: { authorization: `Bearer sk-${token?.key}` } });
  const address = await gateway.app.getUrl();
  expect((await models()).status).toBe(200);

  expect(await gone.delete('/api/user/self')).toMatchObject({ success: true, data: null });
  expect((await gone.get('/api/user/self')).status).toBe(401);
  expect((await elsewhere.get('/api/user/self')).status).toBe(401);
  const byToken = await fetch(`${address}/api/user/self`, {
    headers: { authorization: access, 'new-api-user': String(gone.id) },
  });
  expect(await byToken.json()).toMatchObject({ message: '无权进行此操作，access token 无效' });
  const refused = await models();
  expect([401, 403]).toContain(refused.status);
  await expect(gateway.signIn('gone', 'password 1')).rejects.toThrow('用户名或密码错误，或用户已被封禁');
  expect((await root.post('/api/user/', { username: 'gone', password: 'password 1' })).message).toBe(
    '用户名已存在',
  );
});

test('the super administrator cannot leave', async () => {
  expect((await root.delete('/api/user/self')).message).toBe('不能删除超级管理员账户');
  expect((await root.get('/api/user/self')).success).toBe(true);
});
