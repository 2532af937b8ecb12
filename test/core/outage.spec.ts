import type { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { REDIS } from '../../server/core/injection.js';
import { ready } from '../../server/core/redis/redis.js';
import { Management, type Visitor } from '../setup/management.js';
import { until } from '../setup/until.js';

let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
});
afterAll(() => gateway.close());

test('while Redis is unreachable no session is rejected: 503, and everything works after it', async () => {
  const redis = gateway.app.get<Redis>(REDIS);
  redis.disconnect();
  await until(() => redis.status === 'end');
  const self = await root.get('/api/user/self');
  expect([self.status, self.message]).toEqual([503, '服务暂时不可用，请稍后重试']);
  const login = await request(gateway.app.getHttpServer())
    .post('/api/user/login')
    .send({ username: 'root', password: '123456' });
  expect(login.status).toBe(503);
  expect((await request(gateway.app.getHttpServer()).get('/api/status')).status).toBe(200);
  expect((await request(gateway.app.getHttpServer()).get('/api/health/ready')).status).toBe(503);
  await redis.connect();
  await ready(redis);
  expect((await root.get('/api/user/self')).status).toBe(200);
});

test('a query that takes the database too long is answered 504, with what to do', async () => {
  const { default: pg } = await import('pg');
  const other = new pg.Client(process.env.DATABASE_URL);
  await other.connect();
  await other.query('BEGIN; LOCK TABLE redemptions IN ACCESS EXCLUSIVE MODE');
  const list = root.get('/api/redemption/');
  const waiting = () =>
    gateway.sql<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
  await until(async () => (await waiting()).length > 0);
  // What the time limit of a statement does, without the wait.
  for (const { pid } of await waiting()) await other.query('SELECT pg_cancel_backend($1)', [pid]);
  const { status, message } = await list;
  await other.end();
  expect([status, message]).toEqual([504, '数据库查询超时，请缩短时间范围或增加筛选条件']);
  expect((await root.get('/api/redemption/')).status).toBe(200);
});

test('while the database is away the management API answers 503', async () => {
  const [{ name } = { name: '' }] = await gateway.sql<{ name: string }>('SELECT current_database() AS name');
  const { default: pg } = await import('pg');
  const elsewhere = new URL(process.env.DATABASE_URL ?? '');
  elsewhere.pathname = '/postgres';
  const admin = new pg.Client(elsewhere.href);
  await admin.connect();
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  await sleep(50);
  const list = await root.get('/api/user/');
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await admin.end();
  expect([list.status, list.message]).toEqual([503, '数据库连接失败']);
  expect((await root.get('/api/user/')).status).toBe(200);
});
