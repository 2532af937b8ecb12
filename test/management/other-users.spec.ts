import { Vault } from '../../server/core/crypto.js';
import { Management, type Visitor } from '../setup/management.js';
import { addressOf, rows, type Row } from './routes.js';

/** In each text of what bob owns. */
const MARK = 'owned-by-bob';
const KEY = `${MARK}${'0'.repeat(36)}`;
/** Unix seconds of what bob owns: a minute ago, so that it is in every period. */
const now = Math.floor(Date.now() / 1000) - 60;

let gateway: Management;
let alice: Visitor;
let bob: Visitor;
let token: number;
let log: number;
let passkey: number;

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
  alice = await gateway.user('alice');
  bob = await gateway.user('bob');
  token = await owned(
    `INSERT INTO tokens (user_id, key, key_hash, name, model_limits, allow_ips, unlimited_quota)
     VALUES ($1, $2, $3, $4, $4, '10.9.8.7', true) RETURNING id`,
    [bob.id, KEY, gateway.app.get(Vault).lookupHash(KEY), MARK],
  );
  passkey = await owned(
    `INSERT INTO passkeys (user_id, name, credential_id, public_key, user_handle, counter, transports, backed_up, created_at)
     VALUES ($1, $2, $2, '', '', 0, '', false, $3) RETURNING id`,
    [bob.id, MARK, now],
  );
  log = await owned(
    `INSERT INTO logs (user_id, username, created_at, type, content, token_id, token_name, model_name, quota, request_id)
     VALUES ($1, $2, $3, 2, $2, $4, $2, $2, 77, $2) RETURNING id`,
    [bob.id, MARK, now, token],
  );
  await owned(
    `INSERT INTO midjourneys (user_id, mj_id, action, code, status, submit_time, prompt, fail_reason, image_url)
     VALUES ($1, $2, 'IMAGINE', 1, 'SUCCESS', $3, $2, $2, $2) RETURNING id`,
    [bob.id, MARK, now * 1000],
  );
  await owned(
    `INSERT INTO tasks (user_id, task_id, action, status, submit_time, platform, fail_reason, properties, data)
     VALUES ($1, $2, 'MUSIC', 'SUCCESS', $3, 'suno', $2, jsonb_build_object('input', $2::text), jsonb_build_object('title', $2::text)) RETURNING id`,
    [bob.id, MARK, now],
  );
  await gateway.sql(
    `INSERT INTO quota_data (user_id, username, model_name, created_at, quota, token_used, count)
     VALUES ($1, $2, $2, $3, 77, 77, 7)`,
    [bob.id, MARK, now - (now % 3600)],
  );
  await bob.put('/api/views', { page: 'costs', views: [{ name: MARK, query: MARK, default: false }] });
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway?.close();
});

async function owned(statement: string, values: unknown[]): Promise<number> {
  const [row] = await gateway.sql<{ id: string }>(statement, values);
  return Number(row!.id);
}

const nameOf = ({ method, path }: Row) => `${method} ${path}`;
const ofUsers = rows.filter(({ level }) => level === 'user');
/** Streams answer until they are left; what they send is what the route beside them answers. */
const reading = ofUsers.filter(({ method, path }) => method === 'GET' && !path.endsWith('/stream'));

test.each(reading.map((row) => [row.path, row] as const))(
  'GET %s shows nothing that belongs to another',
  async (_path, row) => {
    const period = `start_timestamp=${now - 3600}&end_timestamp=${now + 3600}`;
    const words = `keyword=${MARK}&q=${MARK}&username=bob&token_name=${MARK}&user_id=${bob.id}&token_id=${token}`;
    for (const query of [
      '',
      '?page=costs',
      `?${period}`,
      `?${period}&${words}`,
      `?q=${MARK}`,
      `?keyword=${MARK}`,
    ]) {
      const { data } = await alice.get(addressOf(row) + query);
      expect(JSON.stringify(data ?? null)).not.toContain(MARK);
      expect(JSON.stringify(data ?? null)).not.toContain('"bob"');
    }
  },
);

/** Each route of users that names an object: by its path, or by the id in the body. `{}` stands for the id. */
const NAMING: Readonly<Record<string, (id: number | string) => [path: string, body?: object]>> = {
  'GET /api/token/{id}': (id) => [`/api/token/${id}`],
  'PUT /api/token': (id) => ['/api/token', { id, name: 'renamed', expired_time: -1 }],
  'DELETE /api/token/{id}': (id) => [`/api/token/${id}`],
  'POST /api/token/{id}/key': (id) => [`/api/token/${id}/key`, {}],
  'POST /api/token/{id}/reveal': (id) => [`/api/token/${id}/reveal`, {}],
  'DELETE /api/token/{id}/former-key': (id) => [`/api/token/${id}/former-key`],
  'DELETE /api/user/passkey/{id}': (id) => [`/api/user/passkey/${id}`],
  'GET /api/log/{id}/receipt': (id) => [`/api/log/${id}/receipt`],
  'DELETE /api/user/sessions/{session}': (id) => [`/api/user/sessions/${id}`],
};

test('each route of users that names an object is tried below', () => {
  const naming = ofUsers.filter(({ path, body }) => path.includes('{') || typeof body?.id === 'number');
  expect(Object.keys(NAMING).toSorted()).toEqual(naming.map(nameOf).toSorted());
});

test.each(Object.entries(NAMING))(
  '%s answers as if the object of another did not exist',
  async (name, call) => {
    const [session] = (await bob.get<{ id: string }[]>('/api/user/sessions')).data;
    const theirs = { token, log, passkey, sessions: session!.id };
    const id = Object.entries(theirs).find(([kind]) => name.includes(kind))![1];
    const nobody = typeof id === 'number' ? 999_999 : 'A'.repeat(id.length);
    const send = async (of: number | string) => {
      const [path, body] = call(of);
      const [method = ''] = name.toLowerCase().split(' ');
      const { status, success, data, extras } = await alice.call(method as 'get', path, body);
      return { status, success, data, code: extras.code };
    };
    const answer = await send(id);
    expect(answer).toEqual(await send(nobody));
    expect(answer).toMatchObject({ success: false, data: null });
  },
);

test('after all of this, bob has what he had, and sees it', async () => {
  const { data: tokens } =
    await bob.get<{ name: string; status: number; key: string }[]>('/api/token/?p=0&size=10');
  expect(tokens).toMatchObject([{ name: MARK, status: 1, key: KEY }]);
  expect((await bob.get(`/api/log/${log}/receipt`)).success).toBe(true);
  const period = `start_timestamp=${now - 3600}&end_timestamp=${now + 3600}`;
  for (const path of ['log', 'mj', 'task', 'data'])
    expect(JSON.stringify((await bob.get(`/api/${path}/self?${period}`)).data)).toContain(MARK);
  expect(JSON.stringify((await bob.get('/api/views?page=costs')).data)).toContain(MARK);
});
