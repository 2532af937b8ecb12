import type { ChannelResponse } from '../../server/contract/resources/channels/channel.js';
import { ChannelRegistry } from '../../server/channels/channel-registry.js';
import { Management, type Visitor } from '../setup/management.js';

/** Keys are written and never read: an admin cannot have one sent to an address of their own. */
const KEY = 'sk-only-the-super-admin-knows';
const NEEDS_KEY = '修改渠道的类型、地址或代理时，必须重新填写密钥';
const PROXY = { setting: JSON.stringify({ proxy: 'http://proxy.example:3128' }) };

let site: Management;
let root: Visitor;
let admin: Visitor;

beforeAll(async () => {
  site = await Management.start();
  root = await site.root();
  const user = await site.user('helper');
  await site.sql('UPDATE users SET role = 10 WHERE id = $1', [user.id]);
  admin = await site.signIn('helper', 'password 1');
});
beforeEach(() => site.sql('DELETE FROM channels'));
afterAll(() => site?.close());

const FORM = {
  type: 1,
  name: 'main',
  key: KEY,
  models: 'gpt-4o',
  base_url: 'https://provider.example/v1/team-a',
  ...PROXY,
};

async function newest(): Promise<ChannelResponse> {
  const { data } = await root.get<ChannelResponse[]>('/api/channel/?p=0&page_size=1&id_sort=true');
  return data[0]!;
}

async function made(): Promise<ChannelResponse> {
  const answer = await root.post('/api/channel/', FORM);
  if (!answer.success) throw new Error(answer.message);
  return newest();
}

function withUpstream(upstream: object): string {
  return JSON.stringify({ ...JSON.parse(PROXY.setting), upstream });
}

const moves: readonly [string, object][] = [
  ['another host', { base_url: 'https://elsewhere.example/v1/team-a' }],
  ['another port', { base_url: 'https://provider.example:8443/v1/team-a' }],
  ['no encryption', { base_url: 'http://provider.example/v1/team-a' }],
  [
    'another path, which may be another customer of the same host',
    { base_url: 'https://provider.example/v1/team-b' },
  ],
  ["the type's own address", { base_url: '' }],
  ['another type', { type: 14 }],
  ['another proxy', { setting: JSON.stringify({ proxy: 'socks5://elsewhere.example:1080' }) }],
  ['no proxy', { setting: '' }],
  ['other paths', { setting: withUpstream({ paths: { chat: '/elsewhere' } }) }],
  ['other headers', { setting: withUpstream({ headers: { 'x-copy': '{key}' } }) }],
];

describe.each(moves)('%s', (_name, change) => {
  test('takes the key again, from an admin', async () => {
    const { id, ...before } = await made();
    expect(await admin.put('/api/channel/', { id, ...change })).toMatchObject({
      success: false,
      message: NEEDS_KEY,
    });
    expect(await newest()).toMatchObject(before);
    expect((await admin.put('/api/channel/', { id, key: 'sk-their-own', ...change })).success).toBe(true);
    expect(site.app.get(ChannelRegistry).get(id)?.keys[0]?.key).toBe('sk-their-own');
  });

  test('is no way to copy a key, either', async () => {
    const { id } = await made();
    const copy = { copy_from: id, name: 'copy', ...change };
    expect((await admin.post('/api/channel/', copy)).message).toBe(NEEDS_KEY);
    expect(await site.sql('SELECT id FROM channels')).toHaveLength(1);
    expect((await admin.post('/api/channel/', { ...copy, key: 'sk-their-own' })).success).toBe(true);
  });

  test('is free for the super admin', async () => {
    const { id } = await made();
    expect((await root.put('/api/channel/', { id, ...change })).success).toBe(true);
    expect(site.app.get(ChannelRegistry).get(id)?.keys[0]?.key).toBe(KEY);
  });
});

test('a test before saving does not send the stored key to another destination, either', async () => {
  const { id } = await made();
  const form = { id, type: 1, base_url: 'http://127.0.0.1:1', models: 'gpt-4o', ...PROXY };
  expect((await admin.post('/api/channel/test', form)).message).toBe(NEEDS_KEY);
});

test('everything else is changed without the key, and a form that sends all fields back is no change', async () => {
  const channel = await made();
  await site.sql("UPDATE channels SET base_url = base_url || '/'");
  const { base_url, setting, type } = channel;
  const sent = { id: channel.id, base_url: `${base_url}/`, setting: ` ${setting} `, type, key: '' };
  const limits = JSON.stringify({ ...JSON.parse(setting!), limits: { concurrency: 3 } });
  expect((await admin.put('/api/channel/', { ...sent, name: 'renamed', models: 'o1' })).success).toBe(true);
  expect((await admin.put('/api/channel/', { ...sent, setting: limits })).success).toBe(true);
  expect((await admin.post('/api/channel/', { copy_from: channel.id, name: 'copy' })).success).toBe(true);
});

test('an address that nobody can call is refused when it is saved or asked', async () => {
  const { id } = await made();
  for (const base_url of ['http://[::1', 'http://a.example:70000', 'https://a b.example', 'http://']) {
    const form = { base_url, key: 'sk-x' };
    expect((await root.put('/api/channel/', { id, ...form })).success).toBe(false);
    expect((await root.post('/api/channel/', { ...FORM, ...form })).success).toBe(false);
    expect((await root.post('/api/channel/fetch_models', { type: 1, ...form })).success).toBe(false);
  }
  expect(await newest()).toMatchObject({ id, base_url: FORM.base_url });
  const header = { id, openai_organization: 'org-1\r\nx-injected: 1' };
  expect((await root.put('/api/channel/', header)).success).toBe(false);
});

test.each([
  { claude: { 'x-a\r\nx-b': ['1'] } },
  { claude: { 'x-a': ['1\r\nx-b: 2'] } },
  { claude: { 'x a': ['1'] } },
  { claude: { '': ['1'] } },
  { claude: { 'x-a': ['é'] } },
  { claude: { Host: ['elsewhere.example'] } },
  { claude: { 'Transfer-Encoding': ['chunked'] } },
])('headers of an option are checked when they are saved: %j', async (value) => {
  const key = 'claude.model_headers_settings';
  const refused = await root.put('/api/option/', { key, value: JSON.stringify(value) });
  expect(refused.message).toMatch(/请求头/);
  const audio = JSON.stringify({ claude: { 'anthropic-beta': ['a', 'b'], 'X-Team': ['one two'] } });
  expect((await root.put('/api/option/', { key, value: audio })).success).toBe(true);
});
