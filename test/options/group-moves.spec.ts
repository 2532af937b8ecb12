import { Management, type Visitor } from '../setup/management.js';

/** Everything that has a group is moved to another one. */
let gateway: Management;
let root: Visitor;
let carol: Visitor;
let dave: Visitor;

const move = (from: string, to: string) => root.post('/api/group/move', { from, to });
const groupOf = async ({ id }: Visitor) => (await root.get<{ group: string }>(`/api/user/${id}`)).data.group;
const tokensOf = async (visitor: Visitor) =>
  (await visitor.get<{ name: string; group: string }[]>('/api/token/?p=0&size=10')).data
    .map(({ name, group }) => `${name}: ${group}`)
    .sort();
const channelsIn = async (group: string) =>
  (await root.get<{ name: string; group: string }[]>(`/api/channel/search?group=${group}`)).data.map(
    (channel) => `${channel.name}: ${channel.group}`,
  );

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  await root.put('/api/option/', {
    key: 'GroupRatio',
    value: '{"default":1,"gold":2,"silver":1.5,"open":1}',
  });
  await root.put('/api/option/', {
    key: 'UserUsableGroups',
    value: '{"default":"usual","gold":"best","open":"all"}',
  });
  carol = await gateway.user('carol');
  dave = await gateway.user('dave');
  await root.put('/api/user/', { id: carol.id, group: 'gold' });
  carol = await gateway.signIn('carol', 'password 1');
  for (const visitor of [carol, dave]) {
    await visitor.post('/api/token/', { name: 'chosen', unlimited_quota: true, group: 'gold' });
    await visitor.post('/api/token/', { name: 'own', unlimited_quota: true });
  }
  const channel = { type: 1, key: 'sk-x', models: 'gpt-4o,gpt-4.1' };
  await root.post('/api/channel/', { ...channel, name: 'both', group: 'silver,gold,default' });
  await root.post('/api/channel/', { ...channel, name: 'gold only', group: 'gold' });
  await root.post('/api/channel/', { ...channel, name: 'other', group: 'default' });
});

afterAll(() => gateway?.close());

test('only the super administrator moves, and only to another group that has a ratio', async () => {
  const deputy = await gateway.user('deputy');
  await root.post('/api/user/manage', { id: deputy.id, action: 'promote' });
  const asDeputy = await gateway.signIn('deputy', 'password 1');
  const { message } = await asDeputy.post('/api/group/move', { from: 'gold', to: 'silver' });
  expect(message).toBe('无权进行此操作，权限不足');
  expect((await move('gold', 'gold')).message).toBe('请选择另一个分组');
  expect((await move('gold', 'nowhere')).message).toBe('分组不存在');
  expect((await move('gold', '')).message).toBe('分组不存在');
  expect(await groupOf(carol)).toBe('gold');
});

test('moves users, tokens and channels, after which the group can be removed', async () => {
  const { success, data } = await move('gold', 'silver');
  expect([success, data]).toEqual([true, { users: 1, tokens: 2, channels: 2 }]);
  expect(await groupOf(carol)).toBe('silver');
  expect(await groupOf(dave)).toBe('default');
  // Carol may use her own group silver; dave may not, so that his token has his group.
  expect(await tokensOf(carol)).toEqual(['chosen: silver', 'own: ']);
  expect(await tokensOf(dave)).toEqual(['chosen: ', 'own: ']);
  expect(await channelsIn('silver')).toEqual(['gold only: silver', 'both: silver,default']);
  expect(await channelsIn('gold')).toEqual([]);
  const value = '{"default":1,"silver":1.5,"open":1}';
  expect((await root.put('/api/option/', { key: 'GroupRatio', value })).success).toBe(true);
});

test('the move takes effect with the next request, and is in the log', async () => {
  expect(await carol.get('/api/user/self/groups')).toMatchObject({ data: { silver: { ratio: 1.5 } } });
  const { data } = await root.get<{ items: { content: string }[] }>('/api/log/?p=1&type=3');
  expect(data.items.map(({ content }) => content)).toEqual(
    expect.arrayContaining([
      '管理员将分组 gold 的 1 个用户移到分组 silver',
      '管理员将分组 gold 的 2 个令牌移到分组 silver',
      '管理员将分组 gold 的 2 个渠道移到分组 silver',
    ]),
  );
});

test('users without a group are those of the group default', async () => {
  await gateway.sql(`UPDATE users SET "group" = '' WHERE id = $1`, [dave.id]);
  const { data } = await move('default', 'open');
  expect(data).toEqual({ users: 3, tokens: 0, channels: 2 });
  expect(await groupOf(dave)).toBe('open');
  expect((await move('default', 'open')).data).toEqual({ users: 0, tokens: 0, channels: 0 });
});
