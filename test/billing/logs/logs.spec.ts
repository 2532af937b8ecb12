import type { LogResponse, LogSumsResponse } from '../../../server/contract/resources/logs/log.js';
import { Management, type Visitor } from '../../setup/management.js';

interface LogList {
  items: LogResponse[];
  total: number;
  page: number;
  page_size: number;
}

let gateway: Management;
let root: Visitor;
let alice: Visitor;
const now = Math.floor(Date.now() / 1000);

/** Adds a consumption row of alice's unless the fields say otherwise. */
async function add(fields: Record<string, unknown>): Promise<void> {
  const row = { user_id: alice.id, username: 'alice', type: 2, created_at: now, ...fields };
  const names = Object.keys(row);
  await gateway.sql(
    `INSERT INTO logs (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map((_, i) => `$${i + 1}`).join()})`,
    Object.values(row),
  );
}

async function contents(visitor: Visitor, path: string): Promise<string[]> {
  const { data } = await visitor.get<LogList | LogResponse[]>(path);
  return (Array.isArray(data) ? data : data.items).map(({ content }) => content);
}

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  alice = await gateway.user('alice');
  await gateway.sql('DELETE FROM logs');
  await gateway.sql(`INSERT INTO channels (id, name, key, models) VALUES (7, 'upstream seven', 'k', 'm')`);
  await add({
    content: 'a',
    created_at: now - 30,
    model_name: 'gpt-4o',
    token_name: 'one',
    quota: 10,
    prompt_tokens: 3,
    completion_tokens: 4,
    channel_id: 7,
    group: 'vip',
    other: '{"model_ratio":1,"admin_info":{"use_channel":["7"]}}',
  });
  await add({
    content: 'b',
    created_at: now - 5000,
    model_name: 'gpt-4o-mini',
    token_name: 'two',
    quota: 20,
  });
  await add({ content: 'c', created_at: 1_500_000_000, model_name: 'mj_imagine', quota: 40 });
  await add({ content: 'd', type: 3, created_at: now - 10, quota: 1000 });
  await add({ content: '管理员修改了设置 a', type: 3, user_id: 1, username: 'root', created_at: now - 20 });
  await add({
    content: 'f',
    user_id: 1,
    username: 'root',
    model_name: 'gptx4o',
    created_at: now - 40,
    quota: 5,
    prompt_tokens: 1,
  });
});

afterAll(() => gateway?.close());

test('administrators see everything, newest first, with the names of channels', async () => {
  const { data } = await root.get<LogList>('/api/log/?p=1&page_size=10');
  expect(data).toMatchObject({ total: 6, page: 1, page_size: 10 });
  expect(data.items.map(({ content }) => content)).toEqual(['d', '管理员修改了设置 a', 'a', 'f', 'b', 'c']);
  expect(data.items[2]).toMatchObject({
    channel: 7,
    channel_name: 'upstream seven',
    use_time: 0,
    is_stream: false,
  });
  expect(data.items[2]!.other).toContain('admin_info');
});

test('users see their own rows, without channels and without what is for administrators', async () => {
  const { data } = await alice.get<LogList>('/api/log/self/');
  expect(data.items.map(({ content }) => content)).toEqual(['d', 'a', 'b', 'c']);
  expect(data.items[1]).toMatchObject({ channel: 0, channel_name: '', other: '{"model_ratio":1}' });
  expect(data.items[0]!.other).toBe('');
});

test('users cannot ask by channel or for others', async () => {
  expect(await contents(alice, '/api/log/self?channel=7&username=root')).toEqual(['d', 'a', 'b', 'c']);
  expect((await alice.get('/api/log/')).message).toBe('无权进行此操作，权限不足');
  expect((await alice.get('/api/log/stat')).message).toBe('无权进行此操作，权限不足');
});

test.each([
  ['type=3', ['d', '管理员修改了设置 a']],
  ['type=0&username=root', ['管理员修改了设置 a', 'f']],
  ['token_name=one', ['a']],
  ['model_name=gpt-4o', ['a']],
  ['model_name=gpt-4o%25', ['a', 'b']],
  ['model_name=gpt%25mini', ['b']],
  ['model_name=gpt_4o', []],
  ['model_name=gpt_4%25', []],
  ['model_name=mj_imag%25', ['c']],
  ['channel=7', ['a']],
  ['group=vip', ['a']],
  [`start_timestamp=${now - 30}&end_timestamp=${now - 20}`, ['管理员修改了设置 a', 'a']],
  [
    'start_timestamp=NaN&end_timestamp=undefined&type=&channel=x&username=',
    ['d', '管理员修改了设置 a', 'a', 'f', 'b', 'c'],
  ],
])('the filter %s finds %j', async (query, expected) => {
  expect(await contents(root, `/api/log/?${query}`)).toEqual(expected);
});

test('pages start at 1 and hold ten rows unless asked otherwise', async () => {
  const second = await root.get<LogList>('/api/log/?p=2&page_size=4');
  expect(second.data.items.map(({ content }) => content)).toEqual(['b', 'c']);
  const odd = await root.get<LogList>('/api/log/?p=0&page_size=-3');
  expect(odd.data).toMatchObject({ page: 1, page_size: 10, total: 6 });
  expect((await root.get<LogList>('/api/log/?page_size=5000')).data.page_size).toBe(100);
});

test('sums count what was consumed in the range, rates what the last minute saw', async () => {
  const all = await root.get<LogSumsResponse>('/api/log/stat?type=3');
  expect(all.data).toEqual({ quota: 75, rpm: 2, tpm: 8 });
  const filtered = await root.get<LogSumsResponse>(
    `/api/log/stat?username=alice&end_timestamp=${now - 4000}`,
  );
  expect(filtered.data).toEqual({ quota: 60, rpm: 1, tpm: 7 });
  const own = await alice.get<LogSumsResponse>('/api/log/self/stat?username=root');
  expect(own.data).toEqual({ quota: 70, rpm: 1, tpm: 7 });
});

test('search finds types by number and contents by their beginning', async () => {
  expect(await contents(root, '/api/log/search?keyword=3')).toEqual(['d', '管理员修改了设置 a']);
  expect(await contents(root, `/api/log/search?keyword=${encodeURIComponent('管理员修改')}`)).toEqual([
    '管理员修改了设置 a',
  ]);
  expect(await contents(root, '/api/log/search?keyword=%25')).toEqual([]);
  expect(await contents(alice, '/api/log/self/search?keyword=2')).toEqual(['a', 'b', 'c']);
  expect(await contents(alice, '/api/log/self/search?keyword=a')).toEqual([]);
});

test('a long beginning is compared whole', async () => {
  const long = `${'x'.repeat(40)}yes`;
  await add({ content: long, type: 4, created_at: now - 60 });
  expect(await contents(root, `/api/log/search?keyword=${'x'.repeat(40)}y`)).toEqual([long]);
  expect(await contents(root, `/api/log/search?keyword=${'x'.repeat(40)}n`)).toEqual([]);
});

describe('refunds of failed tasks', () => {
  beforeAll(() => add({ content: 'a refund', type: 6, created_at: now - 5, quota: 100 }));
  afterAll(() => gateway.sql("DELETE FROM logs WHERE content = 'a refund'"));

  const typesOf = async (visitor: Visitor, path: string) => {
    const { data } = await visitor.get<LogList | LogResponse[]>(path);
    const rows = Array.isArray(data) ? data : data.items;
    return rows.filter(({ content }) => content === 'a refund').map(({ type }) => type);
  };

  test.each([
    ['', [4]],
    ['?type=4', [4]],
    ['?type=6', [6]],
    ['?type=2', []],
    ['?refund_type=6', [6]],
    ['?refund_type=6&type=4', []],
    ['search?keyword=6', [6]],
  ])('are rows of the system for consoles that do not know their type: %s is %j', async (path, types) => {
    expect(await typesOf(root, `/api/log/${path}`)).toEqual(types);
    expect(await typesOf(alice, `/api/log/self/${path}`)).toEqual(types);
  });
});
