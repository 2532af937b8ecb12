import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChannelResponse } from '../../server/contract/resources/channels/channel.js';
import {
  channelJobResponse,
  type ChannelJobResponse,
} from '../../server/contract/resources/channels/channel-job.js';
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
    [20, { data: { total_credits: 10, total_usage: 4 } }, [['USD', 6]]],
    [25, { data: { available_balance: 7.5 } }, [['CNY', 7.5]]],
    [40, { code: 20000, data: { totalBalance: '88.5' } }, [['CNY', 88.5]]],
    [40, { code: 50000, data: { totalBalance: '88.5' } }, []],
    [
      43,
      {
        balance_infos: [
          { currency: 'USD', total_balance: '1' },
          { currency: 'CNY', total_balance: '3.2' },
        ],
      },
      [
        ['USD', 1],
        ['CNY', 3.2],
      ],
    ],
    [43, { balance_infos: [] }, []],
    [10, { data: { totalPoints: 5 } }, [['points', 5]]],
    [12, { total_remaining: 2 }, [['CNY', 2]]],
    [13, { total_available: 3 }, [['points', 3]]],
  ])('of type %i is read from its provider’s own words', (type, body, expected) => {
    const steps = definitionOf(type)!.balance!(targetOf(), new Date());
    steps.next();
    const value = expected.map(([unit, amount]) => ({ unit, amount }));
    expect(steps.next(body)).toEqual({ done: true, value });
  });

  test.each([
    [25, 'https://api.moonshot.cn', { data: { available_balance: 73 } }, 'CNY'],
    [25, 'https://api.moonshot.ai', { data: { available_balance: 73 } }, 'USD'],
    [25, 'https://proxy.example', { data: { available_balance: 73 } }, 'CNY'],
    [40, 'https://api.siliconflow.cn', { code: 20000, data: { totalBalance: '73' } }, 'CNY'],
    [40, 'https://api.siliconflow.com', { code: 20000, data: { totalBalance: '73' } }, 'USD'],
    [1017, 'https://api.stepfun.com', { balance: 73 }, 'CNY'],
    [1017, 'https://api.stepfun.ai', { balance: 73 }, 'USD'],
    [1017, 'https://notstepfun.ai', { balance: 73 }, 'CNY'],
  ])('of type %i at %s has the currency of that site', (type, baseUrl, body, unit) => {
    const steps = definitionOf(type)!.balance!({ ...targetOf(), baseUrl }, new Date());
    steps.next();
    expect(steps.next(body)).toEqual({ done: true, value: [{ amount: 73, unit }] });
  });

  test.each([
    ['yuan', [['CNY', '73.00']], 10],
    ['dollars', [['USD', '50.00']], 50],
    [
      'both',
      [
        ['CNY', '73.00'],
        ['USD', '50.00'],
      ],
      60,
    ],
    [
      'nothing',
      [
        ['CNY', '0.00'],
        ['USD', '0.00'],
      ],
      0,
    ],
  ] as const)(
    'in %s is stored as reported, and in dollars by the exchange rate',
    async (_name, infos, usd) => {
      const entries = infos.map(([currency, total]) => ({ currency, total_balance: total }));
      answers = { '/user/balance': { is_available: true, balance_infos: entries } };
      const id = await channel({ type: 43, models: 'deepseek-chat' });
      const balances = infos.map(([unit, total]) => ({ amount: Number(total), unit }));
      const { success, extras } = await root.get(`/api/channel/update_balance/${id}`);
      expect(success).toBe(true);
      expect(extras).toMatchObject({ balance: expect.closeTo(usd, 10), balances });
      const wanted = { balance: expect.closeTo(usd, 10), balances };
      expect(await read(id)).toMatchObject(wanted);
      const [listed] = (await root.get<ChannelResponse[]>('/api/channel/')).data;
      expect(listed).toMatchObject(wanted);
    },
  );

  test.each([
    ['no amount', { balance_infos: [] }],
    ['an amount that is no number', { balance_infos: [{ currency: 'USD', total_balance: null }] }],
    ['an amount without its currency', { balance_infos: [{ total_balance: '0.00' }] }],
    [
      'one of two amounts unreadable',
      { balance_infos: [{ currency: 'CNY', total_balance: '0.00' }, { currency: 'USD' }] },
    ],
  ])('that has %s is unknown, not zero', async (_name, body) => {
    answers = { '/user/balance': body };
    const id = await channel({ type: 43, models: 'deepseek-chat' });
    expect((await root.get(`/api/channel/update_balance/${id}`)).message).toContain('解析响应失败');
    expect(await read(id)).toMatchObject({ balance: 0, balances: [], balance_updated_time: 0 });
  });
});

describe('the balances of all channels', () => {
  const state = async () => (await root.get<ChannelJobResponse>('/api/channel/update_balance/status')).data;

  const option = async (value: string) => {
    const { success, message } = await root.put('/api/option/', {
      key: 'AutomaticDisableChannelEnabled',
      value,
    });
    if (!success) throw new Error(message);
  };

  afterEach(() => option('false'));

  async function run(): Promise<ChannelJobResponse> {
    expect((await root.get('/api/channel/update_balance')).success).toBe(true);
    worker ??= await NestFactory.createApplicationContext(WorkerModule, { logger: ['error', 'warn'] });
    await until(async () => (await state()).state === 'done');
    return channelJobResponse.parse(await state());
  }

  test('are read by the worker; without automatic disabling no channel goes out of service', async () => {
    answers = {
      '/v1/users/me/balance': { data: { available_balance: 0 } },
      '/user/balance': {
        balance_infos: [
          { currency: 'CNY', total_balance: '0.00' },
          { currency: 'USD', total_balance: '50.00' },
        ],
      },
    };
    const empty = await channel({ name: 'empty', type: 25 });
    const funded = await channel({ name: 'funded', type: 43 });
    expect(await run()).toMatchObject({ total: 2, done: 2, failed: 0, disabled: 0 });
    expect(await read(empty)).toMatchObject({ status: 1, other_info: '', balance: 0 });
    expect(await read(funded)).toMatchObject({ status: 1, other_info: '', balance: 50 });
    await option('true');
    expect(await run()).toMatchObject({ total: 2, done: 2, failed: 0, disabled: 1 });
    expect(await read(empty)).toMatchObject({ status: 3, other_info: expect.stringContaining('余额不足') });
    expect(await read(funded)).toMatchObject({ status: 1, other_info: '', balance: 50 });
  });

  test('that are unknown switch nothing off', async () => {
    await option('true');
    answers = {
      '/v1/users/me/balance': { data: {} },
      '/user/balance': { balance_infos: [{ currency: 'CNY', total_balance: '0.00' }, { currency: 'USD' }] },
    };
    await channel({ name: 'unreadable', type: 25 });
    await channel({ name: 'partly unreadable', type: 43 });
    await channel({ name: 'unreachable', type: 1 });
    expect(await run()).toMatchObject({ total: 3, done: 3, failed: 3, disabled: 0 });
  });

  test('are read by the worker; empty channels go out of service, others stay', async () => {
    await option('true');
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
