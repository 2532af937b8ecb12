import request from 'supertest';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  await root.put('/api/option/', { key: 'GroupRatio', value: '{"default":1,"vip":0.5,"inner":2}' });
  await root.put('/api/option/', {
    key: 'UserUsableGroups',
    value: '{"default":"usual","vip":"better","gone":"no ratio"}',
  });
});

afterAll(() => gateway?.close());

test('administrators see every group, sorted', async () => {
  expect((await root.get('/api/group/')).data).toEqual(['default', 'inner', 'vip']);
});

test('users are offered the open groups that have a ratio, and their own', async () => {
  const alice = await gateway.user('alice');
  const open = { default: { ratio: 1, desc: 'usual' }, vip: { ratio: 0.5, desc: 'better' } };
  expect((await alice.get('/api/user/self/groups')).data).toEqual(open);
  await root.put('/api/user/', { id: alice.id, group: 'inner' });
  const again = await gateway.signIn('alice', 'password 1');
  expect((await again.get('/api/user/self/groups')).data).toEqual({
    ...open,
    inner: { ratio: 2, desc: '用户分组' },
  });
  expect((await again.get('/api/group/')).message).toBe('无权进行此操作，权限不足');
});

test("a group's price is what members of the user's own group pay", async () => {
  const value = { inner: { vip: 0.1, gone: 3 }, default: { vip: 0 } };
  const put = (given: unknown) => root.put('/api/option/', { key: 'GroupGroupRatio', value: given });
  await put(value);
  const alice = await gateway.signIn('alice', 'password 1');
  expect((await alice.get('/api/user/self/groups')).data).toEqual({
    default: { ratio: 1, desc: 'usual' },
    vip: { ratio: 0.1, desc: 'better' },
    inner: { ratio: 2, desc: '用户分组' },
  });
  expect((await alice.get('/api/pricing')).extras).toMatchObject({ group_ratio: { vip: 0.1, inner: 2 } });
  const answer = await request(gateway.app.getHttpServer()).get('/api/user/groups');
  expect(answer.body.data.vip.ratio).toBe(0);
  for (const wrong of [{ vip: 1 }, { vip: { default: -1 } }, { vip: { default: '1' } }, []])
    expect((await put(wrong)).success).toBe(false);
  await put({});
});

describe('automatic groups', () => {
  const token = (group: string) => ({ name: 'n', unlimited_quota: true, group });
  const choices = async () => {
    const alice = await gateway.signIn('alice', 'password 1');
    const { extras } = await alice.get('/api/user/self/groups');
    return { alice, extras };
  };

  test('there are none, and no token leaves its group open, until operators name them', async () => {
    const { alice, extras } = await choices();
    expect(extras).toMatchObject({ auto_groups: [], default_use_auto_group: false });
    expect((await alice.post('/api/token/', token('auto'))).message).toBe('无权使用该分组');
  });

  test('are those that a user may use, in their order', async () => {
    const put = (key: string, value: unknown) => root.put('/api/option/', { key, value });
    await put('AutoGroups', ['gone', 'vip', 'nobody has it', 'inner', 'default']);
    await put('DefaultUseAutoGroup', true);
    const { alice, extras } = await choices();
    expect(extras).toMatchObject({ auto_groups: ['vip', 'inner', 'default'], default_use_auto_group: true });
    expect((await alice.get('/api/pricing')).extras).toMatchObject({
      auto_groups: ['vip', 'inner', 'default'],
    });
    expect((await alice.post('/api/token/', token('auto'))).success).toBe(true);
    for (const wrong of [['vip', 'vip'], [''], [1], {}, 'vip'])
      expect((await put('AutoGroups', wrong)).success).toBe(false);
    await put('AutoGroups', ['nobody has it']);
    expect((await choices()).extras).toMatchObject({ auto_groups: [], default_use_auto_group: false });
  });
});

test('visitors are offered the open groups', async () => {
  const answer = await request(gateway.app.getHttpServer()).get('/api/user/groups');
  expect(Object.keys(answer.body.data)).toEqual(['default', 'vip']);
});

describe('removing a group', () => {
  const remove = () =>
    root.put('/api/option/', { key: 'GroupRatio', value: '{"default":1,"vip":0.5,"inner":2}' });
  const add = () =>
    root.put('/api/option/', { key: 'GroupRatio', value: '{"default":1,"vip":0.5,"inner":2,"gold":5}' });
  const ratios = async () => {
    const { data } = await root.get('/api/option/');
    const options = data as { key: string; value: string }[];
    return JSON.parse(options.find(({ key }) => key === 'GroupRatio')?.value ?? '') as object;
  };
  beforeEach(add);

  test('is refused while users, tokens or channels have it, with their numbers', async () => {
    const carol = await gateway.user('carol');
    await root.put('/api/option/', { key: 'UserUsableGroups', value: '{"default":"usual","gold":"best"}' });
    await root.put('/api/user/', { id: carol.id, group: 'gold' });
    const member = await gateway.signIn('carol', 'password 1');
    await member.post('/api/token/', { name: 'one', unlimited_quota: true, group: 'gold' });
    await member.post('/api/token/', { name: 'two', unlimited_quota: true, group: 'gold' });
    const channel = { name: 'golden', type: 1, key: 'sk-x', models: 'gpt-4o,gpt-4.1', group: 'default,gold' };
    await root.post('/api/channel/', channel);
    const { success, message, extras } = await remove();
    expect(extras).toMatchObject({ code: 'group_in_use' });
    expect([success, message]).toEqual([
      false,
      '分组 gold 仍有 1 个用户、2 个令牌和 1 个渠道在使用，请先将其移到其他分组再删除。',
    ]);
    expect(await ratios()).toHaveProperty('gold', 5);

    await root.put('/api/user/', { id: carol.id, group: 'default' });
    const tokens = (await member.get('/api/token/?p=0&size=10')).data as { id: number }[];
    for (const { id } of tokens) await member.delete(`/api/token/${id}`);
    expect((await remove()).message).toContain('0 个用户、0 个令牌和 1 个渠道');
    const [golden] = (await root.get('/api/channel/search?keyword=golden')).data as { id: number }[];
    await root.delete(`/api/channel/${golden!.id}`);
    expect((await remove()).success).toBe(true);
    expect(await ratios()).not.toHaveProperty('gold');
  });

  test('users without a group have the group default', async () => {
    const answer = await root.put('/api/option/', { key: 'GroupRatio', value: '{"vip":0.5}' });
    expect(answer.message).toMatch(/^分组 default 仍有 [1-9]\d* 个用户/);
  });
});
