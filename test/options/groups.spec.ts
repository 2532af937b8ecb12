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
