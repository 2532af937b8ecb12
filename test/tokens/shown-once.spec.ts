import type { TokenResponse } from '../../server/contract/resources/token.js';
import type { UserTokenResponse } from '../../server/contract/resources/accounts/user-token.js';
import { DataSource } from 'typeorm';
import { OptionsService } from '../../server/options/options.service.js';
import { hookSecretOf } from '../../server/tokens/token-key.js';
import { TaskHooks } from '../../server/tasks/engine/task-hooks.js';
import { Management, type Visitor } from '../setup/management.js';
import { age } from '../setup/session-age.js';
import { until } from '../setup/until.js';

/** The operator decides whether owners can see their keys again: at any time, after a confirmation, or not at all. */
let gateway: Management;
let root: Visitor;
let alice: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  alice = await gateway.user('alice');
});

afterAll(() => gateway?.close());

async function show(access: 'always' | 'confirmed' | 'once'): Promise<void> {
  await root.put('/api/option/', { key: 'TokenKeyAccess', value: access });
  await until(() => gateway.app.get(OptionsService).get('TokenKeyAccess') === access);
}

/** Makes a token. @returns it with the key that the creation shows, or that the list has */
async function made(name: string): Promise<TokenResponse> {
  const { data } = await alice.post<TokenResponse | null>('/api/token/', { name, unlimited_quota: true });
  return data ?? (await alice.get<TokenResponse[]>('/api/token/?p=0&size=1')).data[0]!;
}

const get = async (id: number) => (await alice.get<TokenResponse>(`/api/token/${id}`)).data;
const reveal = (id: number) => alice.post<{ key: string }>(`/api/token/${id}/reveal`, {});

async function isAccepted(key: string): Promise<boolean> {
  const response = await fetch(`${await gateway.app.getUrl()}/v1/models`, {
    headers: { authorization: `Bearer sk-${key}` },
  });
  await response.text();
  return response.status === 200;
}

const KEY = /^[0-9A-Za-z]{48}$/;

test('by default lists have the keys, and the creation does not', async () => {
  expect((await alice.post('/api/token/', { name: 'as ever' })).data).toBeNull();
  const [token] = (await alice.get<TokenResponse[]>('/api/token/?p=0&size=1')).data;
  expect(token).toMatchObject({ key: expect.stringMatching(KEY), key_access: 'shown' });
});

describe('after a confirmation', () => {
  let token: TokenResponse;

  beforeAll(async () => {
    await show('confirmed');
    token = await made('confirmed');
  });

  test('the creation shows the key, and no list, search, edit or single read does', async () => {
    expect(token).toMatchObject({ key: expect.stringMatching(KEY), key_access: 'confirmed' });
    const masked = { key: `…${token.key.slice(-4)}`, key_access: 'confirmed' };
    expect(await get(token.id)).toMatchObject(masked);
    expect((await alice.get<TokenResponse[]>('/api/token/?p=0&size=1')).data).toMatchObject([masked]);
    expect((await alice.get('/api/token/search?keyword=confirmed')).data).toMatchObject([masked]);
    const edits = [
      await alice.put('/api/token/', { id: token.id, name: 'renamed' }),
      await alice.put('/api/token/?status_only=true', { id: token.id, status: 1 }),
    ];
    for (const { data } of edits) expect(data).toMatchObject(masked);
    expect(await isAccepted(token.key)).toBe(true);
  });

  test('the key is shown shortly after signing in, or after a confirmation; the audit log has it', async () => {
    expect((await reveal(token.id)).data).toEqual({ key: token.key });
    await age(gateway, { signedInAt: 601 });
    expect((await reveal(token.id)).extras).toMatchObject({ code: 'confirmation_required' });
    await root.put('/api/option', { key: 'ConfirmationRequired', value: 'false' });
    expect((await reveal(token.id)).extras).toMatchObject({ code: 'confirmation_required' });
    await root.put('/api/option', { key: 'ConfirmationRequired', value: 'true' });
    await alice.post('/api/user/confirm', { password: 'password 1' });
    expect((await reveal(token.id)).data).toEqual({ key: token.key });
    const { data: audit } = await root.get<object[]>('/api/audit?action=key_shown');
    const entry = { actor_id: alice.id, address: '127.0.0.1', details: { token_id: token.id } };
    expect(audit).toMatchObject([entry, entry]);
    expect(JSON.stringify(audit)).not.toContain(token.key);
  });

  test('no one else sees it, and no system access token', async () => {
    await root.post('/api/user/confirm', { password: '123456' });
    expect((await root.post(`/api/token/${token.id}/reveal`, {})).extras).toMatchObject({
      code: 'token_not_found',
    });
    alice = await gateway.signIn('alice', 'password 1');
    const { data: accessToken } = await alice.get<string>('/api/user/token');
    const response = await fetch(`${await gateway.app.getUrl()}/api/token/${token.id}/reveal`, {
      method: 'POST',
      headers: {
        authorization: accessToken,
        'new-api-user': String(alice.id),
        'content-type': 'application/json',
      },
      body: '{}',
    });
    expect(await response.json()).toMatchObject({ success: false, code: 'session_required' });
  });

  test('a search finds the whole key or its last four characters, and no other part, which would reveal it bit by bit', async () => {
    const found = async (part: string) =>
      (await alice.get<TokenResponse[]>(`/api/token/search?token=${part}`)).data.map(({ id }) => id);
    expect(await found(token.key)).toEqual([token.id]);
    expect(await found(token.key.slice(-4))).toEqual([token.id]);
    expect(await found(`sk-…${token.key.slice(-4)}`)).toEqual([token.id]);
    for (const part of [token.key.slice(0, 4), token.key.slice(-5), token.key.slice(4, 20)])
      expect([part, await found(part)]).toEqual([part, []]);
  });
});

describe('once', () => {
  let token: TokenResponse;

  beforeAll(async () => {
    await show('once');
    token = await made('once');
  });

  test('the key is in the answer of the creation alone, and is not stored', async () => {
    expect(token).toMatchObject({ key: expect.stringMatching(KEY), key_access: 'never' });
    expect(await get(token.id)).toMatchObject({ key: `…${token.key.slice(-4)}`, key_access: 'never' });
    const [row] = await gateway.sql<{ key: string }>('SELECT * FROM tokens WHERE id = $1', [token.id]);
    expect(row!.key).toBe('');
    expect(JSON.stringify(row)).not.toContain(token.key);
    expect(await isAccepted(token.key)).toBe(true);
  });

  test('no confirmation shows it, nor a key that was stored before', async () => {
    const [older] = (await alice.get<TokenResponse[]>('/api/token/search?keyword=as%20ever')).data;
    expect(older).toMatchObject({ key_access: 'never' });
    for (const id of [token.id, older!.id])
      expect((await reveal(id)).extras).toMatchObject({ code: 'key_not_shown' });
  });

  test('a replacement shows the new key once; the old one works during the overlap', async () => {
    const { data } = await alice.post<TokenResponse>(`/api/token/${token.id}/key`, { overlap_hours: 1 });
    expect(data).toMatchObject({
      key: expect.stringMatching(KEY),
      key_access: 'never',
      former_key: { end: token.key.slice(-4) },
    });
    expect(await isAccepted(token.key)).toBe(true);
    expect(await isAccepted(data.key)).toBe(true);
    expect((await get(token.id)).key).toBe(`…${data.key.slice(-4)}`);
    token = data;
  });

  test('owners and administrators find it by the whole key, its end, and as lists show it', async () => {
    for (const part of [token.key, token.key.slice(-4), `sk-…${token.key.slice(-4)}`]) {
      const own = await alice.get<TokenResponse[]>(`/api/token/search?token=${encodeURIComponent(part)}`);
      expect(own.data).toMatchObject([{ id: token.id }]);
      const found = await root.post<UserTokenResponse[]>('/api/user-tokens/find', { key: part });
      expect(found.data).toMatchObject([{ id: token.id, masked_key: `sk-…${token.key.slice(-4)}` }]);
    }
  });

  test('hooks of its tasks are signed by the SHA-256 of the key, as those of others', async () => {
    const [row] = await gateway.sql<{ hook_secret: string }>('SELECT hook_secret FROM tokens WHERE id = $1', [
      token.id,
    ]);
    expect(row!.hook_secret).toMatch(/^v1:/);
    const secret = await gateway.app.get(TaskHooks)['secret'](gateway.app.get(DataSource).manager, token.id);
    expect(secret).toBe(hookSecretOf(token.key));
  });

  test('a system access token gets the key with its creation, too', async () => {
    const { data: accessToken } = await alice.get<string>('/api/user/token');
    const response = await fetch(`${await gateway.app.getUrl()}/api/token/`, {
      method: 'POST',
      headers: {
        authorization: accessToken,
        'new-api-user': String(alice.id),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: 'by a script' }),
    });
    expect(await response.json()).toMatchObject({
      data: { key: expect.stringMatching(KEY), key_access: 'never' },
    });
  });
});

test('keys that were not stored stay unknown when the operator changes back; others are shown again', async () => {
  await show('always');
  const [once] = (await alice.get<TokenResponse[]>('/api/token/search?keyword=once')).data;
  expect(once).toMatchObject({ key: expect.stringMatching(/^….{4}$/), key_access: 'never' });
  expect((await reveal(once!.id)).extras).toMatchObject({
    code: 'key_not_shown',
  });
  const [stored] = (await alice.get<TokenResponse[]>('/api/token/search?keyword=renamed')).data;
  expect(stored).toMatchObject({ key: expect.stringMatching(KEY), key_access: 'shown' });
});
