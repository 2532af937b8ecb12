/** Access levels of routes. `docs` is a session of an administrator, `key` an API key. */
export type Level = 'public' | 'optional' | 'session' | 'docs' | 'user' | 'admin' | 'root' | 'key';

/** One management route. */
export interface Row {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As the document writes it. */
  readonly path: string;
  readonly level: Level;
  /** A body the schema accepts, from which the fuzzer makes bad ones. Its refusal, or its effect, must do no harm. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** What a route of the relay's own scope cannot say by decorators. */
  readonly relay?: true;
}

/** A stranger to every table. */
const NOBODY = 999_999;

const get = (level: Level, ...paths: string[]): Row[] =>
  paths.map((path) => ({ method: 'GET', path, level }));
const remove = (level: Level, ...paths: string[]): Row[] =>
  paths.map((path) => ({ method: 'DELETE', path, level }));
const post = (level: Level, path: string, body: Row['body'] = {}): Row => ({
  method: 'POST',
  path,
  level,
  body,
});
const put = (level: Level, path: string, body: Row['body'] = {}): Row => ({
  method: 'PUT',
  path,
  level,
  body,
});

const PASSWORD = 'password 1';
const TEXT = 'text';

const TOKEN = {
  name: TEXT,
  expired_time: -1,
  remain_quota: 1,
  unlimited_quota: false,
  model_limits_enabled: false,
  model_limits: '',
  allow_ips: '',
  group: '',
};

const CHANNEL = {
  type: 1,
  name: TEXT,
  key: TEXT,
  models: 'gpt-4o',
  group: 'default',
  base_url: 'http://127.0.0.1:1',
  model_mapping: '{}',
  status_code_mapping: '{}',
  param_override: '{}',
  setting: '{}',
  other: '',
  priority: 0,
  weight: 0,
  auto_ban: 1,
  tag: TEXT,
};

const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
const ASSERTION = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
};
const ATTESTATION = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: ['internal'] },
};

/** All management routes: those of the compatible API, then Tollgate's own. */
export const rows: readonly Row[] = [
  // 4.1, 4.2
  ...get(
    'public',
    '/api/setup',
    '/api/status',
    '/api/status/uptime',
    '/api/notice',
    '/api/about',
    '/api/home_page_content',
  ),
  post('public', '/api/setup', {
    username: 'somebody',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    SelfUseModeEnabled: false,
    DemoSiteEnabled: false,
  }),
  ...get('admin', '/api/status/test', '/api/status/release'),

  // 4.3
  ...get('optional', '/api/verification'),
  ...get('public', '/api/reset_password', '/api/user/logout'),
  post('public', '/api/user/reset', { email: 'nobody@example.com', token: TEXT }),
  post('optional', '/api/user/register', {
    username: 'somebody',
    password: PASSWORD,
    email: '',
    aff_code: '',
  }),
  post('public', '/api/user/login', { username: 'somebody', password: PASSWORD }),
  post('public', '/api/user/login/2fa', { code: '000000' }),
  post('public', '/api/user/login/2fa/passkey'),
  post('public', '/api/user/passkey/login/begin'),
  post('public', '/api/user/passkey/login/finish', ASSERTION),

  // 4.4
  ...get('optional', '/api/oauth/state', '/api/oauth/github', '/api/oauth/oidc', '/api/oauth/linuxdo'),
  ...get('public', '/api/oauth/wechat', '/api/oauth/telegram/login'),
  ...get('session', '/api/oauth/wechat/bind', '/api/oauth/email/bind', '/api/oauth/telegram/bind'),
  post('session', '/api/oauth/email/bind', { email: 'nobody@example.com', code: '000000' }),

  // 4.5, 4.7
  ...get('optional', '/api/user/groups'),
  ...get(
    'user',
    '/api/user/self',
    '/api/user/self/groups',
    '/api/user/models',
    '/api/user/token',
    '/api/user/aff',
    '/api/user/sessions',
    '/api/user/setting/channels',
  ),
  ...get('session', '/api/user/confirm'),
  post('session', '/api/user/confirm', { password: PASSWORD }),
  ...remove('user', '/api/user/sessions', '/api/user/sessions/{session}'),
  ...get('user', '/api/user/2fa/status', '/api/user/passkey'),
  post('user', '/api/user/2fa/setup', { original_password: PASSWORD }),
  post('user', '/api/user/2fa/enable', { code: '000000' }),
  post('user', '/api/user/2fa/disable', { code: '000000', original_password: PASSWORD }),
  post('user', '/api/user/2fa/backup_codes', { recovery_code: 'abcde-fghij' }),
  post('user', '/api/user/passkey/register/begin', { name: TEXT, original_password: PASSWORD }),
  post('user', '/api/user/passkey/register/finish', ATTESTATION),
  post('user', '/api/user/passkey/verify/begin'),
  ...remove('user', '/api/user/passkey/{id}'),
  ...remove('admin', '/api/user/{id}/2fa'),
  put('user', '/api/user/self', { display_name: TEXT, password: '', original_password: '', email: '' }),
  ...remove('user', '/api/user/self'),
  put('user', '/api/user/setting', {
    notify_type: 'webhook',
    quota_warning_threshold: 1,
    webhook_url: 'https://example.com/hook',
    webhook_secret: TEXT,
    notification_email: '',
    accept_unset_model_ratio_model: false,
  }),
  post('user', '/api/user/setting/test'),
  post('user', '/api/user/aff_transfer', { quota: 500_000 }),

  // 4.11
  post('user', '/api/user/topup', { key: '0'.repeat(32) }),
  post('user', '/api/user/pay', { amount: 1, payment_method: 'zfb', top_up_code: '' }),
  post('user', '/api/user/amount', { amount: 1, top_up_code: '' }),
  ...get('public', '/api/user/epay/notify'),

  // 4.6
  ...get('admin', '/api/user', '/api/user/search', '/api/user/{id}'),
  post('admin', '/api/user', { username: 'somebody', password: PASSWORD, display_name: TEXT, role: 1 }),
  put('admin', '/api/user', {
    id: NOBODY,
    username: 'somebody',
    display_name: TEXT,
    password: '',
    group: 'default',
    quota: 1,
    quota_before: 0,
    role: 1,
  }),
  post('admin', '/api/user/manage', { id: NOBODY, action: 'disable' }),
  ...remove('admin', '/api/user/{id}'),

  // 4.16, 4.7
  ...get('admin', '/api/option', '/api/group'),
  put('admin', '/api/option', { key: 'RetryTimes', value: '1' }),
  post('admin', '/api/option/rest_model_ratio'),
  post('root', '/api/option/check', { service: 'oidc' }),
  post('root', '/api/group/move', { from: 'retired', to: 'default' }),
  ...get('root', '/api/import', '/api/import/{id}', '/api/import/{id}/balances'),
  post('root', '/api/import', { upload: '00000000-0000-4000-8000-000000000000', dry_run: true }),
  post('root', '/api/import/upload'),
  ...remove('root', '/api/import/upload/{id}'),
  post('root', '/api/import/{id}/cancel'),
  post('user', '/api/costs/query', {
    from: 1_790_000_000,
    to: 1_790_086_400,
    by: 'model',
    then_by: 'day',
    time_zone: 'UTC',
    filters: { model: [TEXT], token: [1] },
  }),
  ...get('user', '/api/costs/proof', '/api/data/self/chart'),
  ...get('admin', '/api/costs/prices', '/api/data/chart'),
  post('admin', '/api/costs/prices', {
    channel_id: NOBODY,
    model: TEXT,
    from: 1,
    kind: 'tokens',
    ratio: 1,
    input: 1,
    output: 1,
    cached: 1,
    cache_write: 1,
    call: 1,
  }),
  ...remove('admin', '/api/costs/prices/{id}'),
  post('admin', '/api/alerts/mute', { rule: 'channel_failing', channel_id: 1, minutes: 1 }),
  ...get('admin', '/api/invitation'),
  post('admin', '/api/invitation', { email: 'someone@example.com', role: 1, group: 'default', quota: 1 }),
  ...remove('admin', '/api/invitation/{id}'),
  ...get('admin', '/api/admin-key'),
  post('admin', '/api/admin-key', { name: TEXT, scopes: ['read'], days: 1, allow_ips: '' }),
  ...remove('admin', '/api/admin-key/{id}'),
  post('public', '/api/invitation/read', { token: TEXT }),
  post('public', '/api/invitation/accept', { token: TEXT, username: TEXT, password: PASSWORD }),
  ...get('user', '/api/views'),
  put('user', '/api/views', { page: 'costs', views: [{ name: TEXT, query: TEXT, default: false }] }),
  ...remove('user', '/api/views'),
  put('admin', '/api/alerts/rule', { rule: 'channel_failing', notify: ['account'] }),
  put('root', '/api/alerts/target', { notify_type: 'webhook', webhook_url: 'https://hook.example/in' }),
  ...remove('root', '/api/alerts/target'),
  post('root', '/api/alerts/target/test', { notify_type: 'webhook' }),

  // 4.9
  ...get(
    'admin',
    '/api/channel',
    '/api/channel/search',
    '/api/channel/health',
    '/api/overview',
    '/api/overview/stream',
    '/api/alerts',
    '/api/channel/models',
    '/api/channel/models_enabled',
    '/api/channel/types',
    '/api/channel/{id}',
    '/api/channel/{id}/upstream_prices',
    '/api/channel/test',
    '/api/channel/test/status',
    '/api/channel/test/{id}',
    '/api/channel/update_balance',
    '/api/channel/update_balance/status',
    '/api/channel/update_balance/{id}',
    '/api/channel/fetch_models/{id}',
    '/api/channel/{id}/keys',
    '/api/channel/{id}/report',
  ),
  post('admin', '/api/channel', CHANNEL),
  put('admin', '/api/channel', { ...CHANNEL, id: NOBODY, status: 1 }),
  ...remove('admin', '/api/channel/{id}', '/api/channel/disabled'),
  post('admin', '/api/channel/batch', { ids: [NOBODY] }),
  put('admin', '/api/channel/batch', { changes: [{ ids: [NOBODY], priority: 1 }] }),
  post('admin', '/api/channel/batch/tag', { ids: [NOBODY], tag: TEXT }),
  post('admin', '/api/channel/drain', { ids: [NOBODY], minutes: 5 }),
  post('admin', '/api/channel/fix'),
  post('admin', '/api/channel/{id}/keys/{index}/enable'),
  post('admin', '/api/channel/fetch_models', { base_url: 'http://127.0.0.1:1', type: 1, key: TEXT }),
  post('admin', '/api/channel/recognise', { base_url: 'http://127.0.0.1:1', key: TEXT, probe: true }),
  post('admin', '/api/channel/test', { type: 1, key: TEXT, base_url: 'http://127.0.0.1:1' }),
  post('admin', '/api/channel/tested', CHANNEL),
  post('admin', '/api/channel/tag/enabled', { tag: TEXT }),
  post('admin', '/api/channel/tag/disabled', { tag: TEXT }),
  put('admin', '/api/channel/tag', {
    tag: TEXT,
    new_tag: TEXT,
    model_mapping: '{}',
    models: 'gpt-4o',
    groups: 'default',
    priority: 0,
    weight: 0,
  }),

  // 4.8
  ...get('user', '/api/token', '/api/token/search', '/api/token/{id}'),
  post('user', '/api/token', TOKEN),
  put('user', '/api/token', { ...TOKEN, id: NOBODY, status: 1 }),
  ...remove('user', '/api/token/{id}'),

  // 4.10
  ...get('admin', '/api/redemption', '/api/redemption/search', '/api/redemption/{id}'),
  ...get('admin', '/api/redemption/campaigns'),
  put('admin', '/api/redemption/campaigns', { name: TEXT, action: 'disable' }),
  post('admin', '/api/redemption', { name: TEXT, quota: 1, count: 1 }),
  put('admin', '/api/redemption', { id: NOBODY, name: TEXT, quota: 1, status: 1 }),
  ...remove('admin', '/api/redemption/{id}'),

  // 4.12, 4.13, 4.14
  ...get('admin', '/api/log', '/api/log/stat', '/api/log/search', '/api/data', '/api/mj', '/api/task'),
  ...get('admin', '/api/task/running'),
  post('admin', '/api/task/{id}/cancel', { reason: TEXT }),
  post('admin', '/api/mj/{id}/cancel', { reason: TEXT }),
  ...remove('root', '/api/log'),
  ...get('admin', '/api/audit', '/api/audit/export', '/api/audit/state'),
  post('root', '/api/audit/stream/retry'),
  ...get(
    'user',
    '/api/log/self',
    '/api/log/self/stat',
    '/api/log/self/search',
    '/api/log/{id}/receipt',
    '/api/data/self',
    '/api/overview/self',
    '/api/overview/self/stream',
    '/api/search',
    '/api/onboarding',
    '/api/mj/self',
    '/api/task/self',
  ),
  ...get('public', '/api/log/token'),

  // 4.15, 4.17
  ...get('optional', '/api/pricing'),
  ...get(
    'admin',
    '/api/prices/history',
    '/api/prices/history/operations',
    '/api/prices/history/latest',
    '/api/prices/comparison',
  ),
  put('admin', '/api/prices', { changes: [{ model: 'gpt-4o', price: { ModelRatio: 1.25 } }] }),
  post('admin', '/api/prices/undo', { operation: '00000000-0000-4000-8000-000000000000' }),
  ...get('user', '/api/models'),
  ...get(
    'key',
    '/dashboard/billing/subscription',
    '/dashboard/billing/usage',
    '/v1/dashboard/billing/subscription',
    '/v1/dashboard/billing/usage',
  ),
  ...get('key', '/v1/models', '/v1/models/{model}').map((row): Row => ({ ...row, relay: true })),

  // Ours
  post('public', '/api/user/epay/notify'),
  post('user', '/api/user/token'),
  post('user', '/api/token/{id}/key', { overlap_hours: 1 }),
  ...remove('user', '/api/token/{id}/former-key'),
  post('user', '/api/token/{id}/reveal'),
  post('admin', '/api/log/{id}/refund', { quota: 1, reason: TEXT }),
  ...get('admin', '/api/user-tokens'),
  post('admin', '/api/user-tokens/find', { key: 'sk-unknown' }),
  post('admin', '/api/user-tokens/manage', { id: NOBODY, action: 'disable' }),
  post('admin', '/api/pricing/task', { usd: 0.1, seconds: 5, ratios: [1.5], group_ratio: 1 }),
  ...get('root', '/api/books'),
  ...get('admin', '/api/books/sums'),
  ...get('user', '/api/user/credits'),
  ...get('public', '/api/notices'),
  ...remove('admin', '/api/notices/{id}'),
  ...get('admin', '/api/books/write-offs'),
  ...get('admin', '/api/books/unread-usage'),
  ...get('root', '/api/usage-events'),
  post('root', '/api/usage-events/retry'),
  ...get(
    'public',
    '/livez',
    '/healthz',
    '/readyz',
    '/api/health/live',
    '/api/health/ready',
    '/api/openapi.json',
  ),
  ...get('docs', '/api/docs', '/api/docs/{file}'),
];

/** The row's address with its parameters filled in: ids of nobody. */
export function addressOf({ path }: Row): string {
  return path
    .replace('{model}', 'no-such-model')
    .replace('{file}', 'start.js')
    .replace(/\{\w+\}/g, String(NOBODY));
}
