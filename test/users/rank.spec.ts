import { getDataSourceToken } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { auditLedger } from '../../server/billing/ledger/ledger-audit.js';
import { Poster } from '../../server/billing/ledger/posting/poster.js';
import { RedisLedgerGate } from '../../server/billing/ledger/gate/redis-ledger-gate.js';
import { REDIS } from '../../server/core/injection.js';
import { EventBus } from '../../server/core/redis/events.js';
import { charge, PAUSE_MS, holdFor } from '../billing/ledger/ledger-harness.js';
import { Management, type Visitor } from '../setup/management.js';
import { until } from '../setup/until.js';

let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
  root = await gateway.root();
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway.close();
});

interface Row {
  id: number;
  email: string;
  github_id: string;
  role: number;
  status: number;
  group: string;
}
const manage = (who: Visitor, id: number, action: string) => who.post('/api/user/manage', { id, action });

async function admin(name: string): Promise<Visitor> {
  const { id } = await gateway.user(name);
  await manage(root, id, 'promote');
  return gateway.signIn(name, 'password 1');
}

/** Changes a row and commits only when `waiters` others have come to wait for it. */
async function whileHeld<T>(
  change: string,
  id: number,
  waiters: number,
  meanwhile: () => Promise<T>,
): Promise<T> {
  const runner = gateway.app.get<DataSource>(getDataSourceToken()).createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(change, [id]);
    const waiting = meanwhile();
    const count = `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(async () => (await gateway.sql<{ count: number }>(count))[0]?.count === waiters);
    await runner.commitTransaction();
    return await waiting;
  } finally {
    await runner.release();
  }
}

test('addresses and bindings of equals and superiors are neither shown nor found', async () => {
  const [anna, other] = [await admin('anna'), await admin('other')];
  const bob = await gateway.user('bob');
  await gateway.sql(`UPDATE users SET email = username || '@gateway.example', github_id = 'gh' || id`);
  const found = async (who: Visitor) =>
    (await who.get<{ items: Row[] }>('/api/user/search?keyword=gateway.example')).data.items.map(
      ({ id }) => id,
    );
  expect(await found(anna)).toEqual([bob.id]);
  expect(await found(root)).toEqual([bob.id, other.id, anna.id, 1]);
  const rows = (await anna.get<{ items: Row[] }>('/api/user/')).data.items;
  expect(rows.filter(({ email, github_id }) => email !== '' || github_id !== '').map(({ id }) => id)).toEqual(
    [bob.id],
  );
});

test('wildcards in a search are ordinary characters', async () => {
  await gateway.user('a_b');
  await gateway.user('axb');
  const names = async (keyword: string) =>
    (
      await root.get<{ items: { username: string }[] }>(
        `/api/user/search?keyword=${encodeURIComponent(keyword)}`,
      )
    ).data.items.map(({ username }) => username);
  expect(await names('a_b')).toEqual(['a_b']);
  expect(await names('%')).toEqual([]);
  expect(await names('\\')).toEqual([]);
});

test('deletion by number goes only downwards, happens once, and leaves the row to the books', async () => {
  const [first, second] = [await admin('first'), await admin('second')];
  const refusal = '无权删除同权限等级或更高权限等级的用户';
  expect((await first.delete(`/api/user/${second.id}`)).message).toBe(refusal);
  expect((await first.delete(`/api/user/${first.id}`)).message).toBe(refusal);
  expect((await first.delete('/api/user/1')).message).toBe(refusal);
  expect((await root.delete('/api/user/1')).message).toBe(refusal);
  expect((await root.delete('/api/user/999')).message).toBe('用户不存在');
  expect((await root.delete('/api/user/0')).message).toBe('无效的参数');
  const user = await gateway.user('short');
  const answers = await Promise.all(Array.from({ length: 6 }, () => first.delete(`/api/user/${user.id}`)));
  expect(answers.map(({ message }) => message).sort()).toEqual(['', ...Array(5).fill('用户不存在')]);
  expect((await user.get('/api/user/self')).status).toBe(401);
  const logs = await gateway.sql<{ content: string; other: string }>(
    'SELECT content, other FROM logs WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
    [user.id],
  );
  expect(logs[0]?.content).toBe('管理员删除了用户');
  expect(JSON.parse(logs[0]?.other ?? '')).toEqual({
    text: { code: 'user_deleted' },
    admin_info: {
      admin_id: first.id,
      admin_username: 'first',
      before: { username: 'short', status: 1, role: 1, deleted: false },
      after: { username: `#${user.id}`, status: 1, role: 1, deleted: true },
    },
  });
  expect(await root.get('/api/user/search?keyword=short')).toMatchObject({
    data: { items: [{ id: user.id, DeletedAt: expect.any(String) }] },
  });
});

test.each([
  ['is demoted', 'UPDATE users SET role = 1 WHERE id = $1', 200, '无权进行此操作，权限不足'],
  ['is banned', 'UPDATE users SET status = 2 WHERE id = $1', 200, '用户已被封禁'],
  [
    'is deleted',
    'UPDATE users SET deleted_at = now() WHERE id = $1',
    401,
    '无权进行此操作，未登录且未提供 access token',
  ],
])(
  'an administrator who %s while a request is under way does nothing any more',
  async (_how, change, status, message) => {
    const name = `f${Math.random().toString(36).slice(2, 10)}`;
    const falling = await admin(name);
    const target = await gateway.user(`t${name}`);
    const before = (await root.get<Row>(`/api/user/${target.id}`)).data;
    const deeds = [
      () => manage(falling, target.id, 'disable'),
      () => falling.delete(`/api/user/${target.id}`),
      () => falling.put('/api/user/', { id: target.id, quota: 5, display_name: 'x' }),
      () => falling.post('/api/user/', { username: `n${name}`, password: 'password 1' }),
    ];
    const answers = await whileHeld(change, falling.id, deeds.length, () =>
      Promise.all(deeds.map((deed) => deed())),
    );
    for (const answer of answers) expect(answer).toMatchObject({ status, message, success: false });
    expect((await root.get<Row>(`/api/user/${target.id}`)).data).toEqual(before);
    expect(await gateway.sql('SELECT 1 FROM users WHERE username = $1', [`n${name}`])).toEqual([]);
  },
);

test('a user who becomes administrator while somebody reaches for them is out of reach', async () => {
  const anna = await admin('reacher');
  const rising = await gateway.user('rising');
  const promote = 'UPDATE users SET role = 10 WHERE id = $1';
  const refused = await whileHeld(promote, rising.id, 1, () => manage(anna, rising.id, 'disable'));
  expect(refused.message).toBe('无权更新同权限等级或更高权限等级的用户信息');
  expect((await root.get<Row>(`/api/user/${rising.id}`)).data).toMatchObject({ role: 10, status: 1 });
});

test('of many who promote or demote the same user at once one does, and root always remains', async () => {
  const user = await gateway.user('swing');
  const all = (id: number, action: string) =>
    Promise.all(Array.from({ length: 6 }, () => manage(root, id, action)));
  expect((await all(user.id, 'promote')).filter(({ success }) => success)).toHaveLength(1);
  expect((await all(user.id, 'demote')).filter(({ success }) => success)).toHaveLength(1);
  const attempts = (
    await Promise.all(['demote', 'delete', 'disable'].map((action) => all(1, action)))
  ).flat();
  expect(attempts.filter(({ success }) => success)).toEqual([]);
  expect((await root.get<Row>('/api/user/self')).data).toMatchObject({ role: 100, status: 1 });
});

test('edits of a balance and spending from it at the same time lose nothing', async () => {
  const user = await gateway.user('spender');
  await root.put('/api/user/', { id: user.id, quota: 1_000_000 });
  const redis = gateway.app.get<Redis>(REDIS);
  const gate = gateway.app.get(RedisLedgerGate);
  const poster = new Poster(process.env.DATABASE_URL!, redis, gateway.app.get(EventBus), PAUSE_MS);
  poster.start();
  try {
    const spend = async () => {
      const hold = await gate.reserve(holdFor(user.id, 1000));
      await sleep(Math.random() * 20);
      await gate.settle(hold, charge(1000));
    };
    const edit = () => root.put('/api/user/', { id: user.id, quota: 1_050_000, quota_before: 1_000_000 });
    const edits = Array.from({ length: 10 }, edit);
    await Promise.all([...Array.from({ length: 60 }, spend), ...edits]);
    expect((await Promise.all(edits)).every(({ success }) => success)).toBe(true);
    await until(async () => (await redis.xlen('tollgate:journal')) === 0);
  } finally {
    await poster.stop();
  }
  expect((await root.get(`/api/user/${user.id}`)).data).toMatchObject({
    quota: 1_000_000 + 10 * 50_000 - 60 * 1000,
    used_quota: 60_000,
  });
  expect(await auditLedger(gateway.app.get(getDataSourceToken()), redis)).toMatchObject({ balanced: true });
});

test('a balance beyond what numbers can say is refused', async () => {
  const rich = await gateway.user('rich');
  const most = Number.MAX_SAFE_INTEGER;
  expect((await root.put('/api/user/', { id: rich.id, quota: most })).success).toBe(true);
  const answer = await root.put('/api/user/', { id: rich.id, quota: most, quota_before: 0 });
  expect(answer.message).toBe('额度超出允许范围');
});
