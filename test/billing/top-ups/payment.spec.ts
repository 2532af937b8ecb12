import { getDataSourceToken } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { auditLedger } from '../../../server/billing/ledger/ledger-audit.js';
import { TopUpsRepository } from '../../../server/billing/top-ups/top-ups.repository.js';
import type { CreditPageResponse } from '../../../server/contract/resources/ledger/own-credits.js';
import { paymentFormResponse } from '../../../server/contract/resources/top-up.js';
import { REDIS } from '../../../server/core/injection.js';
import { Management, type Visitor } from '../../setup/management.js';
import { EpaySite, type SiteOrder } from './epay-site.js';

let gateway: Management;
let site: EpaySite;
let root: Visitor;
let alice: Visitor;
let url: string;

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
  url = await gateway.app.getUrl();
  site = await EpaySite.open('1001', 'merchant key');
  root = await gateway.root();
  alice = await gateway.user('alice');
  await configure();
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await site.close();
  await gateway.close();
});

const option = async (key: string, value: string) => {
  const { success, message } = await root.put('/api/option/', { key, value });
  if (!success) throw new Error(message);
};
async function configure(): Promise<void> {
  await option('ServerAddress', url);
  await option('PayAddress', site.address);
  await option('EpayId', site.pid);
  await option('EpayKey', site.key);
}

interface Offer {
  success: boolean;
  message: string;
  data: Record<string, string>;
  extras: { url?: string };
}
const pay = (body: object) => alice.post('/api/user/pay', body) as Promise<Offer>;

/** Orders, and posts the form to the site as the browser does. */
async function order(amount: number): Promise<SiteOrder> {
  const { data, extras } = await pay({ amount, payment_method: 'zfb', top_up_code: '' });
  const submitted = await fetch(extras.url!, { method: 'POST', body: new URLSearchParams(data) });
  expect(await submitted.text()).toBe('付款');
  return site.orders.get(data.out_trade_no!)!;
}
const quota = async () => (await alice.get<{ quota: number }>('/api/user/self')).data.quota;
const orderRow = async ({ tradeNo }: SiteOrder) => {
  const [row] = await gateway.sql<Record<string, unknown>>('SELECT * FROM top_ups WHERE trade_no = $1', [
    tradeNo,
  ]);
  return row;
};
const expectBalanced = async () =>
  expect(
    await auditLedger(gateway.app.get<DataSource>(getDataSourceToken()), gateway.app.get<Redis>(REDIS)),
  ).toMatchObject({ balanced: true });

test('an amount is quoted before it is paid', async () => {
  const answer = await alice.post('/api/user/amount', { amount: 10, top_up_code: '' });
  expect(answer).toMatchObject({ status: 200, success: true, message: 'success', data: '73.00' });
});

test.each([
  [{ amount: 0 }, '充值数量不能小于 1'],
  [{ amount: -5 }, '充值数量不能小于 1'],
  [{ amount: 1.5 }, '参数错误'],
  [{ amount: '5' }, '参数错误'],
  [{}, '参数错误'],
  [{ amount: 1e16 }, '参数错误'],
  [{ amount: 999_999_999_999_999 }, '参数错误'],
])('the amount of %j is refused in the words payment calls use', async (body, text) => {
  for (const path of ['/api/user/amount', '/api/user/pay'])
    expect(await alice.post(path, body)).toMatchObject({
      status: 200,
      success: false,
      message: 'error',
      data: text,
    });
});

test('a body that cannot be read is refused, and nobody pays without being signed in', async () => {
  const broken = await request(gateway.app.getHttpServer())
    .post('/api/user/pay')
    .set('content-type', 'application/json')
    .send('{');
  expect(broken.body).toMatchObject({ success: false, message: '参数错误' });
  const stranger = await request(gateway.app.getHttpServer()).post('/api/user/pay').send({ amount: 1 });
  expect(stranger.status).toBe(401);
  expect(stranger.body.message).toBe('无权进行此操作，未登录且未提供 access token');
});

test('prices too low for a payment are refused, quotes at one cent already', async () => {
  await option('Price', '0.01');
  expect((await alice.post('/api/user/amount', { amount: 1 })).data).toBe('充值金额过低');
  expect((await pay({ amount: 1 })).data.money).toBe('0.01');
  await option('Price', '0.001');
  expect((await pay({ amount: 1 })).data).toBe('充值金额过低');
  await option('Price', '7.3');
});

test('the form names the order and is signed so that the site takes it', async () => {
  const { success, message, data, extras } = await pay({ amount: 2, payment_method: 'wx', top_up_code: '' });
  expect({ success, message, url: extras.url }).toEqual({
    success: true,
    message: 'success',
    url: `${site.address}/submit.php`,
  });
  expect(paymentFormResponse.parse(data)).toMatchObject({
    pid: '1001',
    type: 'wxpay',
    notify_url: `${url}/api/user/epay/notify`,
    return_url: `${url}/log`,
    name: 'TUC2',
    money: '14.60',
    device: 'pc',
    sign_type: 'MD5',
  });
  expect(data.out_trade_no).toMatch(new RegExp(`^USR${alice.id}NO[0-9A-Za-z]{6}\\d{10}$`));
});

test('until payment is configured no order is made', async () => {
  const orders = () => gateway.sql('SELECT id FROM top_ups');
  const before = (await orders()).length;
  for (const key of ['PayAddress', 'EpayId', 'EpayKey', 'ServerAddress']) {
    await option(key, '');
    expect((await pay({ amount: 1 })).data).toBe('当前管理员未配置支付信息');
    await configure();
  }
  expect((await orders()).length).toBe(before);
});

test('a paid order is credited exactly, once, and the log says so', async () => {
  const before = await quota();
  const paid = await order(3);
  expect(await orderRow(paid)).toMatchObject({ status: 'pending', amount: 3, money: 21.9, quota: 1_500_000 });
  expect(await site.report(paid)).toBe('200 success');
  expect(await quota()).toBe(before + 1_500_000);
  expect(await orderRow(paid)).toMatchObject({ status: 'success', payment_method: 'alipay' });
  const content = '使用在线充值成功，充值金额: ＄3.000000 额度，支付金额：21.900000';
  expect(
    await gateway.sql('SELECT user_id, username FROM logs WHERE type = 1 AND content = $1', [content]),
  ).toEqual([{ user_id: alice.id, username: 'alice' }]);
  const { data: credits } = await alice.get<CreditPageResponse>('/api/user/credits');
  expect(credits.items[0]).toMatchObject({
    kind: 'topup',
    quota: 1_500_000,
    order: paid.tradeNo,
    paid: 21.9,
  });
  expect(await site.report(paid)).toBe('200 success');
  expect(await site.report(paid, { method: 'POST' })).toBe('200 success');
  expect(await quota()).toBe(before + 1_500_000);
  await expectBalanced();
});

test('a notice may come as a form', async () => {
  const before = await quota();
  expect(await site.report(await order(1), { method: 'POST' })).toBe('200 success');
  expect(await quota()).toBe(before + 500_000);
});

test('of many notices of one payment at once exactly one is credited, and all hear that it is', async () => {
  const before = await quota();
  const paid = await order(1);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => site.report(paid, { method: i % 2 ? 'POST' : 'GET' })),
  );
  expect(new Set(answers)).toEqual(new Set(['200 success']));
  expect(await quota()).toBe(before + 500_000);
  expect(
    await gateway.sql('SELECT 1 FROM ledger_entries WHERE request_id = $1', [paid.tradeNo]),
  ).toHaveLength(1);
  await expectBalanced();
});

test.each([
  ['says less money', { signed: { money: '0.01' } }],
  ['says more money', { signed: { money: '7.31' } }],
  ['says no money', { signed: { money: '' } }],
  ['is for another merchant', { signed: { pid: '1002' } }],
  ['is for no order', { signed: { out_trade_no: 'USR1NOxxxxxx1700000000' } }],
  ['says the buyer has not paid', { signed: { trade_status: 'WAIT_BUYER_PAY' } }],
  ['says nothing of the state', { signed: { trade_status: '' } }],
  ['has its money changed', { forged: { money: '0.01' } }],
  ['has a field added', { forged: { param: 'x' } }],
  ['has no signature', { forged: { sign: '' } }],
  ['has the signature of something else', { forged: { sign: 'a'.repeat(32) } }],
])('a notice that %s changes nothing', async (_what, tampering) => {
  const before = await quota();
  const unpaid = await order(1);
  for (const method of ['GET', 'POST'] as const)
    expect(await site.report(unpaid, { ...tampering, method })).toBe('200 fail');
  expect(await quota()).toBe(before);
  expect(await orderRow(unpaid)).toMatchObject({ status: 'pending', complete_time: 0 });
  expect(await site.report(unpaid)).toBe('200 success');
});

test('a field that comes twice is no notice, and neither is one without fields', async () => {
  const server = gateway.app.getHttpServer();
  for (const query of ['', '?pid=1001&pid=1001', '?pid[x]=1']) {
    const { status, text } = await request(server).get(`/api/user/epay/notify${query}`);
    expect([status, text]).toEqual([200, 'fail']);
  }
});

test('while no key is configured even a signature with none is refused', async () => {
  const unpaid = await order(1);
  await option('EpayKey', '');
  const keyless = await EpaySite.open('1001', '');
  expect(await keyless.report(unpaid)).toBe('200 fail');
  await keyless.close();
  await configure();
});

test('a payment that cannot be entered is not acknowledged, and is when it is reported again', async () => {
  const before = await quota();
  const paid = await order(1);
  await gateway.sql('ALTER TABLE logs ADD CONSTRAINT broken CHECK (type <> 1) NOT VALID');
  expect(await site.report(paid)).toBe('200 fail');
  expect(await orderRow(paid)).toMatchObject({ status: 'pending' });
  expect(await quota()).toBe(before);
  await gateway.sql('ALTER TABLE logs DROP CONSTRAINT broken');
  expect(await site.report(paid)).toBe('200 success');
  expect(await quota()).toBe(before + 500_000);
  await expectBalanced();
});

test('what an order brings was fixed when it was made, to the last unit', async () => {
  await option('DisplayInCurrencyEnabled', 'false');
  expect((await pay({ amount: 499_999 })).data).toBe('充值数量不能小于 500000');
  const before = await quota();
  const paid = await order(750_001);
  expect(paid).toMatchObject({ name: 'TUC750001', money: '10.95' });
  await option('QuotaPerUnit', '1000');
  expect(await site.report(paid)).toBe('200 success');
  await option('QuotaPerUnit', '500000');
  await option('DisplayInCurrencyEnabled', 'true');
  expect(await quota()).toBe(before + 750_001);
});

test('an order nobody pays expires after a day, and counts all the same when its payment is reported late', async () => {
  const before = await quota();
  const [late, fresh] = [await order(1), await order(1)];
  await gateway.sql('UPDATE top_ups SET create_time = create_time - 86500 WHERE trade_no = $1', [
    late.tradeNo,
  ]);
  const expiry = new TopUpsRepository(gateway.app.get<DataSource>(getDataSourceToken()));
  expect(await expiry.expire()).toBe(1);
  expect(await expiry.expire()).toBe(0);
  expect(await orderRow(late)).toMatchObject({ status: 'expired' });
  expect(await orderRow(fresh)).toMatchObject({ status: 'pending' });
  expect(await site.report(late)).toBe('200 success');
  expect(await quota()).toBe(before + 500_000);
});

test('forms are read nowhere else', async () => {
  const answer = await request(gateway.app.getHttpServer())
    .post('/api/user/topup')
    .type('form')
    .send({ key: 'x' });
  expect(answer.body).toMatchObject({ success: false, message: '无效的参数', data: null });
});
