import type { TokenResponse } from '../../server/contract/resources/token.js';
import type {
  ManagedUserTokenResponse,
  UserTokenPageResponse,
  UserTokenResponse,
} from '../../server/contract/resources/accounts/user-token.js';
import { Management, type Visitor } from '../setup/management.js';
import { until } from '../setup/until.js';

let gateway: Management;
let root: Visitor;
let admin: Visitor;
let alice: Visitor;
let token: TokenResponse;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  const { id } = await gateway.user('an admin');
  await root.post('/api/user/manage', { id, action: 'promote' });
  admin = await gateway.signIn('an admin', 'password 1');
  alice = await gateway.user('alice');
  token = await made(alice, 'build server');
});
afterAll(() => gateway?.close());

async function made(owner: Visitor, name: string): Promise<TokenResponse> {
  await owner.post('/api/token/', { name, unlimited_quota: true });
  const { data } = await owner.get<TokenResponse[]>('/api/token/?p=0&size=1');
  // Only lists have the spend.
  const { week_quota: _spend, ...token } = data[0]!;
  return token;
}

const list = async (query = '') => (await admin.get<UserTokenPageResponse>(`/api/user-tokens${query}`)).data;
const find = (key: string) => admin.post<UserTokenResponse[]>('/api/user-tokens/find', { key });
const manage = (who: Visitor, id: number, action: string) =>
  who.post<ManagedUserTokenResponse>('/api/user-tokens/manage', { id, action });

/** Whether the relay accepts a key. */
async function isAccepted(key: string): Promise<boolean> {
  const response = await fetch(`${await gateway.app.getUrl()}/v1/models`, {
    headers: { authorization: `Bearer sk-${key}` },
  });
  await response.text();
  return response.status === 200;
}

describe('the list', () => {
  test('has the tokens of all users with their owners, newest first, and no keys', async () => {
    const newer = await made(admin, 'of the admin');
    const { items, total } = await list();
    expect(total).toBe(2);
    expect(items.map(({ id }) => id)).toEqual([newer.id, token.id]);
    expect(items[1]).toEqual({
      id: token.id,
      user_id: alice.id,
      username: 'alice',
      user_role: 1,
      masked_key: `sk-${token.key.slice(0, 4)}••••${token.key.slice(-4)}`,
      status: 1,
      name: 'build server',
      created_time: token.created_time,
      accessed_time: token.accessed_time,
      expired_time: -1,
      remain_quota: 0,
      unlimited_quota: true,
      used_quota: 0,
      group: '',
      scopes: '',
      former_key: null,
      last_use: null,
      refused_use: null,
    });
    expect(JSON.stringify(items)).not.toContain(token.key);
  });

  test.each([
    ['the name of the token', '?keyword=BUILD', true],
    ['the name of the owner', '?keyword=lic', true],
    ['its id', () => `?keyword=${token.id}`, true],
    ['the owner', () => `?user_id=${alice.id}`, true],
    ['its status', '?status=1&keyword=build', true],
    ['another status', '?status=2', false],
    ['wildcards, taken literally', '?keyword=%25', false],
  ])('finds by %s', async (_by, query, isFound) => {
    const { items } = await list(typeof query === 'string' ? query : query());
    expect(items.some(({ id }) => id === token.id)).toBe(isFound);
  });

  test('is for administrators', async () => {
    expect((await alice.get('/api/user-tokens')).success).toBe(false);
    expect((await alice.post('/api/user-tokens/find', { key: token.key })).success).toBe(false);
    expect((await manage(alice, token.id, 'disable')).success).toBe(false);
  });
});

describe('a search by key', () => {
  test.each([
    ['the whole key', () => `sk-${token.key}`],
    ['its last four characters', () => token.key.slice(-4)],
    ['the key as the console masks it', () => `sk-${token.key.slice(0, 4)}••••${token.key.slice(-4)}`],
    ['the key as error messages mask it', () => `${token.key.slice(0, 3)}***${token.key.slice(-3)}`],
  ])('finds by %s', async (_by, key) => {
    const { data } = await find(key());
    expect(data.map(({ id, username }) => [id, username])).toEqual([[token.id, 'alice']]);
  });

  test('does not reveal more characters than are displayed', async () => {
    expect((await find(token.key.slice(-5))).data).toEqual([]);
    const wrong = `${'x'.repeat(3)}${token.key.slice(0, 4)}••••${token.key.slice(-4)}`;
    expect((await find(wrong)).data).toEqual([]);
    // The fifth character from either end is not compared.
    const guess = `${token.key.slice(0, 4)}~••••~${token.key.slice(-4)}`;
    expect((await find(guess)).data.map(({ id }) => id)).toEqual([token.id]);
  });
});

describe('an administrator', () => {
  test('disables and enables a token of a user, who finds both in the log', async () => {
    expect(await isAccepted(token.key)).toBe(true);
    expect((await manage(admin, token.id, 'disable')).data).toMatchObject({ status: 2, notified: false });
    await until(async () => !(await isAccepted(token.key)));
    expect((await manage(admin, token.id, 'enable')).data).toMatchObject({ status: 1 });
    await until(() => isAccepted(token.key));
    const { data } = await alice.get<{ items: { type: number; content: string }[] }>('/api/log/self/');
    const changes = data.items.filter(({ type }) => type === 3).map(({ content }) => content);
    expect(changes.slice(0, 2)).toEqual([
      `管理员启用了令牌「build server」（#${token.id}）`,
      `管理员禁用了令牌「build server」（#${token.id}）`,
    ]);
    const { data: audit } = await root.get<object[]>('/api/audit?action=change&size=2');
    expect(audit).toMatchObject([
      { actor_id: admin.id, user_id: alice.id, details: { admin_info: { after: { status: 1 } } } },
      { actor_id: admin.id, user_id: alice.id, details: { admin_info: { after: { status: 2 } } } },
    ]);
  });

  test('replaces a leaked key: the old one ends, the owner alone sees the new one and gets a notice', async () => {
    await gateway.sql(`UPDATE users SET email = 'alice@example.com', setting = $2 WHERE id = $1`, [
      alice.id,
      JSON.stringify({ notify_type: 'webhook', webhook_url: 'https://alice.example.com/hook' }),
    ]);
    const { data } = await manage(admin, token.id, 'replace_key');
    const { data: after } = await alice.get<TokenResponse>(`/api/token/${token.id}`);
    expect(after).toEqual({ ...token, key: after.key });
    expect(after.key).toMatch(/^[0-9A-Za-z]{48}$/);
    expect(data).toMatchObject({ id: token.id, notified: true, masked_key: expect.stringMatching(/•/) });
    expect(JSON.stringify(data)).not.toContain(after.key);
    await until(async () => !(await isAccepted(token.key)));
    expect(await isAccepted(after.key)).toBe(true);
    expect((await find(token.key)).data).toEqual([]);
    const stored = await gateway.sql<{ type: string; message: string }>(
      'SELECT type, message FROM outbox WHERE user_id = $1',
      [alice.id],
    );
    expect(stored).toMatchObject([{ type: `token_key_replaced_${token.id}` }]);
    const everywhere = JSON.stringify([
      stored,
      (await root.get('/api/audit')).data,
      (await root.get('/api/log/')).data,
    ]);
    expect(everywhere).toContain(token.key.slice(-4));
    for (const key of [token.key, after.key]) expect(everywhere).not.toContain(key);
    token = after;
  });

  test('does not change tokens of others with the same or a higher role, and its own it does', async () => {
    const [own, roots] = [await made(admin, 'own'), await made(root, 'of root')];
    expect((await manage(admin, roots.id, 'disable')).extras).toMatchObject({ code: 'user_not_editable' });
    expect((await manage(admin, roots.id, 'replace_key')).extras).toMatchObject({
      code: 'user_not_editable',
    });
    expect((await root.get<TokenResponse>(`/api/token/${roots.id}`)).data).toEqual(roots);
    expect((await manage(admin, own.id, 'disable')).data.status).toBe(2);
    expect((await manage(root, own.id, 'enable')).data.status).toBe(1);
  });

  test('does not enable what has expired, and finds no deleted token', async () => {
    const expired = await made(alice, 'expired');
    await gateway.sql('UPDATE tokens SET status = 3, expired_time = 1 WHERE id = $1', [expired.id]);
    expect((await manage(admin, expired.id, 'enable')).extras).toMatchObject({ code: 'token_still_expired' });
    await alice.delete(`/api/token/${expired.id}`);
    expect((await manage(admin, expired.id, 'disable')).extras).toMatchObject({ code: 'token_not_found' });
    expect((await list('?keyword=expired')).items).toEqual([]);
    expect((await find(expired.key)).data).toEqual([]);
  });
});

test('owners replace the key of a token, and no one else does', async () => {
  const { data } = await alice.post<TokenResponse>(`/api/token/${token.id}/key`, {});
  const uses = { last_use: expect.any(Object) as object, refused_use: expect.any(Object) as object };
  expect(data).toEqual({ ...token, key: data.key, ...uses });
  await until(async () => !(await isAccepted(token.key)));
  expect(await isAccepted(data.key)).toBe(true);
  const bob = await gateway.user('bob');
  expect((await bob.post(`/api/token/${token.id}/key`, {})).extras).toMatchObject({
    code: 'token_not_found',
  });
  expect(await isAccepted(data.key)).toBe(true);
  const { data: audit } = await root.get<object[]>('/api/audit?action=key_replaced');
  expect(audit).toMatchObject([{ actor_id: alice.id, details: { token_id: token.id } }]);
  token = data;
});
