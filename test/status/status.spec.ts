import request from 'supertest';
import { statusResponse } from '../../server/contract/resources/status.js';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
});
afterAll(() => gateway.close());

const get = (path: string) => request(gateway.app.getHttpServer()).get(path);
const save = (key: string, value: unknown) => root.put('/api/option/', { key, value });

test('the status has every member of its description and no other, to anyone', async () => {
  const { body } = await get('/api/status');
  expect(body).toMatchObject({ success: true, message: '' });
  expect(() => statusResponse.parse(body.data)).not.toThrow();
  expect(body.data).toMatchObject({ setup: true, quota_per_unit: 500_000, enable_online_topup: false });
  // Seconds, not milliseconds; how long the process has been running is another matter.
  expect(Math.abs(body.data.start_time - Date.now() / 1000)).toBeLessThan(24 * 3600);
});

test('settings are in the next status; the smallest top-up is also given in the unit that people enter', async () => {
  await save('SystemName', 'Tollhouse');
  await save('ChatLink', 'https://chat.example');
  await save('MinTopUp', 3);
  const status = async () => (await get('/api/status')).body.data;
  expect(await status()).toMatchObject({
    system_name: 'Tollhouse',
    chat_link: 'https://chat.example',
    min_topup: 3,
    min_topup_amount: 3,
  });
  await save('DisplayInCurrencyEnabled', false);
  expect(await status()).toMatchObject({ min_topup: 3, min_topup_amount: 1_500_000 });
});

test('online top-up is on when all three of its settings are there, and their secret is nowhere', async () => {
  await save('PayAddress', 'https://pay.example');
  await save('EpayId', '1001');
  expect((await get('/api/status')).body.data.enable_online_topup).toBe(false);
  await save('EpayKey', 'pay-secret');
  const { text, body } = await get('/api/status');
  expect(body.data.enable_online_topup).toBe(true);
  expect(text).not.toContain('pay-secret');
});

test.each([
  ['notice', 'Notice'],
  ['about', 'About'],
  ['home_page_content', 'HomePageContent'],
])('/api/%s is the text of its option, empty until somebody writes one', async (path, key) => {
  expect((await get(`/api/${path}`)).body).toEqual({ success: true, message: '', data: '' });
  await save(key, '# Hello\n<b>all</b>');
  expect((await get(`/api/${path}`)).body.data).toBe('# Hello\n<b>all</b>');
});

test('administrators can ask whether the database answers', async () => {
  expect(await root.get('/api/status/test')).toMatchObject({
    status: 200,
    success: true,
    message: 'Server is running',
    data: null,
  });
  expect((await get('/api/status/test')).status).toBe(401);
});

test('a newer release can be asked for by administrators, once it is known where releases are', async () => {
  expect((await get('/api/status/release')).status).toBe(401);
  expect(await root.get('/api/status/release')).toMatchObject({
    success: false,
    message: '未配置版本发布地址，无法检查更新',
  });
});
