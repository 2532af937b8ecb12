import { RealtimeClient } from '../../doubles/realtime-client.js';
import { RealtimeUpstream } from '../../doubles/realtime-upstream.js';
import { Gateway } from '../../setup/gateway.js';

const MODEL = 'gpt-4o-realtime-preview';
const LIMIT = 3;
let gateway: Gateway;
let upstream: RealtimeUpstream;
let userId: number;
let session: Record<string, string>;

beforeAll(async () => {
  upstream = await RealtimeUpstream.start();
  gateway = await Gateway.start({ REALTIME_SESSIONS_PER_USER: String(LIMIT) });
  await gateway.addChannel({ base_url: upstream.url, models: MODEL, group: 'default,vip' });
  await gateway.manage('POST', '/api/user/', {
    username: 'caller',
    password: 'password 1',
    display_name: 'c',
  });
  const [row] = await gateway.sql<{ id: number }>("SELECT id FROM users WHERE username = 'caller'");
  userId = row!.id;
  session = await gateway.session('caller', 'password 1');
});
afterAll(async () => {
  delete process.env.REALTIME_SESSIONS_PER_USER;
  await gateway?.close();
  await upstream?.close();
});
beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(50_000_000, userId);
});
// Sessions that a test left open would count against the next.
afterEach(() => {
  for (const client of open.clients.splice(0)) client.socket.terminate();
});

interface Token {
  id: number;
  name: string;
  key: string;
}

async function asUser<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${gateway.url}${path}`, {
    method,
    headers: { ...session, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const envelope = (await response.json()) as { success: boolean; message: string; data: T };
  if (!envelope.success) throw new Error(envelope.message);
  return envelope.data;
}

async function newToken(fields: object = {}): Promise<Token> {
  const name = `t${Math.random()}`.slice(0, 20);
  await asUser('POST', '/api/token/', { unlimited_quota: true, ...fields, name });
  const tokens = await asUser<Token[]>('GET', '/api/token/?p=0&size=100');
  return tokens.find((token) => token.name === name)!;
}

async function open(token: Token): Promise<RealtimeClient> {
  const client = await RealtimeClient.withHeader(gateway.url, `sk-${token.key}`, MODEL).opened();
  open.clients.push(client);
  await client.event('session.created');
  return client;
}
open.clients = [] as RealtimeClient[];

const changeToken = (token: Token, fields: object) =>
  asUser('PUT', '/api/token/', { unlimited_quota: true, ...token, key: undefined, ...fields });
const manageUser = (action: string) => gateway.manage('POST', '/api/user/manage', { id: userId, action });
const disable = ({ id }: Token) => asUser('PUT', '/api/token/?status_only=true', { id, status: 2 });
/** At once: a session that is open is never quiet. */
const setQuotaNow = (quota: number) =>
  gateway.manage('PUT', '/api/user/', { id: userId, username: 'caller', quota });

const changes: readonly [string, (token: Token) => Promise<unknown>, RegExp][] = [
  ['its token is disabled', (token) => disable(token), /./],
  ['its token is deleted', ({ id }) => asUser('DELETE', `/api/token/${id}`), /./],
  [
    'its token may not use the model',
    (token) => changeToken(token, { model_limits_enabled: true, model_limits: 'o1' }),
    /gpt-4o-realtime/,
  ],
  ['its token may not be used from there', (token) => changeToken(token, { allow_ips: '192.0.2.1' }), /./],
  ['its token has no quota', (token) => changeToken(token, { unlimited_quota: false, remain_quota: 0 }), /./],
  ['its owner has no quota', () => setQuotaNow(0), /quota/],
  ['its owner is banned', () => manageUser('disable'), /./],
];

test.each(changes)('ends when %s, as a new one would be refused', async (what, change, message) => {
  const token = await newToken();
  const client = await open(token);
  await change(token);
  const { error } = await client.event('error');
  expect(error?.message).toMatch(message);
  expect((await client.closed).code).toBe(1008);
  expect(await upstream.last.closed).toBe(1000);
  if (!what.includes('banned')) return;
  await manageUser('enable');
  session = await gateway.session('caller', 'password 1');
});

test('ends when its token expires', async () => {
  const token = await newToken({ expired_time: Math.floor(Date.now() / 1000) + 2 });
  const client = await open(token);
  expect((await client.event('error')).error?.message).toMatch(/expired|过期/);
});

test('ends when its group is no longer usable', async () => {
  const usable = await gateway.manage<{ key: string; value: string }[]>('GET', '/api/option/');
  const before = usable.find(({ key }) => key === 'UserUsableGroups')!.value;
  const client = await open(await newToken({ group: 'vip' }));
  await gateway.option('UserUsableGroups', '{"default":"x"}');
  await client.event('error');
  expect((await client.closed).code).toBe(1008);
  await gateway.option('UserUsableGroups', before);
});

test('a change of another token or user, or one that takes nothing away, ends nothing', async () => {
  const token = await newToken();
  const other = await newToken();
  const client = await open(token);
  await disable(other);
  await changeToken(token, { remain_quota: 5 });
  await gateway.settledEvents();
  await client.turn();
  await client.close();
});

test('a response under way is charged as far as it had come', async () => {
  await gateway.sql('DELETE FROM logs WHERE type = 2');
  upstream.script.push({ texts: ['Hello', ' there'], stops: 'silence' });
  const token = await newToken();
  const client = await open(token);
  client.send({ type: 'response.create' });
  await client.event('response.output_text.delta');
  await disable(token);
  await client.event('error');
  const [row] = await gateway.logs();
  expect(row!.quota).toBeGreaterThan(0);
  expect(row!.other.stream_status).toMatchObject({ status: 'error', end_reason: 'access_revoked' });
});

test('an account has so many sessions at a time, over all its tokens', async () => {
  const clients: RealtimeClient[] = [];
  for (let n = 0; n < LIMIT; n++) clients.push(await open(await newToken()));
  const token = await newToken();
  const refused = await RealtimeClient.withHeader(gateway.url, `sk-${token.key}`, MODEL).refused();
  expect(refused.status).toBe(429);
  expect(refused.body.error.code).toBe('sessions_full');
  await Promise.all(clients.map((client) => client.close()));
  await gateway.quiet();
  await (await open(token)).close();
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'an event of type %s is the provider’s to judge',
  async (type) => {
    await gateway.option('SensitiveWords', 'forbidden');
    const client = await open(await newToken());
    client.socket.send(JSON.stringify({ type }));
    await client.turn();
    expect(upstream.last.messages[0]).toBe(JSON.stringify({ type }));
    await client.close();
  },
);
