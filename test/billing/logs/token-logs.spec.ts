import request from 'supertest';
import { logResponse } from '../../../server/contract/resources/logs/log.js';
import { Management, type Visitor } from '../../setup/management.js';

let gateway: Management;
let root: Visitor;
let key: string;
let id: number;

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '30';
  process.env.TRUSTED_PROXIES = '127.0.0.1, ::1';
  gateway = await Management.start();
  root = await gateway.root();
  for (const name of ['mine', 'other']) await root.post('/api/token/', { name, unlimited_quota: true });
  const { data } = await root.get<{ id: number; name: string; key: string }[]>('/api/token/?p=0&size=10');
  const mine = data.find(({ name }) => name === 'mine')!;
  ({ key, id } = mine);
  const other = data.find(({ name }) => name === 'other')!;
  await gateway.sql(
    `INSERT INTO logs (user_id, type, created_at, content, token_id, channel_id, other)
     SELECT 1, 2, 1700000000 + n, 'row ' || n, CASE WHEN n < 1005 THEN $1::bigint ELSE $2::bigint END, 7,
       CASE WHEN n = 1004 THEN '{"frt":1,"admin_info":{"use_channel":["7"]}}' ELSE '' END
     FROM generate_series(0, 1009) n`,
    [id, other.id],
  );
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  delete process.env.TRUSTED_PROXIES;
  await gateway.close();
});

let address = 0;
/** Each call from an address of its own: the route is limited per address. */
const ask = (path: string, from = `203.0.113.${++address}`) =>
  request(gateway.app.getHttpServer()).get(path).set('x-forwarded-for', from);

test('a key opens its own rows, the newest thousand, without what is for administrators', async () => {
  const { body, headers } = await ask(`/api/log/token?key=sk-${key}`);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  expect(body.data).toHaveLength(1000);
  expect(logResponse.parse(body.data[0])).toMatchObject({
    content: 'row 1004',
    channel: 0,
    other: '{"frt":1}',
  });
  expect(logResponse.parse(body.data[999])).toMatchObject({ content: 'row 5', other: '' });
  expect(new Set(body.data.map((row: { id: number }) => row.id)).size).toBe(1000);
});

test('the key may come in a header, with or without sk-', async () => {
  for (const header of [`Bearer sk-${key}`, `bearer ${key}`, `Bearer sk-${key}-7`])
    expect((await ask('/api/log/token').set('authorization', header)).body.data).toHaveLength(1000);
});

test('an unknown key opens nothing', async () => {
  for (const query of ['', '?key=', '?key=sk-unknown', '?key=a&key=b'])
    expect((await ask(`/api/log/token${query}`)).body).toEqual({ success: true, message: '', data: [] });
});

test('an exhausted token still reads its rows, a deleted one does not', async () => {
  await gateway.sql('UPDATE tokens SET status = 4, unlimited_quota = false WHERE id = $1', [id]);
  expect((await ask(`/api/log/token?key=${key}`)).body.data).toHaveLength(1000);
  await root.delete(`/api/token/${id}`);
  expect((await ask(`/api/log/token?key=${key}`)).body.data).toEqual([]);
});

test('a browser may ask from anywhere, without cookies', async () => {
  const answer = await request(gateway.app.getHttpServer()).options('/api/log/token');
  expect(answer.status).toBe(204);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET,POST,PUT,DELETE,OPTIONS',
    'access-control-max-age': '43200',
  });
  const elsewhere = await request(gateway.app.getHttpServer()).get('/api/log/self');
  expect(elsewhere.headers['access-control-allow-origin']).toBeUndefined();
});

test('who tries many keys has to wait, and a page can read that', async () => {
  for (let i = 0; i < 30; i++) await ask(`/api/log/token?key=guess${i}`, '198.51.100.1');
  const refused = await ask('/api/log/token?key=one', '198.51.100.1');
  expect(refused.status).toBe(429);
  expect(refused.body.message).toBe('请求次数过多，请稍后再试');
  expect(refused.headers['access-control-allow-origin']).toBe('*');
});
