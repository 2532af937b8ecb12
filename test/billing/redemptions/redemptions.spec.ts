import { getDataSourceToken } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { auditLedger } from '../../../server/billing/ledger/ledger-audit.js';
import {
  campaignPageResponse,
  redemptionPageResponse,
  redemptionResponse,
  type CampaignPageResponse,
  type RedemptionPageResponse,
  type RedemptionResponse,
} from '../../../server/contract/resources/redemption.js';
import {
  creditPageResponse,
  type CreditPageResponse,
} from '../../../server/contract/resources/ledger/own-credits.js';
import { REDIS } from '../../../server/core/injection.js';
import { Management, type Visitor } from '../../setup/management.js';

let gateway: Management;
let root: Visitor;
let alice: Visitor;
let bob: Visitor;

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
  root = await gateway.root();
  alice = await gateway.user('alice');
  bob = await gateway.user('bob');
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway.close();
});

const make = async (fields: object = {}) =>
  (await root.post<string[]>('/api/redemption/', { name: 'spring', quota: 100_000, count: 1, ...fields }))
    .data;
const codes = async () =>
  (await root.get<RedemptionPageResponse>('/api/redemption/?p=1&page_size=100')).data.items;
const codeOf = async (key: string): Promise<RedemptionResponse> => {
  const found = (await codes()).find((code) => code.key === key);
  if (found === undefined) throw new Error(`no code ${key}`);
  return found;
};
const redeem = (who: Visitor, key: unknown) => who.post<number>('/api/user/topup', { key });
const quotaOf = async (who: Visitor) => (await who.get<{ quota: number }>('/api/user/self')).data.quota;
const books = () => auditLedger(gateway.app.get(getDataSourceToken()), gateway.app.get<Redis>(REDIS));

test('codes are made in batches, listed newest first, found by the beginning of their name or by id', async () => {
  const keys = await make({ name: '春天 a', count: 3 });
  expect(keys).toHaveLength(3);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  await make({ name: 'x春天' });
  const all = await root.get<RedemptionPageResponse>('/api/redemption/?p=1&page_size=2');
  expect(redemptionPageResponse.parse(all.data)).toMatchObject({ total: 4, page: 1, page_size: 2 });
  expect(all.data.items.map(({ name }) => name)).toEqual(['x春天', '春天 a']);
  const found = await root.get<RedemptionPageResponse>(
    `/api/redemption/search?keyword=${encodeURIComponent('春天')}&p=0&page_size=0`,
  );
  expect(found.data).toMatchObject({ total: 3, page: 1, page_size: 10 });
  const { id } = await codeOf(keys[0]!);
  const byId = await root.get<RedemptionPageResponse>(`/api/redemption/search?keyword=${id}`);
  expect(byId.data.items.map(({ key }) => key)).toEqual([keys[0]]);
  expect((await root.get<RedemptionPageResponse>('/api/redemption/search?keyword=%25')).data.total).toBe(0);
  const one = await root.get(`/api/redemption/${id}`);
  expect(redemptionResponse.parse(one.data)).toMatchObject({
    id,
    user_id: root.id,
    status: 1,
    quota: 100_000,
    redeemed_time: 0,
    used_user_id: 0,
    DeletedAt: null,
  });
});

test('an edit changes what it names, unless someone else has changed that meanwhile', async () => {
  const [key = ''] = await make({ name: 'before', quota: 100 });
  const { id } = await codeOf(key);
  const edit = (change: object) => root.put<RedemptionResponse>('/api/redemption/', { id, ...change });
  expect((await edit({ quota: 200 })).data).toMatchObject({ name: 'before', quota: 200 });
  expect((await edit({ quota: 300, before: { quota: 100 } })).extras.code).toBe('changed_meanwhile');
  const renamed = await edit({ name: 'after', status: 2, before: { name: 'before' } });
  expect(renamed.data).toMatchObject({ name: 'after', quota: 200, status: 1 });
  expect(renamed.extras.ignored).toEqual(['status']);
  await root.delete(`/api/redemption/${id}`);
});

test('lists and searches are limited to a status, with their totals; others are refused', async () => {
  const [used, off, unused] = await make({ name: 'state', count: 3 });
  await redeem(bob, used);
  await root.put('/api/redemption/?status_only=true', { id: (await codeOf(off!)).id, status: 2 });
  const list = async (query: string) => {
    const { items, total } = (await root.get<RedemptionPageResponse>(`/api/redemption/${query}`)).data;
    return { keys: items.map(({ key }) => key), total };
  };
  expect(await list('?status=3')).toEqual({ keys: [used], total: 1 });
  expect(await list('?status=2')).toEqual({ keys: [off], total: 1 });
  expect(await list('search?keyword=state&status=1')).toEqual({ keys: [unused], total: 1 });
  const all = await list('?status=');
  expect((await list('?status=1&page_size=1')).total).toBe(all.total - 2);
  for (const wrong of ['?status=4', 'search?keyword=state&status=used'])
    expect((await root.get(`/api/redemption/${wrong}`)).message).toBe('输入不合法 status 取值不在允许范围内');
});

test.each([
  [{ name: '' }, '兑换码名称长度必须在1-20之间'],
  [{ name: '很'.repeat(21) }, '兑换码名称长度必须在1-20之间'],
  [{ count: 0 }, '兑换码个数必须大于0'],
  [{ count: 101 }, '一次兑换码批量生成的个数不能大于 100'],
  [{ quota: -5 }, '兑换码额度不能为负数'],
  [{ quota: 1.5 }, '无效的参数：quota 应为整数'],
  [{ quota: '5' }, '无效的参数：quota 应为数字'],
  [{ count: 'x' }, '无效的参数：count 应为数字'],
])('a batch with %j is refused and nothing is made', async (fields, message) => {
  const before = (await codes()).length;
  const answer = await root.post('/api/redemption/', { name: 'a', quota: 1, count: 1, ...fields });
  expect(answer).toMatchObject({ status: 200, success: false, message, data: null });
  expect((await codes()).length).toBe(before);
});

test('lists and searches are sorted', async () => {
  for (const [name, quota] of [
    ['order b', 2],
    ['order c', 1],
    ['order a', 2],
  ] as const)
    await make({ name, quota });
  const names = async (query: string) =>
    (await root.get<RedemptionPageResponse>(`/api/redemption/search?keyword=order&${query}`)).data.items.map(
      ({ name }) => name,
    );
  expect(await names('sort=name')).toEqual(['order a', 'order b', 'order c']);
  expect(await names('sort=quota&descending=true')).toEqual(['order a', 'order b', 'order c']);
  expect(await names('sort=quota&page_size=1&p=2')).toEqual(['order b']);
  const { items } = (
    await root.get<RedemptionPageResponse>('/api/redemption/?sort=quota&descending=true&page_size=1')
  ).data;
  expect(items[0]!.quota).toBe(Math.max(...(await codes()).map(({ quota }) => quota)));
});

test('a name of twenty characters is short enough, however many bytes they take', async () => {
  expect(await make({ name: '很'.repeat(20), count: 100 })).toHaveLength(100);
});

test('a code may be worth nothing: it is redeemed once and adds nothing', async () => {
  const [key] = await make({ quota: 0 });
  const before = await quotaOf(alice);
  expect(await redeem(alice, key!)).toMatchObject({ success: true, data: 0 });
  expect(await quotaOf(alice)).toBe(before);
  expect(await redeem(alice, key!)).toMatchObject({ success: false });
});

test('redeeming adds exactly the code’s quota, once, and the log says so', async () => {
  const [key] = await make({ quota: 250_000 });
  const before = await quotaOf(alice);
  expect(await redeem(alice, ` ${key} `)).toMatchObject({ success: true, data: 250_000 });
  expect(await quotaOf(alice)).toBe(before + 250_000);
  const code = await codeOf(key!);
  expect(code).toMatchObject({ status: 3, used_user_id: alice.id });
  expect(code.redeemed_time).toBeGreaterThan(1_700_000_000);
  const content = `通过兑换码充值 ＄0.500000 额度，兑换码ID ${code.id}`;
  expect(
    await gateway.sql('SELECT user_id, username FROM logs WHERE type = 1 AND content = $1', [content]),
  ).toEqual([{ user_id: alice.id, username: 'alice' }]);
  expect((await redeem(alice, key)).message).toBe('兑换失败，该兑换码已被使用');
  expect(await books()).toMatchObject({ balanced: true });
});

test('the codes of a campaign are listed, counted, disabled and deleted together; used ones stay', async () => {
  const keys = await make({ campaign: 'launch', quota: 30_000, count: 3 });
  await make({ campaign: 'other', quota: 1 });
  expect((await redeem(bob, keys[0])).success).toBe(true);
  const campaign = async () => {
    const { data } = await root.get<CampaignPageResponse>('/api/redemption/campaigns?p=1');
    return campaignPageResponse.parse(data).items.find(({ name }) => name === 'launch');
  };
  expect(await campaign()).toMatchObject({ codes: 3, unused: 2, used: 1, given: 30_000, left: 60_000 });
  const { items, total } = (await root.get<RedemptionPageResponse>('/api/redemption/?p=1&campaign=launch'))
    .data;
  expect(total).toBe(3);
  expect(items.find(({ status }) => status === 3)).toMatchObject({
    campaign: 'launch',
    used_username: 'bob',
  });

  const change = (name: string, action: string) =>
    root.put<{ changed: number }>('/api/redemption/campaigns', { name, action });
  expect((await change('launch', 'disable')).data).toEqual({ changed: 2 });
  expect((await redeem(alice, keys[1])).message).toBe('兑换失败，该兑换码已被使用');
  expect(await campaign()).toMatchObject({ unused: 0, disabled: 2, left: 0 });
  expect((await change('launch', 'enable')).data).toEqual({ changed: 2 });
  expect((await change('launch', 'delete')).data).toEqual({ changed: 2 });
  expect(await campaign()).toMatchObject({ codes: 1, used: 1, given: 30_000, left: 0 });
  expect(await change('unknown', 'delete')).toMatchObject({ success: false });
  expect(await change('launch', 'burn')).toMatchObject({ success: false });
  const long = { name: 'spring', quota: 1, count: 1, campaign: 'x'.repeat(51) };
  expect(await root.post('/api/redemption/', long)).toMatchObject({
    success: false,
    message: '活动名称最多 50 个字符',
  });
  const logged = await gateway.sql<{ content: string }>(
    "SELECT content FROM logs WHERE type = 3 AND content LIKE '%活动 launch%' ORDER BY id",
  );
  expect(logged.map(({ content }) => content)).toEqual([
    '管理员禁用了活动 launch 的 2 个兑换码',
    '管理员启用了活动 launch 的 2 个兑换码',
    '管理员删除了活动 launch 的 2 个兑换码',
  ]);
  expect(await books()).toMatchObject({ balanced: true });
});

test('users see what changed their balance besides requests, newest first and in pages, and nobody else’s', async () => {
  const dora = await gateway.user('dora');
  const [key = ''] = await make({ quota: 70_000 });
  const { id } = await codeOf(key);
  await redeem(dora, key);
  await root.put('/api/user/', { id: dora.id, username: 'dora', quota: 50_000 });
  const { data } = await dora.get<CreditPageResponse>('/api/user/credits?p=1&page_size=2');
  expect(creditPageResponse.parse(data)).toMatchObject({
    items: [
      { kind: 'adjust', quota: expect.any(Number), redemption_id: 0, order: '' },
      { kind: 'redemption', quota: 70_000, redemption_id: id },
    ],
    page: 1,
    page_size: 2,
  });
  const others = (await bob.get<CreditPageResponse>('/api/user/credits')).data.items;
  expect(others.some((credit) => credit.redemption_id === id)).toBe(false);
});

test('what is no code is refused', async () => {
  for (const key of ['', '   ', undefined]) expect((await redeem(bob, key)).message).toBe('未提供兑换码');
  expect((await redeem(bob, 5)).message).toBe('无效的参数：key 应为字符串');
  expect((await redeem(bob, 'f'.repeat(32))).message).toBe('兑换失败，无效的兑换码');
  expect((await redeem(bob, 'f'.repeat(3200))).message).toBe('兑换失败，无效的兑换码');
  const [disabled, deleted] = await make({ count: 2 });
  await root.put('/api/redemption/?status_only=true', { id: (await codeOf(disabled!)).id, status: 2 });
  await root.delete(`/api/redemption/${(await codeOf(deleted!)).id}`);
  expect((await redeem(bob, disabled)).message).toBe('兑换失败，该兑换码已被使用');
  expect((await redeem(bob, deleted)).message).toBe('兑换失败，无效的兑换码');
});

test('of many who redeem one code at once exactly one gets it', async () => {
  const [key] = await make({ quota: 70_000 });
  const before = (await quotaOf(alice)) + (await quotaOf(bob));
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => redeem(i % 2 === 0 ? alice : bob, key)),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect((await quotaOf(alice)) + (await quotaOf(bob))).toBe(before + 70_000);
  expect(await books()).toMatchObject({ balanced: true });
});

test('whoever guesses waits after ten wrong codes, and others do not', async () => {
  const carol = await gateway.user('carol');
  const guesses = await Promise.all(Array.from({ length: 15 }, (_, i) => redeem(carol, `guess ${i}`)));
  expect(guesses.filter(({ message }) => message === '兑换失败，无效的兑换码')).toHaveLength(10);
  const [key] = await make();
  expect(await redeem(carol, key)).toMatchObject({ status: 429, message: '请求次数过多，请稍后再试' });
  expect((await redeem(bob, key)).success).toBe(true);
});

test('only unused codes are edited, and a used one never comes back', async () => {
  const [edited, used] = await make({ count: 2 });
  const row = await codeOf(edited!);
  const answer = await root.put('/api/redemption/', { ...row, name: 'summer', quota: 5 });
  expect(answer.data).toMatchObject({ name: 'summer', quota: 5, key: edited });
  expect((await root.put('/api/redemption/', { ...row, quota: -1 })).message).toBe('兑换码额度不能为负数');
  await root.put('/api/redemption/?status_only=true', { ...row, status: 2 });
  expect((await root.put('/api/redemption/', row)).message).toBe('只能编辑未使用的兑换码');
  expect((await root.put('/api/redemption/?status_only=true', { id: row.id, status: 3 })).message).toBe(
    '无效的参数',
  );
  await redeem(alice, used);
  const { id } = await codeOf(used!);
  for (const status of [1, 2])
    expect((await root.put('/api/redemption/?status_only=true', { id, status })).message).toBe(
      '该兑换码已被使用',
    );
  expect((await root.put('/api/redemption/', { id, name: 'a', quota: 1 })).message).toBe('该兑换码已被使用');
  expect((await redeem(bob, used)).message).toBe('兑换失败，该兑换码已被使用');
});

test('a code that is switched while it is redeemed is either used or not, never both', async () => {
  for (let round = 0; round < 5; round++) {
    const [key] = await make({ quota: 1000 });
    const { id } = await codeOf(key!);
    const before = await quotaOf(alice);
    const [redeemed] = await Promise.all([
      redeem(alice, key),
      root.put('/api/redemption/?status_only=true', { id, status: 2 }),
      root.put('/api/redemption/?status_only=true', { id, status: 1 }),
    ]);
    const { status } = await codeOf(key!);
    expect(status === 3).toBe(redeemed.success);
    expect(await quotaOf(alice)).toBe(before + (redeemed.success ? 1000 : 0));
  }
});

test('deleting hides a code; what is not there is not found', async () => {
  const [key] = await make();
  const { id } = await codeOf(key!);
  expect(await root.delete(`/api/redemption/${id}/`)).toMatchObject({ success: true, data: null });
  for (const answer of [
    await root.get(`/api/redemption/${id}`),
    await root.delete(`/api/redemption/${id}`),
    await root.put('/api/redemption/', { id, name: 'a', quota: 1 }),
  ])
    expect(answer.message).toBe('兑换码不存在');
  expect((await root.delete('/api/redemption/0')).message).toBe('id 为空！');
  expect((await root.get('/api/redemption/x')).message).toBe('无效的参数');
});

test('every write is in the log with what changed, without a key anybody could redeem', async () => {
  const [key] = await make({ name: 'audited' });
  const { id } = await codeOf(key!);
  await root.put('/api/redemption/', { id, name: 'audited too', quota: 9 });
  await root.delete(`/api/redemption/${id}`);
  const rows = await gateway.sql<{ other: string; content: string }>(
    `SELECT content, other FROM logs WHERE type = 3 AND content LIKE '%兑换码%' ORDER BY id DESC LIMIT 3`,
  );
  expect(rows.map(({ other }) => (JSON.parse(other) as { admin_info: object }).admin_info)).toMatchObject([
    { admin_id: root.id, before: { name: 'audited too', quota: 9, status: 1 } },
    { before: { name: 'audited', quota: 100_000 }, after: { name: 'audited too', quota: 9 } },
    { admin_username: 'root', after: { name: 'audited', count: 1, keys: key!.slice(0, 4) } },
  ]);
  expect(JSON.stringify(rows)).not.toContain(key);
});

test('codes are the administrators’ business', async () => {
  for (const answer of [
    await alice.get('/api/redemption/'),
    await alice.post('/api/redemption/', { name: 'a', quota: 1, count: 1 }),
  ])
    expect(answer.message).toBe('无权进行此操作，权限不足');
});
