import { SEARCH_ROWS, type SearchResponse } from '../../server/contract/resources/search.js';
import type { TokenResponse } from '../../server/contract/resources/token.js';
import { Management, type Visitor } from '../setup/management.js';
import { until } from '../setup/until.js';

/** One search for all records: who sees what, and which are first. */
let gateway: Management;
let root: Visitor;
let admin: Visitor;
let alice: Visitor;
let channelId: number;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  const { id } = await gateway.user('an admin');
  await root.post('/api/user/manage', { id, action: 'promote' });
  admin = await gateway.signIn('an admin', 'password 1');
  alice = await gateway.user('alice');
  await gateway.sql(
    `INSERT INTO channels (id, name, key, type, models, "group") OVERRIDING SYSTEM VALUE
     SELECT 500 + n, CASE n WHEN 1 THEN 'west' WHEN 2 THEN 'south west' ELSE 'west ' || n END, 'k', 1, '', 'default'
     FROM generate_series(1, 8) n`,
  );
  await root.post('/api/channel/', {
    type: 1,
    name: 'served',
    key: 'sk-of-the-provider',
    models: 'wide-model,wider-model',
    group: 'default',
  });
  const [row] = await gateway.sql<{ id: number }>(`SELECT id FROM channels WHERE name = 'served'`);
  channelId = row!.id;
  for (const [who, name] of [
    [root, 'of root, 100%'],
    [alice, 'of alice'],
    [admin, 'of the admin'],
  ] as const)
    await who.post('/api/token/', { name, unlimited_quota: true });
  await root.post('/api/redemption/', { name: 'winter', quota: 7, count: 1 });
});
afterAll(() => gateway?.close());

const search = async (who: Visitor, q: string) =>
  (await who.get<SearchResponse>(`/api/search?q=${encodeURIComponent(q)}`)).data;
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

test('administrators find channels, users, tokens of all users, models and redemption codes', async () => {
  await until(async () => (await search(admin, 'wide')).models.length === 2);
  expect(await search(admin, 'wide')).toEqual({
    channels: [],
    users: [],
    tokens: [],
    models: [
      { name: 'wide-model', channels: 1 },
      { name: 'wider-model', channels: 1 },
    ],
    redemptions: [],
  });
  const { channels, users, tokens } = await search(admin, 'served');
  expect([names(channels), users, tokens]).toEqual([['served'], [], []]);
  expect((await search(admin, 'ALICE')).users).toEqual([
    expect.objectContaining({ id: alice.id, username: 'alice', role: 1, status: 1, deleted: false }),
  ]);
  expect((await search(admin, 'of ')).tokens.map(({ name, username }) => [name, username])).toEqual([
    ['of the admin', 'an admin'],
    ['of alice', 'alice'],
    ['of root, 100%', 'root'],
  ]);
  expect((await search(admin, 'wint')).redemptions).toEqual([
    { id: expect.any(Number), name: 'winter', status: 1, quota: 7 },
  ]);
});

test('users find their own tokens and the models that they can call, and nothing else', async () => {
  const { tokens, ...others } = await search(alice, 'of ');
  expect(tokens.map(({ name, user_id }) => [name, user_id])).toEqual([['of alice', alice.id]]);
  expect(others).toEqual({ channels: [], users: [], models: [], redemptions: [] });
  for (const q of ['west', 'winter', 'admin', `#${channelId}`, `@${admin.id}`])
    expect(await search(alice, q)).toMatchObject({ channels: [], users: [], redemptions: [] });
  expect((await search(alice, 'wide-m')).models).toEqual([{ name: 'wide-model', channels: null }]);
});

test('the id comes first, then the whole name, its beginning and parts of it, at most five of a kind', async () => {
  expect((await search(admin, '#505')).channels.map(({ id }) => id)).toEqual([505]);
  expect((await search(admin, `@${alice.id}`)).users.map(({ id }) => id)).toEqual([alice.id]);
  const { channels } = await search(admin, 'west');
  expect(channels).toHaveLength(SEARCH_ROWS);
  expect(names(channels)).toEqual(['west', 'west 8', 'west 7', 'west 6', 'west 5']);
  expect(names((await search(admin, 'south')).channels)).toEqual(['south west']);
});

test('wildcards are taken literally', async () => {
  expect((await search(admin, '%')).tokens.map(({ name }) => name)).toEqual(['of root, 100%']);
  expect((await search(admin, 'w_st')).channels).toEqual([]);
  expect((await search(admin, '\\')).tokens).toEqual([]);
});

test('keys and codes are neither compared nor returned', async () => {
  const { data } = await alice.get<TokenResponse[]>('/api/token/?p=0&size=1');
  const { key } = data[0]!;
  for (const q of [key, `sk-${key}`, key.slice(0, 4), 'sk-of-the-provider'])
    for (const who of [alice, root])
      expect(await search(who, q)).toMatchObject({ channels: [], tokens: [], redemptions: [] });
  expect(JSON.stringify(await search(root, 'of '))).not.toContain(key.slice(0, 8));
});

test('an address that the administrator may not see does not match', async () => {
  await gateway.sql(`UPDATE users SET email = 'hidden@example.org' WHERE username = 'root'`);
  expect((await search(admin, 'hidden@')).users).toEqual([]);
  expect((await search(root, 'hidden@')).users.map(({ username }) => username)).toEqual(['root']);
});

test('empty text finds nothing, and long text is refused', async () => {
  const nothing = { channels: [], users: [], tokens: [], models: [], redemptions: [] };
  expect((await admin.get('/api/search')).data).toEqual(nothing);
  expect(await search(admin, '  ')).toEqual(nothing);
  expect(await admin.get(`/api/search?q=${'x'.repeat(101)}`)).toMatchObject({ success: false, status: 200 });
});
