import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import request from 'supertest';
import { createApp } from '../../server/app.js';
import { OptionsService } from '../../server/options/options.service.js';
import { optionKeys } from '../../server/contract/options/index.js';
import { withoutConsole } from '../setup/fresh-databases.js';
import { Management, type Visitor } from '../setup/management.js';
import { until } from '../setup/until.js';

/** Options beyond those that databases of the reference hold. */
const OURS = [
  'AccentColor',
  'ReleaseAddress',
  'DefaultLanguage',
  'AutomaticRetryStatusCodes',
  'AutomaticDisableStatusCodes',
  'AlwaysIncludeStreamUsage',
  'AnswerCostEnabled',
  'StoreTranslatedResponses',
  'FirstTokenTimeout',
  'FirstByteTimeout',
  'FlatHoldEnabled',
  'PublicPriceListEnabled',
  'LargerContextModels',
  'QuotaErrorsAs429',
  'ErrorLogDays',
  'StatusPageEnabled',
  'AlertsEnabled',
  'AlertWindowMinutes',
  'AlertMinRequests',
  'AlertChannelSuccessPercent',
  'AlertSuccessPercent',
  'AlertFirstTokenSeconds',
  'AlertBalanceHours',
  'AlertJournalSeconds',
  'AlertQuietHours',
  'UsageEventsUrl',
  'AuditRetentionDays',
  'AuditStreamUrl',
  'general_setting.ping_before_content_seconds',
  'general_setting.ping_interval_enabled',
  'general_setting.ping_interval_seconds',
  'CreateCacheRatio',
  'AudioRatio',
  'AudioCompletionRatio',
  'AudioCacheRatio',
  'AudioTokensPerMinute',
  'ImageRatio',
  'ImageCompletionRatio',
  'ToolPrices',
  'ModelTiers',
  'ServiceTierRatio',
  'GroupGroupRatio',
  'AutoGroups',
  'DefaultUseAutoGroup',
  'claude.cache_translated_conversations',
  'gemini.thinking_adapter_enabled',
  'gemini.thinking_adapter_budget_tokens_percentage',
];

/** Secrets of ours, which are never listed. */
const OUR_SECRETS = [
  'UsageEventsSecret',
  'UsageEventsToken',
  'AuditStreamSecret',
  'AuditStreamToken',
] as const;

let gateway: Management;
let elsewhere: NestFastifyApplication;
let root: Visitor;
let admin: Visitor;

const put = (who: Visitor, key: string, value: unknown) => who.put('/api/option/', { key, value });
const stored = async (key: string) =>
  (await gateway.sql<{ value: string }>('SELECT value FROM options WHERE key = $1', [key]))[0]?.value;
const options = () => gateway.app.get(OptionsService);

/** Waits until the other process says what we expect; propagation is promised within 2 s. */
async function becomes<T>(read: () => T, expected: T): Promise<void> {
  await until(
    () => read() === expected,
    () => `${String(expected)} instead of ${String(read())}`,
  );
}

beforeAll(async () => {
  gateway = await Management.start();
  elsewhere = await createApp(withoutConsole);
  root = await gateway.root();
  await gateway.user('anna');
  await root.post('/api/user/manage', { id: 2, action: 'promote' });
  admin = await gateway.signIn('anna', 'password 1');
});
afterAll(async () => {
  await elsewhere.close();
  await gateway.close();
});

test('administrators see every option by key with its value in force, and no secret', async () => {
  const { data } = await admin.get<{ key: string; value: string }[]>('/api/option/');
  const keys = data.map(({ key }) => key);
  expect(optionKeys).toHaveLength(111 + OURS.length + OUR_SECRETS.length);
  expect(keys).toHaveLength(102 + OURS.length);
  expect(keys).toEqual(expect.arrayContaining(OURS));
  expect(keys).toEqual(keys.toSorted());
  for (const hidden of ['SMTPToken', 'oidc.client_secret', 'EpayKey', 'WorkerValidKey', ...OUR_SECRETS])
    expect(keys).not.toContain(hidden);
  const values = new Map(data.map(({ key, value }) => [key, value]));
  expect(values.get('TurnstileSiteKey')).toBe('');
  expect(values.get('QuotaPerUnit')).toBe('500000');
  const ratios: Record<string, number> = JSON.parse(values.get('ModelRatio') ?? '');
  expect(ratios['gpt-4o']).toBe(1.25);
});

test('ordinary users neither read nor write them', async () => {
  const bob = await gateway.user('bob');
  expect((await bob.get('/api/option/')).message).toBe('无权进行此操作，权限不足');
  expect((await put(bob, 'Notice', 'x')).message).toBe('无权进行此操作，权限不足');
});

test('a change is in force at once, here and in every other process', async () => {
  const there = elsewhere.get(OptionsService);
  const heard: string[][] = [];
  there.onChange(['SystemName', 'RetryTimes'], (keys) => heard.push([...keys]));
  expect((await put(admin, 'RetryTimes', 3)).success).toBe(true);
  expect(options().get('RetryTimes')).toBe(3);
  await becomes(() => there.get('RetryTimes'), 3);
  expect(heard).toEqual([['RetryTimes']]);
  expect((await put(admin, 'DataExportEnabled', false)).success).toBe(true);
  await becomes(() => there.get('DataExportEnabled'), false);
  expect((await request(elsewhere.getHttpServer()).get('/api/status')).body.data.enable_data_export).toBe(
    false,
  );
});

test('a value that someone else has changed meanwhile is not overwritten', async () => {
  const save = (value: unknown, before: string) =>
    root.put('/api/option/', { key: 'Footer', value, value_before: before });
  expect((await save('first', '')).success).toBe(true);
  expect(await save('second', '')).toMatchObject({
    success: false,
    extras: { code: 'changed_meanwhile', params: { fields: 'Footer' } },
  });
  // The value that is there already is no conflict.
  expect((await save('first', 'other')).success).toBe(true);
  const both = await Promise.all([save('a', 'first'), save('b', 'first')]);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  await put(root, 'Footer', '');
});

test('a row that vanishes brings the built-in value back', async () => {
  await put(admin, 'Footer', 'mine');
  await gateway.sql(`DELETE FROM options WHERE key = 'Footer'`);
  await options().reload();
  expect(options().text('Footer')).toBe('');
});

test('addresses lose the slashes at their end', async () => {
  expect((await put(root, 'ServerAddress', 'https://gateway.example//')).success).toBe(true);
  expect(options().text('ServerAddress')).toBe('https://gateway.example');
  await put(root, 'ServerAddress', '');
});

test('secrets are sealed at rest, readable inside, and cleared by an empty text', async () => {
  await put(root, 'SMTPToken', 'hunter2');
  expect(await stored('SMTPToken')).toMatch(/^v1:[0-9a-f]{8}:[\w-]+$/);
  expect(options().text('SMTPToken')).toBe('hunter2');
  await put(root, 'SMTPToken', '');
  expect(options().text('SMTPToken')).toBe('');
});

test.each([
  ['NoSuchOption', 'x', '没有名为 NoSuchOption 的设置项'],
  ['No such <b>', 'x', '没有名为 No?such??b? 的设置项'],
  ['', 'x', '无效的参数'],
  ['RetryTimes', '-1', '无效的参数：RetryTimes'],
  ['RetryTimes', '1.5', '无效的参数：RetryTimes'],
  ['RetryTimes', '3 times', '无效的参数：RetryTimes'],
  ['RetryTimes', '99999999999999999999', '无效的参数：RetryTimes'],
  ['Price', 'Infinity', '无效的参数：Price'],
  ['QuotaPerUnit', '0', '无效的参数：QuotaPerUnit'],
  ['QuotaPerUnit', '', '无效的参数：QuotaPerUnit'],
  ['MinTopUp', '1.5', '无效的参数：MinTopUp'],
  ['QuotaForNewUser', '-5', '无效的参数：QuotaForNewUser'],
  ['ModelRequestRateLimitSuccessCount', '0', '无效的参数：ModelRequestRateLimitSuccessCount'],
  ['LogConsumeEnabled', 'yes', '无效的参数：LogConsumeEnabled'],
  ['DataExportDefaultTime', 'minute', '无效的参数：DataExportDefaultTime'],
  ['ServerAddress', 'javascript:alert(1)', '无效的参数：ServerAddress'],
  ['ServerAddress', 'gateway.example', '无效的参数：ServerAddress'],
  ['Notice', 'a\0b', '无效的参数：Notice'],
  ['claude.thinking_adapter_budget_tokens_percentage', '0.05', '0.1-1之间的小数'],
  ['ModelRatio', '{"a":', '不是合法的 JSON 字符串'],
  ['ModelRatio', '', '不是合法的 JSON 字符串'],
  ['ModelRatio', '[]', '不是合法的 JSON 字符串'],
  ['ModelRatio', '{"a":"1"}', '不是合法的 JSON 字符串'],
  ['ModelRatio', '{"a":-1}', '不是合法的 JSON 字符串'],
  ['ModelRatio', '{"a":1e999}', '不是合法的 JSON 字符串'],
  ['Chats', '[{"a":"b","c":"d"}]', '不是合法的 JSON 字符串'],
  ['SensitiveWords', `a\n${'x'.repeat(501)}`, '每行一个条目，每个最多 500 个字符'],
  ['AutomaticDisableKeywords', 'x'.repeat(501), '每行一个条目，每个最多 500 个字符'],
])('%s = %j is refused with a status that consoles show, and not stored', async (key, value, message) => {
  expect(await put(root, key, value)).toMatchObject({ status: 400, success: false, message });
  const [{ count } = { count: 0 }] = await gateway.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM options WHERE key = $1 AND value = $2`,
    [key.replaceAll('\0', ''), value.replaceAll('\0', '')],
  );
  expect(count).toBe(0);
});

test.each([
  ['GroupRatio', '{"default":1,"vip":-0.5}', 'group ratio must be not less than 0: vip'],
  [
    'GitHubOAuthEnabled',
    true,
    '无法启用 GitHub OAuth，请先填入 GitHub Client Id 以及 GitHub Client Secret！',
  ],
  ['TelegramOAuthEnabled', 'true', '无法启用 Telegram OAuth，请先填入 Telegram Bot Token！'],
])('%s = %j is refused as in the compatible API, and not stored', async (key, value, message) => {
  const answer = await put(root, key, value);
  expect(answer).toMatchObject({ status: 200, success: false, message });
  const [{ count } = { count: 0 }] = await gateway.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM options WHERE key = $1 AND value = $2`,
    [key.replaceAll('\0', ''), String(value).replaceAll('\0', '')],
  );
  expect(count).toBe(0);
});

test('an emptied number field means 0 where 0 is a value, and an emptied switch is off', async () => {
  for (const key of ['RetryTimes', 'ChannelDisableThreshold', 'QuotaRemindThreshold', 'MinTopUp'] as const) {
    expect((await put(root, key, '')).success).toBe(true);
    expect([key, options().get(key), await stored(key)]).toEqual([key, 0, '0']);
  }
  expect((await put(root, 'MjNotifyEnabled', null)).success).toBe(true);
  expect(await stored('MjNotifyEnabled')).toBe('false');
  for (const key of ['RetryTimes', 'ChannelDisableThreshold', 'QuotaRemindThreshold', 'MinTopUp'])
    await gateway.sql('DELETE FROM options WHERE key = $1', [key]);
  await options().reload();
});

test('a form without the secret, which it is not shown, leaves the secret; any other option becomes empty', async () => {
  await put(root, 'WorkerValidKey', 'hunter2');
  for (const body of [{ key: 'WorkerValidKey' }, { key: 'WorkerValidKey', value: null }])
    expect(await root.put('/api/option/', body)).toMatchObject({ status: 200, success: true });
  expect(options().text('WorkerValidKey')).toBe('hunter2');
  for (const body of [{ key: 'Footer' }, { key: 'Footer', value: null }]) {
    await put(root, 'Footer', 'text');
    expect((await root.put('/api/option/', body)).success).toBe(true);
    expect(options().text('Footer')).toBe('');
  }
  expect(await put(admin, 'WorkerValidKey', undefined)).toMatchObject({ status: 403, success: false });
});

test('administrators change every option but those that are listed as the super administrator’s', async () => {
  const { data, extras } = await admin.get<{ key: string; value: string }[]>('/api/option/');
  const values = new Map(data.map(({ key, value }) => [key, value]));
  const { root_keys: rootKeys } = extras as { root_keys: string[] };
  for (const key of optionKeys) {
    const answer = await put(admin, key, values.get(key));
    const expected = rootKeys.includes(key)
      ? { status: 403, success: false, message: `该设置仅超级管理员可修改：${key}` }
      : { status: 200, success: true };
    expect([key, answer]).toEqual([key, expect.objectContaining(expected)]);
  }
  await gateway.sql('DELETE FROM options');
  await options().reload();
  // Secrets; where sign-in, mail and payment go; what browsers load. All others are open to administrators, registration and
  // the quota per US dollar included.
  expect(rootKeys.toSorted()).toEqual([
    'AuditRetentionDays',
    'AuditStreamSecret',
    'AuditStreamToken',
    'AuditStreamUrl',
    'ChatLink',
    'ChatLink2',
    'Chats',
    'CustomCallbackAddress',
    'EpayId',
    'EpayKey',
    'GitHubClientId',
    'GitHubClientSecret',
    'GitHubOAuthEnabled',
    'LinuxDOClientId',
    'LinuxDOClientSecret',
    'LinuxDOMinimumTrustLevel',
    'LinuxDOOAuthEnabled',
    'Logo',
    'PasswordLoginEnabled',
    'PayAddress',
    'ReleaseAddress',
    'SMTPAccount',
    'SMTPFrom',
    'SMTPPort',
    'SMTPSSLEnabled',
    'SMTPServer',
    'SMTPToken',
    'ServerAddress',
    'TelegramBotName',
    'TelegramBotToken',
    'TelegramOAuthEnabled',
    'TopUpLink',
    'TurnstileCheckEnabled',
    'TurnstileSecretKey',
    'TurnstileSiteKey',
    'UsageEventsSecret',
    'UsageEventsToken',
    'UsageEventsUrl',
    'WeChatAccountQRCodeImageURL',
    'WeChatAuthEnabled',
    'WeChatServerAddress',
    'WeChatServerToken',
    'WorkerUrl',
    'WorkerValidKey',
    'oidc.authorization_endpoint',
    'oidc.client_id',
    'oidc.client_secret',
    'oidc.enabled',
    'oidc.token_endpoint',
    'oidc.user_info_endpoint',
    'oidc.well_known',
  ]);
});

test('pages of text are any administrator’s; an address that they would load is the super administrator’s', async () => {
  for (const key of ['HomePageContent', 'About'] as const) {
    expect((await put(admin, key, '<b>https://example.com</b>')).success).toBe(true);
    for (const address of ['https://example.com', ' HTTP://example.com'])
      expect(await put(admin, key, address)).toMatchObject({
        status: 403,
        message: `仅超级管理员可填写外部网页地址：${key}`,
      });
    expect(options().text(key)).toBe('<b>https://example.com</b>');
    expect((await put(root, key, 'https://example.com')).success).toBe(true);
    expect((await put(admin, key, '')).success).toBe(true);
  }
});

test('the quota per US dollar is bounded, and what a change revalues is told to administrators', async () => {
  for (const value of ['0', '0.5', '-500000', '1000000001', '5e14'])
    expect(await put(admin, 'QuotaPerUnit', value)).toMatchObject({ success: false });
  expect(options().get('QuotaPerUnit')).toBe(500_000);
  const [users] = await gateway.sql<{ n: number; sum: number }>(
    'SELECT count(*)::int AS n, sum(quota)::float AS sum FROM users WHERE deleted_at IS NULL',
  );
  await root.post('/api/redemption/', { name: 'three', quota: 700, count: 3 });
  const { data } = await admin.get('/api/books/sums');
  expect(data).toEqual({ users: users!.n, balances: users!.sum, redemptionCodes: 3, redeemable: 2100 });
  await gateway.sql('DELETE FROM redemptions');
});

test('the address of the documentation is one that a browser may open', async () => {
  for (const value of ['javascript:alert(1)', 'data:text/html,x', 'docs', '//docs.example'])
    expect(await put(admin, 'general_setting.docs_link', value)).toMatchObject({ success: false });
  for (const value of ['https://docs.example/start', ''])
    expect(await put(admin, 'general_setting.docs_link', value)).toMatchObject({ success: true });
});

test('numbers, booleans and structures may come as JSON; nothing else may', async () => {
  await put(root, 'GroupRatio', { default: 1, vip: 0.5 });
  expect(await stored('GroupRatio')).toBe('{"default":1,"vip":0.5}');
  await put(root, 'Price', 7.25);
  expect(await stored('Price')).toBe('7.25');
  await put(root, 'claude.default_max_tokens', '{"claude-3":4096}');
  expect(JSON.parse((await stored('claude.default_max_tokens')) ?? '')).toEqual({
    default: 8192,
    'claude-3': 4096,
  });
  for (const body of [{ value: '1' }, []])
    expect(await root.put('/api/option/', body)).toMatchObject({ status: 400, message: '无效的参数' });
});

test('a switch goes on once what it needs is there', async () => {
  expect((await put(root, 'GitHubClientId', 'abc')).success).toBe(true);
  expect((await put(root, 'GitHubOAuthEnabled', true)).success).toBe(true);
  expect((await put(root, 'EmailDomainWhitelist', '')).success).toBe(true);
  expect((await put(root, 'EmailDomainRestrictionEnabled', true)).message).toBe(
    '无法启用邮箱域名限制，请先填入限制的邮箱域名！',
  );
});

test('a stored value that cannot be used counts as not stored', async () => {
  await gateway.sql(`INSERT INTO options VALUES ('QuotaRemindThreshold', 'many'), ('OfAnotherVersion', 'x')`);
  await options().reload();
  expect(options().get('QuotaRemindThreshold')).toBe(1000);
});

test('a feature that cannot use a value keeps no other from theirs', async () => {
  const seen: number[] = [];
  let fails = true;
  options().onChange(['RetryTimes'], () => {
    if (fails) throw new Error('cannot be used');
  });
  options().onChange(['RetryTimes'], () => seen.push(options().get('RetryTimes')));
  await gateway.sql(
    `INSERT INTO options VALUES ('RetryTimes', '7') ON CONFLICT (key) DO UPDATE SET value = '7'`,
  );
  await expect(options().reload()).rejects.toThrow('options RetryTimes cannot be used');
  expect(seen).toEqual([7]);
  fails = false;
});

test('every change is in the log with who, what and from what to what; secrets are not', async () => {
  await put(root, 'Notice', 'first');
  await put(root, 'Notice', 'second');
  await put(root, 'EpayKey', 'hunter2');
  const rows = await gateway.sql<{ type: number; user_id: number; content: string; other: string }>(
    'SELECT type, user_id, content, other FROM logs ORDER BY id DESC LIMIT 2',
  );
  expect(rows.map(({ other, ...row }) => ({ ...row, other: JSON.parse(other) }))).toEqual([
    {
      type: 3,
      user_id: 1,
      content: '管理员修改了设置 EpayKey',
      other: {
        admin_info: { admin_id: 1, admin_username: 'root' },
        option: { key: 'EpayKey', before: '', after: '***' },
        text: { code: 'option_changed', params: { key: 'EpayKey' } },
      },
    },
    {
      type: 3,
      user_id: 1,
      content: '管理员修改了设置 Notice',
      other: {
        admin_info: { admin_id: 1, admin_username: 'root' },
        option: { key: 'Notice', before: 'first', after: 'second' },
        text: { code: 'option_changed', params: { key: 'Notice' } },
      },
    },
  ]);
});

test('model ratios go back to the built-in table', async () => {
  await put(admin, 'ModelRatio', '{"gpt-4o":9}');
  expect(options().text('ModelRatio')).toBe('{"gpt-4o":9}');
  expect((await admin.post('/api/option/rest_model_ratio', {})).message).toBe('重置模型倍率成功');
  expect(JSON.parse(options().text('ModelRatio'))['gpt-4o']).toBe(1.25);
});

test('the pages anyone may read', async () => {
  await put(admin, 'About', '<b>about</b>');
  for (const [path, text] of [
    ['/api/about', '<b>about</b>'],
    ['/api/home_page_content', ''],
    ['/api/notice', 'second'],
  ] as const)
    expect((await request(gateway.app.getHttpServer()).get(path)).body).toEqual({
      success: true,
      message: '',
      data: text,
    });
});
