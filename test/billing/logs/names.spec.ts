import type { LogResponse, LogSumsResponse } from '../../../server/contract/resources/logs/log.js';
import type { TokenResponse } from '../../../server/contract/resources/token.js';
import type { UsageResponse } from '../../../server/contract/resources/usage.js';
import { Management, type Visitor } from '../../setup/management.js';

/** Accounts, tokens and channels that were renamed or deleted after they were used. */
let gateway: Management;
let root: Visitor;
const NOW = Math.floor(Date.now() / 1000);

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
});
afterAll(() => gateway?.close());
beforeEach(() => gateway.sql('DELETE FROM logs'));

interface Call {
  user: Visitor;
  username: string;
  quota: number;
  token?: { id: number; name: string };
  channel?: number;
}

/** What the poster writes for a call. */
async function call({ user, username, quota, token, channel = 0 }: Call): Promise<void> {
  await gateway.sql(
    `INSERT INTO logs (type, user_id, username, token_id, token_name, channel_id, quota, created_at)
     VALUES (2, $1, $2, $3, $4, $5, $6, $7)`,
    [user.id, username, token?.id ?? 0, token?.name ?? '', channel, quota, NOW - 1],
  );
  await gateway.sql(
    `INSERT INTO quota_data (user_id, username, model_name, created_at, quota, token_used, count)
     VALUES ($1, $2, 'm', $3, $4, 1, 1)
     ON CONFLICT (user_id, created_at, model_name, username) DO UPDATE SET quota = quota_data.quota + $4`,
    [user.id, username, Math.floor(NOW / 3600) * 3600, quota],
  );
}

const named = async (name: string) => (await gateway.user(name)) as Visitor;
const rename = (user: Visitor, username: string) => root.put('/api/user/', { id: user.id, username });

/** Quotas of the calls that a filter finds: of the list, of the sum, and of the dashboard. */
async function found(who: Visitor, query: string, own = false) {
  const list = await who.get<{ items: LogResponse[] }>(`/api/log/${own ? 'self' : ''}?type=2&${query}`);
  const sum = await who.get<LogSumsResponse>(`/api/log/${own ? 'self/' : ''}stat?${query}`);
  return [list.data.items.map(({ quota }) => quota).toSorted((a, b) => a - b), sum.data.quota];
}
const dashboard = async (username: string) =>
  (await root.get<UsageResponse[]>(`/api/data/?username=${username}`)).data
    .map(({ quota }) => quota)
    .toSorted((a, b) => a - b);

test('a user is found with the calls from before and after a new name, in lists, sums and the dashboard', async () => {
  const user = await named('anna');
  await call({ user, username: 'anna', quota: 10 });
  await rename(user, 'berta');
  await call({ user, username: 'berta', quota: 5 });
  expect(await found(root, 'username=berta')).toEqual([[5, 10], 15]);
  expect(await dashboard('berta')).toEqual([5, 10]);
  // No account has the name any more: it stands for the one that had it.
  expect(await found(root, 'username=anna')).toEqual([[5, 10], 15]);
  expect(await dashboard('anna')).toEqual([5, 10]);
  expect(await found(root, 'username=nobody')).toEqual([[], 0]);
});

test('a name that another account has taken over finds that account only', async () => {
  const first = await named('carla');
  await call({ user: first, username: 'carla', quota: 1 });
  await rename(first, 'dana');
  const second = await named('carla');
  await call({ user: second, username: 'carla', quota: 20 });
  expect(await found(root, 'username=carla')).toEqual([[20], 20]);
  expect(await found(root, 'username=dana')).toEqual([[1], 1]);
  expect(await dashboard('carla')).toEqual([20]);
  // Neither has it: only what was called under the name can be meant.
  await rename(second, 'erika');
  await call({ user: second, username: 'erika', quota: 300 });
  expect(await found(root, 'username=carla')).toEqual([[1, 20], 21]);
});

test('a deleted user is found by the name that the log shows', async () => {
  const user = await named('fiona');
  await call({ user, username: 'fiona', quota: 7 });
  await root.delete(`/api/user/${user.id}`);
  const { data } = await root.get<{ items: LogResponse[] }>('/api/log/?type=2&username=fiona');
  expect(data.items).toMatchObject([{ username: 'fiona', quota: 7 }]);
  expect(await dashboard('fiona')).toEqual([7]);
});

test('a token is found under its present name with all its calls, and not with those of another', async () => {
  const user = await named('gina');
  const other = await named('hilda');
  const make = async (who: Visitor, name: string) => {
    await who.post('/api/token/', { name, unlimited_quota: true });
    return (await who.get<TokenResponse[]>('/api/token/')).data[0]!;
  };
  const token = await make(user, 'old');
  await call({ user, username: 'gina', quota: 1, token });
  await user.put('/api/token/', { id: token.id, name: 'new' });
  await call({ user, username: 'gina', quota: 2, token: { ...token, name: 'new' } });
  const successor = await make(user, 'old');
  await call({ user, username: 'gina', quota: 40, token: successor });
  const foreign = await make(other, 'new');
  await call({ user: other, username: 'hilda', quota: 500, token: foreign });
  // Imported from a database without numbers of tokens.
  await call({ user, username: 'gina', quota: 6000, token: { id: 0, name: 'new' } });

  expect(await found(user, 'token_name=new', true)).toEqual([[1, 2, 6000], 6003]);
  expect(await found(user, 'token_name=old', true)).toEqual([[40], 40]);
  expect(await found(root, 'token_name=new&username=gina')).toEqual([[1, 2, 6000], 6003]);
  expect(await found(root, 'token_name=new')).toEqual([[1, 2, 500, 6000], 6503]);
  await user.delete(`/api/token/${token.id}`);
  expect(await found(user, 'token_name=new', true)).toEqual([[1, 2, 6000], 6003]);
  await user.put('/api/token/', { id: successor.id, name: 'newest' });
  // No token has the name any more: it finds what was called with it.
  expect(await found(user, 'token_name=old', true)).toEqual([[1, 40], 41]);
});

test('the name of a deleted channel stays in the log', async () => {
  await root.post('/api/channel/', { type: 1, name: 'retired', key: 'k', models: 'm' });
  const [channel] = (await root.get<{ id: number }[]>('/api/channel/')).data;
  await call({ user: root, username: 'root', quota: 1, channel: channel!.id });
  const shown = async () =>
    (await root.get<{ items: LogResponse[] }>(`/api/log/?channel=${channel!.id}`)).data.items.map(
      ({ channel_name: name }) => name,
    );
  await root.put('/api/channel/', { id: channel!.id, name: 'renamed' });
  expect(await shown()).toEqual(['renamed']);
  expect((await root.delete(`/api/channel/${channel!.id}`)).success).toBe(true);
  expect(await shown()).toEqual(['renamed']);
});
