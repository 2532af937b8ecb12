import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import request from 'supertest';
import { createApp } from '../../server/app.js';
import { auditLedger } from '../../server/billing/ledger/ledger-audit.js';
import { REDIS } from '../../server/core/injection.js';
import { withoutConsole } from '../setup/fresh-databases.js';
import { Management } from '../setup/management.js';
import { until } from '../setup/until.js';

let gateway: Management;
/** Two processes over a database in which people are, but no super administrator. */
let apps: NestFastifyApplication[];

beforeAll(async () => {
  gateway = await Management.start();
  await gateway.sql('DELETE FROM setups');
  await gateway.sql(`UPDATE users SET role = 1, username = 'older' WHERE id = 1`);
  apps = [await createApp(withoutConsole), await createApp(withoutConsole)];
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await gateway.close();
});

const wish = {
  username: 'chief',
  password: 'password 1',
  confirmPassword: 'password 1',
  SelfUseModeEnabled: true,
  DemoSiteEnabled: false,
};
const post = (body: object | string, app = apps[0]!) =>
  request(app.getHttpServer()).post('/api/setup').set('content-type', 'application/json').send(body);
const get = async (path: string, app = apps[0]!) =>
  (await request(app.getHttpServer()).get(path)).body.data as Record<string, unknown>;

test('a gateway without a super administrator says so, and to the console too', async () => {
  expect(await get('/api/setup')).toEqual({
    status: false,
    root_init: false,
    database_type: 'postgres',
    link_required: false,
  });
  expect((await get('/api/status')).setup).toBe(false);
});

test.each([
  ['{', '请求参数有误'],
  [[], '请求参数有误'],
  [{ ...wish, username: 5 }, '请求参数有误'],
  [{ ...wish, SelfUseModeEnabled: 'yes' }, '请求参数有误'],
  [{ ...wish, confirmPassword: 'password 2' }, '两次输入的密码不一致'],
  [{ ...wish, password: '1234567', confirmPassword: '1234567' }, '密码长度至少为8个字符'],
  [{ ...wish, username: ' ' }, '用户名长度必须为 1-12 个字符，且不能包含 @'],
  [{ ...wish, username: 'a@b' }, '用户名长度必须为 1-12 个字符，且不能包含 @'],
  [{ ...wish, username: 'older' }, '创建管理员账号失败: 用户名已存在'],
])('the wizard refuses %j', async (body, message) => {
  const answer = await post(body);
  expect([answer.status, answer.body]).toEqual([
    400,
    { success: false, message, data: null, code: expect.any(String) },
  ]);
  expect(await gateway.sql('SELECT 1 FROM setups')).toEqual([]);
});

test('of many who set up at once, in two processes, one becomes the super administrator', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => post({ ...wish, username: `chief${i}` }, apps[i % 2])),
  );
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners.map(({ body }) => body)).toEqual([{ success: true, message: '系统初始化成功', data: null }]);
  for (const { status, body } of answers.filter((answer) => !winners.includes(answer)))
    expect([status, body.message]).toEqual([400, '系统已经初始化完成']);
  const roots = await gateway.sql('SELECT display_name, status, quota, aff_code FROM users WHERE role = 100');
  expect(roots).toEqual([{ display_name: 'Root User', status: 1, quota: 100_000_000, aff_code: null }]);
  expect(await gateway.sql('SELECT count(*)::int AS count FROM setups')).toEqual([{ count: 1 }]);
});

test('afterwards every process knows, the settings hold, and the books balance', async () => {
  for (const app of apps) {
    expect(await get('/api/setup', app)).toEqual({
      status: true,
      root_init: false,
      database_type: '',
      link_required: false,
    });
    // The process that did not complete the setup hears of the options by an event.
    await until(async () => (await get('/api/status', app)).self_use_mode_enabled === true);
    expect(await get('/api/status', app)).toMatchObject({ setup: true, demo_site_enabled: false });
    expect((await post({ nonsense: 1 }, app)).body.message).toBe('系统已经初始化完成');
  }
  const redis = gateway.app.get<Redis>(REDIS);
  expect(await auditLedger(gateway.app.get(getDataSourceToken()), redis)).toMatchObject({ balanced: true });
});

test('an imported database with an administrator but no mark gets the mark at the next start', async () => {
  await gateway.sql('DELETE FROM setups');
  const app = await createApp(withoutConsole);
  expect(await get('/api/setup', app)).toMatchObject({ status: true });
  await app.close();
  expect(await gateway.sql('SELECT count(*)::int AS count FROM setups')).toEqual([{ count: 1 }]);
});
