import type { TokenResponse } from '../../server/contract/resources/token.js';
import { KeyUses } from '../../server/billing/key-uses/key-uses.js';
import { createApp } from '../../server/app.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Management, type Visitor } from '../setup/management.js';
import { withoutConsole } from '../setup/fresh-databases.js';
import { until } from '../setup/until.js';

/** A key is replaced while both keys work for a while, so that its clients are changed one by one. */
const HOUR = 3600;
let gateway: Management;
/** Another server of the same installation. */
let elsewhere: NestFastifyApplication;
let root: Visitor;
let alice: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  elsewhere = await createApp(withoutConsole);
  await elsewhere.listen(0, '127.0.0.1');
  root = await gateway.root();
  alice = await gateway.user('alice');
});

afterAll(async () => {
  await elsewhere?.close();
  await gateway?.close();
});

async function made(name: string): Promise<TokenResponse> {
  await alice.post('/api/token/', { name, unlimited_quota: true });
  return (await alice.get<TokenResponse[]>('/api/token/?p=0&size=1')).data[0]!;
}

const get = async (id: number) => (await alice.get<TokenResponse>(`/api/token/${id}`)).data;

async function replaced(id: number, overlap_hours: number): Promise<TokenResponse> {
  const answer = await alice.post<TokenResponse>(`/api/token/${id}/key`, { overlap_hours });
  if (!answer.success) throw new Error(answer.message);
  return answer.data;
}

/** Whether a server accepts a key. */
async function isAccepted(key: string, app = gateway.app): Promise<boolean> {
  const response = await fetch(`${await app.getUrl()}/v1/models`, {
    headers: { authorization: `Bearer sk-${key}` },
  });
  await response.text();
  return response.status === 200;
}

const isRefusedEverywhere = (key: string) =>
  until(async () => !(await isAccepted(key)) && !(await isAccepted(key, elsewhere)));

test('for the hours of the overlap both keys work, for the same token', async () => {
  const token = await made('rotated');
  expect(await isAccepted(token.key)).toBe(true);
  const now = Math.floor(Date.now() / 1000);
  const data = await replaced(token.id, 24);
  expect(data).toMatchObject({ id: token.id, name: 'rotated' });
  expect(data.key).not.toBe(token.key);
  expect(data.former_key).toMatchObject({ end: token.key.slice(-4), last_use: null });
  expect(data.former_key!.ends_at - now).toBeGreaterThanOrEqual(24 * HOUR);
  expect(data.former_key!.ends_at - now).toBeLessThan(24 * HOUR + 60);
  for (const app of [gateway.app, elsewhere]) {
    expect(await isAccepted(token.key, app)).toBe(true);
    expect(await isAccepted(data.key, app)).toBe(true);
  }
  const [row] = await gateway.sql<object>('SELECT * FROM former_keys WHERE token_id = $1', [token.id]);
  expect(row).toMatchObject({ format: 1 });
  expect(JSON.stringify(row)).not.toContain(token.key);
});

test('the list tells whether the old key is still used', async () => {
  const token = await made('watched');
  await replaced(token.id, 1);
  await isAccepted(token.key);
  await gateway.app.get(KeyUses).flush();
  const { former_key: former, last_use: last } = await get(token.id);
  expect(former!.last_use).toMatchObject({ address: '127.0.0.1', user_agent: 'node' });
  expect(last).toEqual(former!.last_use);
});

test('both keys have the rights of the token: what it loses, both lose', async () => {
  const token = await made('disabled');
  const { key } = await replaced(token.id, 1);
  for (const one of [key, token.key]) expect(await isAccepted(one, elsewhere)).toBe(true);
  await alice.put('/api/token/?status_only=true', { id: token.id, status: 2 });
  for (const one of [key, token.key]) await isRefusedEverywhere(one);
});

test('the old key ends at its time', async () => {
  const token = await made('ended');
  const { key } = await replaced(token.id, 1);
  expect(await isAccepted(token.key)).toBe(true);
  await gateway.sql('UPDATE former_keys SET ends_at = $2 WHERE token_id = $1', [
    token.id,
    Math.floor(Date.now() / 1000),
  ]);
  // An edit of the token reads it again.
  await alice.put('/api/token/', { id: token.id, name: 'ended now' });
  await isRefusedEverywhere(token.key);
  expect(await isAccepted(key)).toBe(true);
  expect((await get(token.id)).former_key).toBeNull();
});

test('the old key can be ended before its time, on all servers', async () => {
  const token = await made('ended early');
  const { key } = await replaced(token.id, 24);
  expect(await isAccepted(token.key, elsewhere)).toBe(true);
  const ended = await alice.delete<TokenResponse>(`/api/token/${token.id}/former-key`);
  expect(ended.data).toMatchObject({ id: token.id, former_key: null });
  await isRefusedEverywhere(token.key);
  expect(await isAccepted(key, elsewhere)).toBe(true);
  expect((await alice.delete(`/api/token/${token.id}/former-key`)).extras).toMatchObject({
    code: 'no_former_key',
  });
  const { data: audit } = await root.get<object[]>('/api/audit?action=former_key_ended');
  expect(audit).toMatchObject([{ actor_id: alice.id, details: { token_id: token.id } }]);
});

test.each([
  ['without hours', {}],
  ['with 0 hours', { overlap_hours: 0 }],
])('%s the old key ends at once, and with it one that was replaced before', async (_how, body) => {
  const first = await made('at once');
  const second = await replaced(first.id, 24);
  const { data: third } = await alice.post<TokenResponse>(`/api/token/${first.id}/key`, body);
  expect(third.former_key).toBeNull();
  await isRefusedEverywhere(first.key);
  await isRefusedEverywhere(second.key);
  expect(await isAccepted(third.key)).toBe(true);
});

test('a token has one former key at most', async () => {
  const first = await made('twice');
  const second = await replaced(first.id, 24);
  const third = await replaced(first.id, 24);
  await isRefusedEverywhere(first.key);
  expect(await isAccepted(second.key)).toBe(true);
  expect(await isAccepted(third.key)).toBe(true);
  expect(third.former_key).toMatchObject({ end: second.key.slice(-4) });
});

test('an administrator who replaces a key that leaked ends the former key, too, and finds the token by it', async () => {
  const first = await made('leaked');
  const second = await replaced(first.id, 24);
  const found = await root.post<TokenResponse[]>('/api/user-tokens/find', { key: `sk-${first.key}` });
  expect(found.data).toMatchObject([{ id: first.id, former_key: { end: first.key.slice(-4) } }]);
  await root.post('/api/user-tokens/manage', { id: first.id, action: 'replace_key' });
  await isRefusedEverywhere(first.key);
  await isRefusedEverywhere(second.key);
});

test.each([[-1], [721], [1.5], ['24']])('%j hours are refused', async (overlap_hours) => {
  const token = await made('bad hours');
  expect((await alice.post(`/api/token/${token.id}/key`, { overlap_hours })).success).toBe(false);
  expect((await get(token.id)).key).toBe(token.key);
});

test('no one else ends the former key of a token', async () => {
  const token = await made('hers');
  await replaced(token.id, 24);
  expect((await root.delete(`/api/token/${token.id}/former-key`)).extras).toMatchObject({
    code: 'token_not_found',
  });
  expect(await isAccepted(token.key)).toBe(true);
});

test('the billing routes and the log accept the old key as well', async () => {
  const token = await made('billing');
  await replaced(token.id, 1);
  const url = await gateway.app.getUrl();
  const headers = { authorization: `Bearer sk-${token.key}` };
  expect((await fetch(`${url}/v1/dashboard/billing/subscription`, { headers })).status).toBe(200);
  await alice.delete(`/api/token/${token.id}/former-key`);
  expect((await fetch(`${url}/v1/dashboard/billing/subscription`, { headers })).status).toBe(401);
});
