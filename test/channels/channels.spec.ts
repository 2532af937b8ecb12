import { GoogleAccount } from '../doubles/google-account.js';
import { DataSource } from 'typeorm';
import { EventBus } from '../../server/core/redis/events.js';
import { Notices } from '../../server/notifications/notices.js';
import type { ChannelResponse } from '../../server/contract/resources/channels/channel.js';
import type { ChannelTypeResponse } from '../../server/contract/resources/channels/channel-type.js';
import { AbilitiesRepository } from '../../server/channels/abilities.repository.js';
import { ChannelRegistry } from '../../server/channels/channel-registry.js';
import { ChannelsRepository } from '../../server/channels/channels.repository.js';
import { ChannelRecovery } from '../../server/channels/testing/channel-recovery.service.js';
import { ChannelsService } from '../../server/channels/channels.service.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
});

beforeEach(() => gateway.sql('DELETE FROM channels'));

afterAll(() => gateway?.close());

const FORM = {
  type: 1,
  name: 'main',
  key: 'sk-secret-of-the-upstream',
  models: 'gpt-4o,gpt-4o-mini',
  group: 'default,vip',
};

/** Makes a channel and returns it. */
async function made(fields: Record<string, unknown> = {}): Promise<ChannelResponse> {
  const answer = await root.post('/api/channel/', { ...FORM, ...fields });
  if (!answer.success) throw new Error(answer.message);
  const { data } = await root.get<ChannelResponse[]>('/api/channel/?p=0&page_size=1&id_sort=true');
  return data[0]!;
}

async function abilities(id: number): Promise<string[]> {
  const rows = await gateway.sql<{ line: string }>(
    `SELECT concat_ws(' ', "group", model, enabled, priority, weight, tag) AS line FROM abilities
     WHERE channel_id = $1 ORDER BY 1`,
    [id],
  );
  return rows.map(({ line }) => line);
}

/** Gives a row another type, as an import does; the forms refuse types without a provider. */
async function imported(id: number, type: number): Promise<void> {
  await gateway.sql('UPDATE channels SET type = $2 WHERE id = $1', [id, type]);
  await root.post('/api/channel/fix', {});
}

const keyOf = (id: number) => gateway.app.get(ChannelRegistry).get(id)?.keys[0]?.key;

test('a new channel has defaults, abilities for every group and model, and a sealed key', async () => {
  const channel = await made({
    models: ' gpt-4o , gpt-4o,,o1 ',
    priority: 3,
    weight: 7,
    base_url: 'http://localhost:1/',
  });
  expect(channel).toMatchObject({
    key: '',
    status: 1,
    auto_ban: 1,
    models: 'gpt-4o,o1',
    group: 'default,vip',
    base_url: 'http://localhost:1',
    other: '',
    tag: null,
  });
  expect(await abilities(channel.id)).toEqual([
    'default gpt-4o t 3 7',
    'default o1 t 3 7',
    'vip gpt-4o t 3 7',
    'vip o1 t 3 7',
  ]);
  const [row] = await gateway.sql<{ key: string }>('SELECT key FROM channels');
  expect(row!.key).toMatch(/^v1:/);
  expect(keyOf(channel.id)).toBe(FORM.key);
});

test('each line of the key makes a channel', async () => {
  await root.post('/api/channel/', { ...FORM, key: ' one \n\n two\n' });
  const { data, extras } = await root.get<ChannelResponse[]>('/api/channel/?id_sort=1');
  expect(extras).toEqual({ total: 2 });
  expect(data.map(({ id }) => keyOf(id))).toEqual(['two', 'one']);
});

test('no answer contains a key', async () => {
  const { id } = await made({ tag: 'a' });
  const answers = await Promise.all([
    root.get('/api/channel/'),
    root.get('/api/channel/?tag_mode=true'),
    root.get('/api/channel/search?keyword=main'),
    root.get('/api/channel/search?tag_mode=true'),
    root.get(`/api/channel/${id}`),
    root.put('/api/channel/', { id, key: 'sk-another-secret' }),
  ]);
  expect(JSON.stringify(answers)).not.toMatch(/secret|v1:/);
  expect(keyOf(id)).toBe('sk-another-secret');
});

test.each([
  [{ key: ' \n ' }, '请填写渠道名称和渠道密钥！'],
  [{ name: ' ' }, '请填写渠道名称和渠道密钥！'],
  [{ models: ' , ' }, '请至少选择一个模型！'],
  [{ models: 'm'.repeat(256) }, `模型名称过长: ${'m'.repeat(256)}`],
  [{ model_mapping: '{' }, '模型映射必须是合法的 JSON 格式！'],
  [{ model_mapping: '["a"]' }, '模型映射必须是合法的 JSON 格式！'],
  [{ model_mapping: '{"a":"b","b":"c","c":"a"}' }, 'model_mapping_contains_cycle'],
  [{ status_code_mapping: '{"400":"fine"}' }, '不是合法的 JSON 字符串'],
  [{ setting: '{"proxy":"ftp://x"}' }, '不是合法的 JSON 字符串'],
  [{ param_override: '[1]' }, '不是合法的 JSON 字符串'],
  [{ type: 41, other: '' }, '部署地区不能为空'],
  [{ type: 41, other: 'us-central1', key: '{"a"' }, '密钥必须是完整的服务账号 JSON'],
  [{ type: 57 }, '渠道类型“Codex”尚未支持'],
  [{ base_url: 'file:///etc/passwd' }, '输入不合法 base_url 必须以 http:// 或 https:// 开头'],
  [{ weight: -1 }, '输入不合法 weight 不能小于 0'],
  [{ key: 'k\n'.repeat(1001) }, '一次最多创建 1000 个渠道'],
  [{ status: 4 }, '输入不合法 status 不能大于 3'],
  [{ type: -1 }, '输入不合法 type 不能小于 0'],
  [{ priority: -1000 }, '输入不合法 priority 不能小于 -999'],
  [{ auto_ban: 2 }, '输入不合法 auto_ban 取值不在允许范围内'],
  [{ name: 'n'.repeat(256) }, '输入不合法 name 长度不能超过 255 个字符'],
  [{ max_input_tokens: -1 }, '输入不合法 max_input_tokens 不能小于 0'],
])('creating refuses %j and writes nothing', async (fields, message) => {
  expect(await root.post('/api/channel/', { ...FORM, ...fields })).toMatchObject({
    status: 200,
    success: false,
    message,
  });
  expect(await gateway.sql('SELECT id FROM channels')).toEqual([]);
});

test('a model mapped to itself is no cycle, and settings reach the relay parsed', async () => {
  const { id } = await made({
    model_mapping: '{"a":"a","b":"c"}',
    status_code_mapping: '{"400":"500"}',
    setting: '{"proxy":"socks5://p:1","force_format":true,"pass_through_body_enabled":true}',
    param_override: '{"temperature":0}',
  });
  expect(gateway.app.get(ChannelRegistry).get(id)).toMatchObject({
    modelMapping: new Map([
      ['a', 'a'],
      ['b', 'c'],
    ]),
    statusCodeMapping: new Map([[400, 500]]),
    setting: { proxy: 'socks5://p:1', rewriteAnswers: true, thinkingToContent: false, passThroughBody: true },
    paramOverride: { temperature: 0 },
  });
});

test('an edit changes what it names; empty texts clear, except key, name, models and group', async () => {
  const channel = await made({ test_model: 'gpt-4o', tag: 'a', other: 'x', weight: 5 });
  const edited = await root.put<ChannelResponse>('/api/channel/', {
    ...channel,
    groups: ['default'],
    test_model: '',
    tag: '',
    other: '',
    key: '',
    name: '',
    models: '',
    group: '',
    weight: 0,
    used_quota: 99,
    balance: 99,
  });
  expect(edited.data).toEqual({ ...channel, test_model: '', tag: null, other: '', weight: 0 });
  expect(keyOf(channel.id)).toBe(FORM.key);
});

test('a weight or status that was changed meanwhile is reported, and kept by an edit of something else', async () => {
  const channel = await made({ weight: 0, tag: null });
  await root.put('/api/channel/', { id: channel.id, weight: 9, status: 2 });
  const late = (change: object) => root.put<ChannelResponse>('/api/channel/', { id: channel.id, ...change });
  const renamed = await late({ name: 'renamed', tag: 't', before: { name: 'main', tag: '' } });
  expect(renamed.data).toMatchObject({ name: 'renamed', tag: 't', weight: 9, status: 2 });
  expect(await late({ weight: 5, priority: 1, before: { weight: 0, priority: 0 } })).toMatchObject({
    success: false,
    extras: { code: 'changed_meanwhile', params: { fields: 'weight' } },
  });
  expect((await late({ priority: 1, before: { priority: 0 } })).data).toMatchObject({
    weight: 9,
    priority: 1,
  });
  // Members that are never changed here are named.
  expect((await late({ ...channel, weight: 9, status: 2 })).extras.ignored).toEqual(
    expect.arrayContaining(['created_time', 'balance', 'used_quota', 'other_info']),
  );
});

test('abilities follow an edit, and routing knows it when the edit is answered', async () => {
  const { id } = await made();
  await root.put('/api/channel/', { id, models: 'o1', group: 'vip', priority: -4 });
  expect(await abilities(id)).toEqual(['vip o1 t -4 0']);
  const directory = gateway.app.get(ChannelRegistry);
  expect(directory.tiers('vip', 'o1')).toEqual([[{ channelId: id, weight: 0 }]]);
  expect(directory.tiers('default', 'gpt-4o')).toBeUndefined();
});

test('disabled by hand, a channel leaves routing; enabling forgets why it was disabled', async () => {
  const { id } = await made();
  const directory = gateway.app.get(ChannelRegistry);
  await root.put('/api/channel/', { id, status: 2 });
  expect(directory.tiers('default', 'gpt-4o')).toBeUndefined();
  expect(directory.get(id)?.enabled).toBe(false);
  expect((await root.put('/api/channel/', { id, status: 3 })).message).toBe('无效的参数');
  await root.put('/api/channel/', { id, status: 1 });

  const channels = gateway.app.get(ChannelsService);
  expect(await channels.markAutoDisabled(id, 'invalid key')).toBe(true);
  expect(await channels.markAutoDisabled(id, 'again')).toBe(false);
  const broken = await root.get<ChannelResponse>(`/api/channel/${id}`);
  expect(broken.data.status).toBe(3);
  expect(JSON.parse(broken.data.other_info)).toEqual({
    status_reason: 'invalid key',
    status_time: expect.any(Number),
  });
  expect(directory.tiers('default', 'gpt-4o')).toBeUndefined();
  const enabled = await root.put<ChannelResponse>('/api/channel/', { id, status: 1 });
  expect(enabled.data).toMatchObject({ status: 1, other_info: '' });
});

test('a copy takes the key and what was not sent, and starts with clean counters', async () => {
  const { id } = await made({ tag: 'a', model_mapping: '{"a":"b"}', weight: 4 });
  await gateway.sql('UPDATE channels SET used_quota = 50, response_time = 9, status = 3 WHERE id = $1', [id]);
  await root.post('/api/channel/', { copy_from: id, name: 'copy', tag: '' });
  const copy = (await root.get<ChannelResponse[]>('/api/channel/?id_sort=true')).data[0]!;
  expect(copy).toMatchObject({
    name: 'copy',
    tag: null,
    model_mapping: '{"a":"b"}',
    weight: 4,
    status: 1,
    used_quota: 0,
    response_time: 0,
  });
  expect(keyOf(copy.id)).toBe(FORM.key);
  expect((await root.post('/api/channel/', { copy_from: 99_999, name: 'x' })).message).toBe('渠道不存在');
});

test('deleting takes the abilities along; unknown ids are no failure', async () => {
  const one = await made();
  const two = await made();
  await made({ name: 'kept' });
  expect((await root.delete(`/api/channel/${one.id}/`)).success).toBe(true);
  expect((await root.delete('/api/channel/99999')).success).toBe(true);
  await root.put('/api/channel/', { id: two.id, status: 2 });
  expect((await root.delete<number>('/api/channel/disabled')).data).toBe(1);
  expect((await root.post<number>('/api/channel/batch', { ids: [one.id, two.id] })).data).toBe(0);
  expect((await root.post('/api/channel/batch', { ids: [] })).message).toBe('参数错误');
  expect((await root.get<ChannelResponse[]>('/api/channel/')).data.map(({ name }) => name)).toEqual(['kept']);
  expect(await gateway.sql('SELECT DISTINCT channel_id FROM abilities')).toHaveLength(1);
});

test('lists go by priority or by id; tag mode pages by tags', async () => {
  await made({ name: 'low', priority: 1 });
  await made({ name: 'high', priority: 9 });
  await made({ name: 'same', priority: 1 });
  await made({ name: 'a1', tag: 'a', priority: 5 });
  await made({ name: 'a2', tag: 'a' });
  await made({ name: 'b1', tag: 'b', priority: 7 });
  const names = async (query: string) => {
    const { data, extras } = await root.get<ChannelResponse[]>(`/api/channel/${query}`);
    return [data.map(({ name }) => name).join(' '), extras.total];
  };
  expect(await names('')).toEqual(['high b1 a1 same low a2', 6]);
  expect(await names('?id_sort=true&page_size=2&p=1')).toEqual(['a1 same', 6]);
  expect(await names('?tag_mode=true&page_size=1')).toEqual(['b1', 2]);
  expect(await names('?tag_mode=true&page_size=1&p=1')).toEqual(['a1 a2', 2]);
});

test('search goes by number, name, whole key, model and group', async () => {
  const one = await made({ name: '50%_off', key: 'sk-a-very-long-key' });
  const two = await made({ name: 'other', models: 'claude-3', group: 'svip', tag: 't' });
  const three = await made({ name: 'third', models: 'o1', group: 'svip2', tag: 't' });
  const find = async (query: string) =>
    (await root.get<ChannelResponse[]>(`/api/channel/search?id_sort=1&${query}`)).data.map(({ id }) => id);
  expect(await find(`keyword=${one.id}`)).toEqual([one.id]);
  expect(await find(`keyword=%23${one.id}`)).toEqual([one.id]);
  expect(await find('keyword=%25_OFF')).toEqual([one.id]);
  expect(await find('keyword=50__off')).toEqual([]);
  expect(await find('keyword=sk-a-very-long-key')).toEqual([one.id]);
  expect(await find('keyword=sk-a-very-long')).toEqual([]);
  expect(await find('model=claude')).toEqual([two.id]);
  expect(await find('group=svip')).toEqual([two.id]);
  expect(await find('group=null')).toEqual([three.id, two.id, one.id]);
  expect(await find('model=claude&tag_mode=true')).toEqual([three.id, two.id]);
});

test('tags are edited, switched and taken away together with their abilities', async () => {
  const one = await made({ tag: 'old' });
  const two = await made();
  expect(
    (await root.post<number>('/api/channel/batch/tag', { ids: [one.id, two.id, 99_999], tag: 't' })).data,
  ).toBe(2);
  expect(await abilities(two.id)).toContain('default gpt-4o t 0 0 t');
  await root.put('/api/channel/tag', {
    tag: 't',
    new_tag: 'u',
    models: 'o1',
    groups: 'vip',
    model_mapping: '',
    priority: 2,
  });
  expect(await abilities(one.id)).toEqual(['vip o1 t 2 0 u']);
  await root.post('/api/channel/tag/disabled', { tag: 'u' });
  expect(await abilities(one.id)).toEqual(['vip o1 f 2 0 u']);
  await root.post('/api/channel/tag/enabled', { tag: 'u' });
  expect(await abilities(two.id)).toEqual(['vip o1 t 2 0 u']);
  await root.put('/api/channel/tag', { tag: 'u', new_tag: '' });
  expect(await abilities(one.id)).toEqual(['vip o1 t 2 0']);
  expect((await root.put('/api/channel/tag', { tag: ' ' })).message).toBe('tag不能为空');
  expect((await root.post('/api/channel/tag/enabled', {})).message).toBe('参数错误');
});

test('what administrators do to channels is in the log, with the names of what they changed and no secret', async () => {
  await gateway.sql('DELETE FROM logs');
  const { id } = await made();
  const setting = '{"proxy":"http://me:secret@proxy:1"}';
  await root.put('/api/channel/', { id, key: 'sk-new-secret', weight: 4, name: 'main', setting });
  await root.put('/api/channel/', { id, weight: 4 });
  await root.delete(`/api/channel/${id}`);
  const rows = await gateway.sql<{ content: string; other: string; user_id: number; type: number }>(
    'SELECT content, other, user_id, type FROM logs ORDER BY id',
  );
  expect(rows.map(({ content }) => content)).toEqual([
    `管理员创建了渠道「main」（#${id}）`,
    `管理员修改了渠道「main」（#${id}）：weight, setting, key`,
    `管理员删除了渠道 #${id}`,
  ]);
  expect(rows[0]).toMatchObject({ type: 3, user_id: 1 });
  expect(JSON.parse(rows[0]!.other)).toEqual({
    admin_info: { admin_id: 1, admin_username: 'root' },
    text: { code: 'channel_created', params: { name: 'main', ids: `#${id}` } },
  });
  const { before, after } = JSON.parse(rows[1]!.other).admin_info;
  expect(before).toEqual({ key: '***', weight: 0, setting: null });
  expect(after).toEqual({ key: '***', weight: 4, setting: '{"proxy":"http://***@proxy:1"}' });
  expect(rows.map(({ other }) => other).join()).not.toMatch(/secret|v1:/);
});

test('edits of tags and rebuilt abilities are in the log, with what was before', async () => {
  const one = await made({ tag: 'a', weight: 1 });
  const two = await made({ tag: 'a', weight: 2 });
  await gateway.sql('DELETE FROM logs');
  await root.put('/api/channel/tag', { tag: 'a', weight: 7 });
  await root.put('/api/channel/tag', { tag: 'nobody has it', weight: 8 });
  await root.post('/api/channel/tag/disabled', { tag: 'a' });
  await root.post('/api/channel/tag/enabled', { tag: 'a' });
  await root.post('/api/channel/batch/tag', { ids: [two.id], tag: null });
  await root.post('/api/channel/fix', {});
  const rows = await gateway.sql<{ content: string; other: string }>(
    'SELECT content, other FROM logs ORDER BY id',
  );
  const both = `#${one.id}, #${two.id}`;
  expect(rows.map(({ content }) => content)).toEqual([
    `管理员修改了标签「a」的渠道：weight（${both}）`,
    `管理员禁用了标签「a」的渠道（${both}）`,
    `管理员启用了标签「a」的渠道（${both}）`,
    `管理员取消了渠道的标签（#${two.id}）`,
    '管理员重建了 2 个渠道的能力表',
  ]);
  expect(JSON.parse(rows[0]!.other).admin_info).toEqual({
    admin_id: 1,
    admin_username: 'root',
    before: [
      { id: one.id, weight: 1 },
      { id: two.id, weight: 2 },
    ],
    after: { weight: 7 },
  });
});

test('an edit takes one key, unless the channel uses several or the key is a Vertex credential', async () => {
  const { id } = await made();
  const key = 'one\ntwo';
  expect((await root.put('/api/channel/', { id, key })).message).toBe('编辑渠道时只能填写一个密钥');
  expect(keyOf(id)).toBe(FORM.key);
  expect((await root.put('/api/channel/', { id, key, setting: '{"multi_key":true}' })).success).toBe(true);
  expect(keyOf(id)).toBe('one');
  await imported(id, 41);
  const document = new GoogleAccount(() => 'https://oauth2.googleapis.com').document();
  expect(document).toContain('\n');
  const vertex = { id, type: 41, other: 'us-central1', key: document, setting: '' };
  expect((await root.put('/api/channel/', vertex)).success).toBe(true);
  expect(keyOf(id)).toBe(vertex.key);
});

describe('disabled single keys stay disabled', () => {
  const dead = { '0': { reason: 'rejected', time: 1 } };
  const info = async (id: number): Promise<unknown> => {
    const { data } = await root.get<ChannelResponse>(`/api/channel/${id}`);
    return { status: data.status, info: JSON.parse(data.other_info) as unknown };
  };
  const withReason = expect.objectContaining({ status_reason: 'no key left', dead_keys: dead });

  /** A channel with two keys, the first of them disabled, that was disabled after its second failed. */
  async function disabled(): Promise<number> {
    const { id } = await made({ key: 'one\ntwo', setting: '{"multi_key":true}', tag: 'keys' });
    await gateway.sql('UPDATE channels SET other_info = $2 WHERE id = $1', [
      id,
      JSON.stringify({ dead_keys: dead }),
    ]);
    expect(await gateway.app.get(ChannelsService).markAutoDisabled(id, 'no key left')).toBe(true);
    expect(await info(id)).toEqual({ status: 3, info: withReason });
    return id;
  }

  test('when the channel is enabled by hand', async () => {
    const id = await disabled();
    await root.put('/api/channel/', { id, status: 1 });
    expect(await info(id)).toEqual({ status: 1, info: { dead_keys: dead } });
    expect(keyOf(id)).toBe('two');
  });

  test('when its tag is enabled', async () => {
    const id = await disabled();
    expect((await root.post('/api/channel/tag/enabled', { tag: 'keys' })).success).toBe(true);
    expect(await info(id)).toEqual({ status: 1, info: { dead_keys: dead } });
  });

  test('when a test enables it again', async () => {
    const id = await disabled();
    const { app } = gateway;
    const recovery = new ChannelRecovery(
      app.get(DataSource),
      app.get(ChannelsRepository),
      app.get(AbilitiesRepository),
      app.get(EventBus),
      app.get(ChannelRegistry),
      app.get(Notices),
    );
    expect(await recovery.enable(id)).toBe(true);
    expect(await info(id)).toEqual({ status: 1, info: { dead_keys: dead } });
  });
});

test('the column other is checked by the rules of the type', async () => {
  const { id } = await made();
  await imported(id, 41);
  const edit = (other: string) => root.put('/api/channel/', { id, other });
  expect((await edit('')).message).toBe('部署地区不能为空');
  expect((await edit('{')).message).toBe('不是合法的 JSON 字符串');
  expect((await edit('{"gpt":"x"}')).message).toBe('部署地区必须包含default字段');
  expect(await edit('{"default":"us-central1"}')).toMatchObject({
    success: true,
    data: { other: '{"default":"us-central1"}' },
  });
});

describe('an imported channel of a type without a provider', () => {
  const models = async () => (await root.get<string[]>('/api/channel/models_enabled')).data;

  test('is shown, edited, and deleted', async () => {
    const { id } = await made({ name: 'imported' });
    await imported(id, 57);
    expect((await root.get<ChannelResponse>(`/api/channel/${id}`)).data).toMatchObject({
      type: 57,
      status: 1,
    });
    const edit = (fields: object) => root.put('/api/channel/', { id, ...fields });
    expect(await edit({ priority: 9 })).toMatchObject({ success: true, data: { priority: 9 } });
    expect((await root.post('/api/channel/', { copy_from: id })).message).toBe('渠道类型“Codex”尚未支持');
    expect((await edit({ type: 57 })).message).toBe('');
    expect(await edit({ type: 1, key: 'sk-new' })).toMatchObject({ success: true, data: { type: 1 } });
    expect((await root.delete(`/api/channel/${id}`)).success).toBe(true);
  });

  test('serves nothing: its models are not listed and have no price', async () => {
    const { id } = await made({ models: 'gpt-4o', name: 'imported' });
    const priced = async () =>
      (await root.get<{ model_name: string }[]>('/api/pricing')).data.map(({ model_name: name }) => name);
    expect(await models()).toEqual(['gpt-4o']);
    expect(await priced()).toEqual(['gpt-4o']);
    await imported(id, 57);
    expect(await models()).toEqual([]);
    expect(await priced()).toEqual([]);
  });
});

test('channel types: those with a provider are offered, the others are only named', async () => {
  const { data } = await root.get<ChannelTypeResponse[]>('/api/channel/types');
  const typeOf = (type: number) => data.find((one) => one.type === type);
  expect(typeOf(1)).toMatchObject({
    id: 'openai',
    name: { en: 'OpenAI', zh: 'OpenAI' },
    base_url: 'https://api.openai.com',
    served: true,
    offered: true,
    form: { base_url: 'general', organization: true },
  });
  expect(typeOf(1)!.capabilities).toEqual(
    expect.arrayContaining(['chat', 'responses', 'realtime', 'balance']),
  );
  expect(typeOf(27)).toMatchObject({ served: true, offered: false });
  expect(typeOf(41)).toMatchObject({
    served: true,
    offered: true,
    form: { key_is_document: true, other: { label: { zh: '部署地区' } } },
  });
  expect(typeOf(57)).toMatchObject({ served: false, offered: false, capabilities: [] });
});

test('an edit of a channel that is gone is refused', async () => {
  expect(await root.put('/api/channel/', { id: 99_999, weight: 1 })).toMatchObject({
    success: false,
    message: '渠道不存在',
  });
  expect((await root.get('/api/channel/99999')).message).toBe('渠道不存在');
  expect((await root.get('/api/channel/test/99999')).message).toBe('渠道不存在');
  for (const body of [{ ids: 'a', tag: 'a' }, { ids: [0], tag: 'a' }, { ids: [], tag: 'a' }, { tag: 'a' }])
    expect((await root.post('/api/channel/batch/tag', body)).message).toBe('参数错误');
});

test('a text with a zero byte is refused or finds nothing, and breaks nothing', async () => {
  const { id } = await made();
  const answers = await Promise.all([
    root.get('/api/channel/search?keyword=a%00b'),
    root.get('/api/channel/search?model=a%00b'),
    root.get('/api/channel/search?group=a%00b'),
    root.put('/api/channel/', { id, name: 'a\0b' }),
    root.post('/api/channel/', { ...FORM, name: 'a\0b' }),
    root.post('/api/channel/batch/tag', { ids: [id], tag: 'a\0b' }),
    root.put('/api/channel/tag', { tag: 'a\0b', weight: 1 }),
    root.get(`/api/channel/test/${id}?model=a%00b`),
  ]);
  for (const { status } of answers) expect(status).toBeLessThan(500);
});

test('two edits of a tag at once and one of a channel leave abilities as the channels say', async () => {
  const ids: number[] = [];
  for (let number = 0; number < 6; number++) ids.push((await made({ tag: 'a' })).id);
  const edits = Array.from({ length: 12 }, (_, number) => [
    root.put('/api/channel/tag', { tag: 'a', models: `m${number}`, priority: number }),
    root.put('/api/channel/', { id: ids[number % 6], models: `o${number}`, weight: number }),
    root.post(`/api/channel/tag/${number % 2 ? 'enabled' : 'disabled'}`, { tag: 'a' }),
  ]).flat();
  for (const { success } of await Promise.all(edits)) expect(success).toBe(true);
  const before = (await Promise.all(ids.map(abilities))).flat();
  await root.post('/api/channel/fix', {});
  expect((await Promise.all(ids.map(abilities))).flat()).toEqual(before);
});

test('fix derives all abilities from the channels', async () => {
  const { id } = await made();
  const before = await abilities(id);
  await gateway.sql(`DELETE FROM abilities WHERE model = 'gpt-4o'`);
  await gateway.sql(
    `INSERT INTO abilities ("group", model, channel_id, enabled) VALUES ('ghost', 'm', $1, true)`,
    [id],
  );
  expect((await root.post<number>('/api/channel/fix', {})).data).toBe(1);
  expect(await abilities(id)).toEqual(before);
});

test('a test asks the upstream, says how long it took, and remembers it', async () => {
  const upstream = await ScriptedUpstream.start();
  const { id } = await made({ base_url: upstream.url });
  const good = await root.get(`/api/channel/test/${id}?model=gpt-4o-mini`);
  expect(good).toMatchObject({ success: true, message: '', extras: { time: expect.any(Number) } });
  upstream.otherwise = { refuse: { status: 401, message: 'scripted refusal' } };
  const bad = await root.get(`/api/channel/test/${id}`);
  expect(bad).toMatchObject({ status: 200, success: false, extras: { time: expect.any(Number) } });
  expect(bad.message).toBe('status code 401: scripted refusal');
  const after = await root.get<ChannelResponse>(`/api/channel/${id}`);
  expect(after.data).toMatchObject({ status: 1, test_time: expect.any(Number) });
  expect(after.data.test_time).toBeGreaterThan(0);
  await upstream.close();
});

test('model lists: every known model, models by type, enabled ones, and those open to the caller', async () => {
  await made({ models: 'zeta,alpha', group: 'default' });
  await made({ models: 'only-svip', group: 'svip' });
  const known = await root.get<{ id: string; owned_by: string; root: string }[]>('/api/channel/models');
  expect(known.data.find(({ id }) => id === 'gpt-4o')).toMatchObject({
    object: 'model',
    owned_by: 'openai',
    root: 'gpt-4o',
  });
  expect((await root.get<string[]>('/api/channel/models_enabled')).data).toEqual([
    'alpha',
    'only-svip',
    'zeta',
  ]);
  expect((await root.get<Record<string, string[]>>('/api/models')).data['14']).toContain(
    'claude-3-7-sonnet-20250219',
  );
  const user = await gateway.user('models');
  expect((await user.get<string[]>('/api/user/models')).data).toEqual(['alpha', 'zeta']);
});

test('ordinary users may not touch channels', async () => {
  const user = await gateway.user('plain');
  const answers = await Promise.all([
    user.get('/api/channel/'),
    user.post('/api/channel/', FORM),
    user.put('/api/channel/', { id: 1 }),
    user.get('/api/channel/test/1'),
    user.delete('/api/channel/disabled'),
    user.post('/api/channel/tag/enabled', { tag: 'a' }),
  ]);
  for (const answer of answers) expect(answer.message).toBe('无权进行此操作，权限不足');
});
