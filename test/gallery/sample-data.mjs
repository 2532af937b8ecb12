import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = { username: 'root', password: '123456' };
const USER = { username: 'alice', password: 'of alice 1234' };
/** Has done nothing yet: what lists say when there is nothing. */
const NEWCOMER = { username: 'caroline', password: 'of caroline 1234' };
const MODELS = ['gpt-4o', 'gpt-4o-mini', 'deepseek-chat', 'gpt-4.1', 'o3-mini'];
const REQUESTS = 40;

const CHANNELS = [
  { type: 1, name: 'OpenAI main', models: 'gpt-4o,gpt-4o-mini,gpt-4.1,o3-mini', tag: 'openai', priority: 10 },
  { type: 1, name: 'OpenAI reserve', models: 'gpt-4o,gpt-4o-mini,gpt-4.1', tag: 'openai', weight: 3 },
  { type: 43, name: 'DeepSeek', models: 'deepseek-chat', group: 'default,vip' },
  { type: 14, name: 'Anthropic', models: 'claude-3-7-sonnet-20250219', status: 2 },
  {
    type: 3,
    name: 'Azure, Sweden Central, reserved for the translation department',
    models: 'gpt-4o,gpt-4o-audio-preview-2024-12-17,text-embedding-3-large',
    other: '2024-12-01-preview',
    tag: 'azure',
    group: 'default,vip,svip',
    priority: -5,
  },
];

const TOKENS = [
  { name: 'production', unlimited_quota: true },
  { name: 'laptop', unlimited_quota: false, remain_quota: 500_000 },
];
const IDLE_TOKENS = [
  {
    name: 'nightly-translation-batch-eu',
    remain_quota: 50_000,
    model_limits_enabled: true,
    model_limits: 'gpt-4o-mini',
    allow_ips: '10.0.0.0/8',
  },
  { name: 'trial', remain_quota: 12_345_678, expired_time: Math.floor(Date.now() / 1000) + 36 * 3600 },
];

const ADMIN_KEYS = [
  ['Terraform', ['channels', 'settings'], '10.0.0.0/8'],
  ['Dashboard of the operations team', ['read'], ''],
];

const OPTIONS = {
  DrawingEnabled: 'true',
  TaskEnabled: 'true',
  DataExportEnabled: 'true',
  Chats: JSON.stringify([
    { 'ChatGPT Next': 'https://chat.example.com/#/?settings={"key":"{key}","url":"{address}"}' },
    { OpenCat: 'opencat://team/join?domain={address}&token={key}' },
  ]),
};

/** Puts people, channels, tokens and traffic into an empty installation. */
export async function addSampleData(url, upstream) {
  const root = await signIn(url, ROOT);
  for (const channel of CHANNELS)
    await root('POST', '/api/channel/', { group: 'default', key: 'sk-up', base_url: upstream, ...channel });
  for (const [key, value] of Object.entries(OPTIONS)) await root('PUT', '/api/option/', { key, value });
  for (const username of ['alice', 'bob', 'caroline'])
    await root('POST', '/api/user/', { username, password: `of ${username} 1234`, display_name: username });
  for (const id of [1, 2])
    await root('PUT', '/api/user/', { id, username: id === 1 ? 'root' : 'alice', quota: 50_000_000 });
  await root('POST', '/api/user/manage', { id: 3, action: 'disable' });
  await root('POST', '/api/redemption/', { name: 'welcome', quota: 500_000, count: 3 });
  for (const [name, scopes, allow_ips] of ADMIN_KEYS)
    await root('POST', '/api/admin-key', { name, scopes, days: 90, allow_ips });
  await root('PUT', '/api/redemption/?status_only=true', { id: 1, status: 2 });
  const alice = await signIn(url, USER);
  for (const call of [root, alice]) await traffic(url, call);
  return { admin: ROOT, user: USER, newcomer: NEWCOMER, receipt: await lastReceipt(root) };
}

async function traffic(url, call) {
  for (const token of TOKENS) await call('POST', '/api/token/', token);
  const tokens = await call('GET', '/api/token/?p=0&size=10');
  for (let number = 0; number < REQUESTS; number += 1) {
    const model = MODELS[number % MODELS.length];
    const { key } = tokens[number % tokens.length];
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: `Question ${number}` }] }),
    });
    await answer.text();
  }
  for (const token of IDLE_TOKENS) await call('POST', '/api/token/', token);
}

/** The log is written a moment after the answer. */
async function lastReceipt(call) {
  for (let wait = 0; wait < 60; wait += 1) {
    const { items } = await call('GET', '/api/log/?p=1&page_size=10&type=2');
    if (items.length > 0) return items[0].id;
    await sleep(500);
  }
  throw new Error('no request was logged');
}

async function signIn(url, account) {
  const answer = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const { data, message } = await answer.json();
  if (!data) throw new Error(message);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        cookie,
        'new-api-user': String(data.id),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const envelope = await response.json();
    if (!envelope.success) throw new Error(`${method} ${path}: ${envelope.message}`);
    return envelope.data;
  };
}
