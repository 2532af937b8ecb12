import type { ChannelResponse } from '../../server/contract/resources/channels/channel.js';
import { ChannelRegistry } from '../../server/channels/channel-registry.js';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
});

beforeEach(() => gateway.sql('DELETE FROM channels'));

afterAll(() => gateway?.close());

async function made(name: string, fields: Record<string, unknown> = {}): Promise<ChannelResponse> {
  const form = { type: 1, name, key: `sk-${name}`, models: 'gpt-4o', group: 'default', ...fields };
  await root.post('/api/channel/', form);
  const { data } = await root.get<ChannelResponse[]>('/api/channel/?p=0&page_size=1&id_sort=true');
  return data[0]!;
}

const read = async ({ id }: ChannelResponse) => (await root.get<ChannelResponse>(`/api/channel/${id}`)).data;
const change = (...changes: object[]) => root.put<number>('/api/channel/batch', { changes });

test('different values for different channels, by one request, which is in effect at once and in the log', async () => {
  const [one, two, three] = [await made('one'), await made('two', { tag: 'old' }), await made('three')];
  const answer = await change(
    { ids: [one.id, two.id], priority: 7, weight: 3, models: ' o1,gpt-4o , o1', tag: 'fast' },
    { ids: [three.id], group: 'vip, default', tag: '' },
  );
  expect(answer).toMatchObject({ success: true, data: 3 });
  const common = { priority: 7, weight: 3, models: 'o1,gpt-4o', group: 'default', tag: 'fast' };
  expect(await read(one)).toEqual({ ...one, ...common });
  expect(await read(two)).toEqual({ ...two, ...common });
  expect(await read(three)).toEqual({ ...three, group: 'vip,default' });
  const registry = gateway.app.get(ChannelRegistry);
  expect(registry.tiers('default', 'o1')).toEqual([
    [one, two].map(({ id }) => ({ channelId: id, weight: 3 })),
  ]);
  expect(registry.tiers('vip', 'gpt-4o')).toEqual([[{ channelId: three.id, weight: 0 }]]);
  const [row] = await gateway.sql<{ content: string; other: string }>(
    'SELECT content, other FROM logs WHERE type = 3 ORDER BY id DESC LIMIT 1',
  );
  expect(row!.content).toBe(
    `管理员批量修改了渠道：weight, models, priority, tag, group（#${one.id}, #${two.id}, #${three.id}）`,
  );
  const { before, after } = (JSON.parse(row!.other) as { admin_info: { before: object[]; after: object[] } })
    .admin_info;
  expect(before[1]).toEqual({
    id: two.id,
    priority: 0,
    weight: 0,
    models: 'gpt-4o',
    group: 'default',
    tag: 'old',
  });
  expect(after[2]).toEqual({ id: three.id, group: 'vip,default', tag: null });
});

test('of values that someone has changed meanwhile none is overwritten, and the error names the channel', async () => {
  const [one, two] = [await made('one'), await made('two')];
  await root.put('/api/channel/', { id: two.id, priority: 5 });
  const ids = [one.id, two.id];
  const refused = await change({ ids, priority: 9, before: { priority: 0 } });
  expect(refused).toMatchObject({ success: false, extras: { code: 'changed_meanwhile' } });
  expect(refused.message).toContain(`#${two.id} priority`);
  expect((await read(one)).priority).toBe(0);
  expect(await change({ ids, priority: 5, before: { priority: 0 } })).toMatchObject({ success: true });
});

test.each<[string, (id: number) => object[], string]>([
  ['a channel that does not exist', (id) => [{ ids: [id, 999_999], priority: 9 }], 'channels_gone'],
  [
    'a channel in two changes',
    (id) => [
      { ids: [id], priority: 9 },
      { ids: [id], weight: 9 },
    ],
    'channel_parameters',
  ],
  ['nothing to change', (id) => [{ ids: [id] }], 'channel_parameters'],
  ['no models', (id) => [{ ids: [id], priority: 9, models: ' , ' }], 'channel_without_models'],
  ['no groups', (id) => [{ ids: [id], priority: 9, group: '' }], 'channel_without_groups'],
  ['a priority that is too low', (id) => [{ ids: [id], priority: -1000 }], 'invalid_input'],
  ['no change', () => [], 'invalid_input'],
])('%s: nothing is changed', async (_what, changes, code) => {
  const one = await made('one');
  expect(await change(...changes(one.id))).toMatchObject({ success: false, extras: { code } });
  expect(await read(one)).toEqual(one);
});
