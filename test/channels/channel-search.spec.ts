import { channelResponse, type ChannelResponse } from '../../server/contract/resources/channels/channel.js';
import { ChannelRegistry } from '../../server/channels/channel-registry.js';
import { DisabledKeys } from '../../server/channels/keys/disabled-keys.service.js';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
});
beforeEach(() => gateway.sql('DELETE FROM channels'));
afterAll(() => gateway?.close());

async function made(fields: Record<string, unknown>): Promise<number> {
  const form = { type: 1, key: 'sk-secret-of-the-upstream', models: 'gpt-4o', group: 'default', ...fields };
  const answer = await root.post('/api/channel/', form);
  if (!answer.success) throw new Error(answer.message);
  const [row] = await gateway.sql<{ id: number }>('SELECT max(id) AS id FROM channels');
  return row!.id;
}

const TEST = {
  ok: false,
  code: 'channel_test_failed',
  message: 'no',
  milliseconds: 20,
  at: 5,
  model: 'gpt-4o',
};

async function storeTest(id: number, test: object): Promise<void> {
  await gateway.sql('UPDATE channels SET last_test = $2, test_time = 5 WHERE id = $1', [
    id,
    JSON.stringify(test),
  ]);
}

const search = async (query: string) =>
  (await root.get<ChannelResponse[]>(`/api/channel/search?${query}`)).data;
const found = async (keyword: string) => (await search(`keyword=${keyword}`)).map(({ id }) => id);

test('a channel of several keys is found by each of them, a dead one too, and by no part of one', async () => {
  const id = await made({ name: 'several' });
  const key = 'sk-first-of-them\nsk-second-of-them';
  await root.put('/api/channel/', { id, key, setting: '{"multi_key":true}' });
  await gateway.app.get(DisabledKeys).disable(id, 0, 'no longer taken');
  await gateway.app.get(ChannelRegistry).refresh();
  expect(await found('sk-first-of-them')).toEqual([id]);
  expect(await found('sk-second-of-them')).toEqual([id]);
  expect(await found('sk-first-of-the')).toEqual([]);
  expect(await found('sk-secret-of-the-upstream')).toEqual([]);
});

test('a disabled channel and one whose settings cannot be read are found by their key', async () => {
  const off = await made({ name: 'off', key: 'sk-of-one-that-is-off', status: 2 });
  const broken = await made({ name: 'broken', key: 'sk-of-one-that-is-broken' });
  await gateway.sql(`UPDATE channels SET model_mapping = '{' WHERE id = $1`, [broken]);
  await gateway.app.get(ChannelRegistry).refresh();
  expect(await found('sk-of-one-that-is-off')).toEqual([off]);
  expect(await found('sk-of-one-that-is-broken')).toEqual([broken]);
});

test('lists and searches show a channel exactly as it shows alone, without its key', async () => {
  const id = await made({ name: 'whole', weight: 3, priority: -2, model_mapping: '{"a":"b"}', tag: 'x' });
  await gateway.sql('UPDATE channels SET balance = 1.25, used_quota = 9000000000, setting = NULL');
  await storeTest(id, { format: 1, ...TEST });
  const { data: alone } = await root.get<ChannelResponse>(`/api/channel/${id}`);
  expect(alone).toMatchObject({
    key: '',
    balance: 1.25,
    used_quota: 9_000_000_000,
    priority: -2,
    last_test: TEST,
  });
  const { data: listed } = await root.get<ChannelResponse[]>('/api/channel/');
  const { data: tagged } = await root.get<ChannelResponse[]>('/api/channel/?tag_mode=true');
  for (const rows of [listed, tagged, await search('keyword=whole')]) {
    expect(rows).toEqual([alone]);
    expect(channelResponse.parse(rows[0])).toEqual(alone);
  }
});

test('lists, tags and searches are limited to a status and a type, with their totals; others are refused', async () => {
  const on = await made({ name: 'on', priority: 3, tag: 'mixed' });
  const off = await made({ name: 'off', status: 2, type: 14, tag: 'mixed' });
  const failed = await made({ name: 'failed', type: 14, priority: 1, tag: 'own' });
  await gateway.sql('UPDATE channels SET status = 3 WHERE id = $1', [failed]);
  const list = async (query: string) => {
    const { data, extras } = await root.get<ChannelResponse[]>(`/api/channel/${query}`);
    return [...data.map(({ id }) => id), `of ${String(extras.total)}`];
  };
  expect(await list('?status=1')).toEqual([on, 'of 1']);
  expect(await list('?status=2&type=14')).toEqual([off, 'of 1']);
  expect(await list('?status=3&type=1')).toEqual(['of 0']);
  expect(await list('?type=14&status=&page_size=1')).toEqual([failed, 'of 2']);
  expect(await list('?type=14&page_size=1&p=1')).toEqual([off, 'of 2']);
  // Whole tags of what is left.
  expect(await list('?status=2&tag_mode=true')).toEqual([on, off, 'of 1']);
  expect(await list('search?keyword=f&status=3')).toEqual([failed, 'of 1']);
  expect(await list('search?keyword=&type=14&tag_mode=true')).toEqual([on, failed, off, 'of 3']);
  for (const wrong of ['?status=0', '?status=on', '?status=1&status=2', '?type=29', 'search?type=x'])
    expect(await root.get(`/api/channel/${wrong}`)).toMatchObject({
      success: false,
      message: expect.stringMatching(/^输入不合法 (status|type) 取值不在允许范围内$/) as string,
    });
});

test('channels are limited to the result of their last test; one of a later format is not shown', async () => {
  const [failed, ok, later] = [
    await made({ name: 'failed' }),
    await made({ name: 'ok', tag: 'x' }),
    await made({ name: 'later' }),
  ];
  const never = await made({ name: 'never' });
  // Tested by a release that did not store results.
  const earlier = await made({ name: 'earlier' });
  await gateway.sql('UPDATE channels SET test_time = 1 WHERE id = $1', [earlier]);
  await storeTest(failed, { format: 1, ...TEST });
  await storeTest(ok, { format: 1, ...TEST, ok: true });
  await storeTest(later, { format: 2, result: 'x' });
  const ids = async (query: string) =>
    (await root.get<ChannelResponse[]>(`/api/channel/${query}`)).data.map(({ id }) => id);
  for (const path of ['', 'search']) {
    expect(await ids(`${path}?test=failed`)).toEqual([failed]);
    expect(await ids(`${path}?test=ok`)).toEqual([ok]);
    expect(await ids(`${path}?test=never`)).toEqual([never]);
    expect(await ids(`${path}?test=`)).toHaveLength(5);
    expect(await root.get(`/api/channel/${path}?test=maybe`)).toMatchObject({
      success: false,
      message: '输入不合法 test 取值不在允许范围内',
    });
  }
  expect(await ids('?test=ok&tag_mode=true')).toEqual([ok]);
  const [found] = await search('keyword=later');
  const { data: alone } = await root.get<ChannelResponse>(`/api/channel/${later}`);
  for (const row of [found, alone]) expect(row).toMatchObject({ name: 'later', last_test: null });
});

test('an edit shows the last test and keeps it; a row may be sent back with it', async () => {
  const id = await made({ name: 'edited' });
  await storeTest(id, { format: 1, ...TEST });
  const { data: row } = await root.get<ChannelResponse>(`/api/channel/${id}`);
  const { data: edited, message } = await root.put<ChannelResponse>('/api/channel/', {
    ...row,
    weight: 7,
    last_test: null,
  });
  expect({ message, edited }).toMatchObject({ message: '', edited: { weight: 7, last_test: TEST } });
});

test('a page after the last tag is empty and still says how many tags there are', async () => {
  await made({ name: 'one', tag: 'a' });
  await made({ name: 'two', tag: 'b' });
  await made({ name: 'three', tag: '' });
  const { data, extras } = await root.get<ChannelResponse[]>('/api/channel/?tag_mode=true&page_size=10&p=5');
  expect({ data, total: extras.total }).toEqual({ data: [], total: 2 });
});
