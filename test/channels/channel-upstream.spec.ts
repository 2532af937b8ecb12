import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChannelResponse } from '../../server/contract/resources/channel.js';
import { channelJobResponse, type ChannelJobResponse } from '../../server/contract/resources/channel.js';
import { definitionOf } from '../../server/dialects/providers/registry.js';
import { WorkerModule } from '../../worker/worker.module.js';
import { Management, type Visitor } from '../setup/management.js';
import { targetOf } from '../dialects/recorded.js';
import { until } from '../setup/until.js';

let gateway: Management;
let root: Visitor;
let provider: Server;
let worker: INestApplicationContext | undefined;
/** Path → what the provider answers; a number is a status. */
let answers: Record<string, object | number | string>;
const asked: IncomingMessage[] = [];

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  provider = createServer((request, response) => {
    asked.push(request);
    const answer = answers[request.url!.split('?')[0]!] ?? 404;
    if (typeof answer === 'number') return response.writeHead(answer).end('{}');
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
});

beforeEach(async () => {
  asked.length = 0;
  answers = {};
  await gateway.sql('DELETE FROM channels');
});

afterEach(async () => {
  await worker?.close();
  worker = undefined;
});

afterAll(async () => {
  await gateway?.close();
  provider?.close();
});

const url = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;

async function channel(fields: object = {}): Promise<number> {
  const form = { type: 1, name: 'a', key: 'sk-secret', models: 'gpt-4o', base_url: url(), ...fields };
  const made = await root.post('/api/channel/', form);
  if (!made.success) throw new Error(made.message);
  const { data } = await root.get<ChannelResponse[]>('/api/channel/?id_sort=1');
  return data[0]!.id;
}

const read = async (id: number) => (await root.get<ChannelResponse>(`/api/channel/${id}`)).data;

const DASHBOARD = {
  '/v1/dashboard/billing/subscription': { has_payment_method: true, hard_limit_usd: 20 },
  '/v1/dashboard/billing/usage': { total_usage: 750 },
};

describe('the models of an upstream', () => {
  test('are asked with the channel’s key', async () => {
    answers = { '/v1/models': { data: [{ id: 'gpt-4o' }, { id: 'gpt-4o-mini' }, { id: 'gpt-4o' }] } };
    const id = await channel();
    const { data } = await root.get(`/api/channel/fetch_models/${id}`);
    expect(data).toEqual(['gpt-4o', 'gpt-4o-mini']);
    expect(asked[0]!.headers.authorization).toBe('Bearer sk-secret');
  });

  test('can be asked before the channel is saved, with the first of its keys', async () => {
    answers = { '/v1/models': { data: [{ id: 'one' }] } };
    const form = { type: 1, base_url: `${url()}/`, key: 'sk-first\nsk-second' };
    expect((await root.post('/api/channel/fetch_models', form)).data).toEqual(['one']);
    expect(asked[0]!.headers.authorization).toBe('Bearer sk-first');
  });

  test('before the channel is saved, need a key', async () => {
    for (const key of ['', ' \n', null, undefined])
      expect(await root.post('/api/channel/fetch_models', { type: 1, base_url: url(), key })).toMatchObject({
        success: false,
        message: '请填写密钥',
      });
    expect(asked).toEqual([]);
  });

  test.each([
    [503, 'status code: 503'],
    ['<html>', '解析响应失败'],
  ])('a response that is no list (%p) is reported as an error', async (answer, message) => {
    answers = { '/v1/models': answer };
    const id = await channel();
    const refused = await root.get(`/api/channel/fetch_models/${id}`);
    expect(refused.success).toBe(false);
    expect(refused.message).toContain(message);
    expect(refused.message).not.toContain('sk-secret');
  });

  test('of an address nobody answers are refused within the time for it', async () => {
    const refused = await root.post('/api/channel/fetch_models', {
      type: 1,
      base_url: 'http://127.0.0.1:1',
      key: 'x',
    });
    expect(refused.success).toBe(false);
    expect(refused.message).not.toBe('');
  });

  test('of a type that cannot be asked are not', async () => {
    const refused = await root.post('/api/channel/fetch_models', { type: 2, base_url: url(), key: 'x' });
    expect(refused.message).toBe('尚未实现');
    expect(asked).toEqual([]);
  });

  test('of a channel that is gone are not', async () => {
    expect((await root.get('/api/channel/fetch_models/99999')).message).toBe('渠道不存在');
  });
});

describe('the balance of a channel', () => {
  test('is what was granted less what was used, and is stored', async () => {
    answers = DASHBOARD;
    const id = await channel();
    const answer = await root.get(`/api/channel/update_balance/${id}`);
    expect(answer).toMatchObject({ success: true, extras: { balance: 12.5 } });
    const { balance, balance_updated_time: at } = await read(id);
    expect(balance).toBe(12.5);
    expect(at).toBeGreaterThan(Date.now() / 1000 - 60);
    const usage = new URL(asked[1]!.url!, url()).searchParams;
    expect(usage.get('start_date')).toMatch(/^\d{4}-\d\d-01$/);
  });

  test('that cannot be read leaves the stored one', async () => {
    const id = await channel();
    const refused = await root.get(`/api/channel/update_balance/${id}`);
    expect(refused.message).toBe('status code: 404');
    answers = { ...DASHBOARD, '/v1/dashboard/billing/usage': {} };
    expect((await root.get(`/api/channel/update_balance/${id}`)).message).toContain('解析响应失败');
    expect(await read(id)).toMatchObject({ balance: 0, balance_updated_time: 0 });
  });

  test('of a type that cannot be asked is not', async () => {
    const id = await channel({ type: 14 });
    expect((await root.get(`/api/channel/update_balance/${id}`)).message).toBe('尚未实现');
  });

  test.each([
    [20, { data: { total_credits: 10, total_usage: 4 } }, 6],
    [25, { data: { available_balance: 7.5 } }, 7.5],
    [40, { code: 20000, data: { totalBalance: '88.5' } }, 88.5],
    [40, { code: 50000, data: { totalBalance: '88.5' } }, Number.NaN],
    [
      43,
      {
        balance_infos: [
          { currency: 'USD', total_balance: '1' },
          { currency: 'CNY', total_balance: '3.2' },
        ],
      },
      3.2,
    ],
    [43, { balance_infos: [] }, Number.NaN],
    [10, { data: { totalPoints: 5 } }, 5],
    [12, { total_remaining: 2 }, 2],
    [13, { total_available: 3 }, 3],
  ])('of type %i is read from its provider’s own words', (type, body, expected) => {
    const steps = definitionOf(type)!.balance!(targetOf(), new Date());
    steps.next();
    expect(steps.next(body)).toEqual({ done: true, value: expected });
  });
});

describe('the balances of all channels', () => {
  const state = async () => (await root.get<ChannelJobResponse>('/api/channel/update_balance/status')).data;

  test('are read by the worker; empty channels go out of service, others stay', async () => {
    answers = { ...DASHBOARD, '/v1/users/me/balance': { data: { available_balance: 0 } } };
    const full = await channel({ name: 'full' });
    const empty = await channel({ name: 'empty', type: 25 });
    const stubborn = await channel({ name: 'stubborn', type: 25, auto_ban: 0 });
    const mute = await channel({ name: 'mute', type: 14 });
    expect((await root.get('/api/channel/update_balance')).success).toBe(true);
    expect((await root.get('/api/channel/update_balance')).message).toBe('余额更新已在运行中');
    worker = await NestFactory.createApplicationContext(WorkerModule, { logger: ['error', 'warn'] });
    await until(async () => (await state()).state === 'done');
    expect(channelJobResponse.parse(await state())).toMatchObject({
      total: 4,
      done: 4,
      skipped: 1,
      failed: 0,
      disabled: 1,
    });
    expect((await read(full)).balance).toBe(12.5);
    expect(await read(empty)).toMatchObject({ status: 3, other_info: expect.stringContaining('余额不足') });
    expect((await read(stubborn)).status).toBe(1);
    expect((await read(mute)).status).toBe(1);
  });
});
