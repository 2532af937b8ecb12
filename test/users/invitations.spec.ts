import { getDataSourceToken } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { auditLedger } from '../../server/billing/ledger/ledger-audit.js';
import { REDIS } from '../../server/core/injection.js';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let bob: Visitor;

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
  bob = await gateway.user('bob');
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway.close();
});

interface Balances {
  quota: number;
  aff_quota: number;
  aff_history_quota: number;
}
const balances = async () => (await bob.get<Balances>('/api/user/self')).data;
const transfer = (quota: unknown) => bob.post('/api/user/aff_transfer', { quota });

test('a code is made when there is none, once however many ask, and stays', async () => {
  await gateway.sql('UPDATE users SET aff_code = NULL WHERE id = $1', [bob.id]);
  const codes = await Promise.all(Array.from({ length: 8 }, () => bob.get<string>('/api/user/aff')));
  expect(new Set(codes.map(({ data }) => data)).size).toBe(1);
  expect(codes[0]?.data).toMatch(/^[0-9A-Za-z]{4}$/);
  expect((await bob.get('/api/user/aff')).data).toBe(codes[0]?.data);
});

test('too little, more than there is, and what is no amount move nothing', async () => {
  await gateway.sql('UPDATE users SET aff_quota = 700000, aff_history = 900000 WHERE id = $1', [bob.id]);
  expect((await transfer(499_999)).message).toBe('划转失败 转移额度最小为＄1.000000 额度！');
  expect((await transfer(-600_000)).message).toBe('划转失败 转移额度最小为＄1.000000 额度！');
  expect((await transfer(700_001)).message).toBe('划转失败 邀请额度不足！');
  for (const amount of ['500000', 500_000.5, null, undefined])
    expect((await transfer(amount)).message).toMatch(/^无效的参数：quota 应为[整数字]+$/);
  expect(await balances()).toMatchObject({ quota: 0, aff_quota: 700_000 });
});

test('of many transfers at once only as many succeed as the reward pays for, and the books say so', async () => {
  await gateway.sql('UPDATE users SET aff_quota = 1200000, aff_history = 1200000 WHERE id = $1', [bob.id]);
  const answers = await Promise.all(Array.from({ length: 12 }, () => transfer(500_000)));
  const messages = answers.map(({ message }) => message).sort();
  expect(messages).toEqual([
    ...Array.from({ length: 10 }, () => '划转失败 邀请额度不足！'),
    '划转成功',
    '划转成功',
  ]);
  expect(await balances()).toMatchObject({
    quota: 1_000_000,
    aff_quota: 200_000,
    aff_history_quota: 1_200_000,
  });
  expect(await gateway.sql("SELECT type, content FROM logs WHERE content LIKE '邀请额度划转%'")).toEqual([
    { type: 4, content: '邀请额度划转 ＄1.000000 额度' },
    { type: 4, content: '邀请额度划转 ＄1.000000 额度' },
  ]);
  const redis = gateway.app.get<Redis>(REDIS);
  expect(await auditLedger(gateway.app.get(getDataSourceToken()), redis)).toMatchObject({ balanced: true });
});
