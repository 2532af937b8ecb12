import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChannelResponse } from '../../server/contract/resources/channels/channel.js';
import type { ChannelJobResponse } from '../../server/contract/resources/channels/channel-job.js';
import {
  channelKeyResponse,
  type ChannelKeyResponse,
} from '../../server/contract/resources/channels/channel-key.js';
import { Gateway } from '../setup/gateway.js';
import { until } from '../setup/until.js';

const BAD = 'sk-bad-0123456789abcd';
const GOOD = 'sk-good-0123456789wxyz';

/** Keys of a channel that its provider rejects at some time, and later accepts. */
let gateway: Gateway;
let provider: Server;
let rejected: Set<string>;
let asked: string[];

beforeAll(async () => {
  provider = createServer(serve).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  gateway = await Gateway.start();
});

beforeEach(async () => {
  rejected = new Set();
  asked = [];
  await gateway.sql('DELETE FROM channels');
  await options({ disable: 'true', enable: 'true' });
});

afterAll(async () => {
  await gateway?.close();
  provider?.close();
});

/** An OpenAI-compatible API that checks the key first. */
function serve(request: IncomingMessage, response: ServerResponse): void {
  const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
  request.resume().on('end', () => {
    asked.push(key);
    response.setHeader('content-type', 'application/json');
    if (rejected.has(key)) {
      const error = {
        message: `Incorrect API key provided: ${key}`,
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      };
      return response.writeHead(401).end(JSON.stringify({ error }));
    }
    const message = { role: 'assistant', content: 'Hello' };
    const usage = { prompt_tokens: 8, completion_tokens: 1, total_tokens: 9 };
    response.end(
      JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage,
      }),
    );
  });
}

async function options({ disable, enable }: { disable: string; enable: string }): Promise<void> {
  await gateway.option('AutomaticDisableChannelEnabled', disable);
  await gateway.option('AutomaticEnableChannelEnabled', enable);
  await gateway.settledEvents();
}

async function addChannel(key = `${BAD}\n${GOOD}`): Promise<number> {
  const base_url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  return gateway.addChannel({ key, base_url, models: 'gpt-4o', setting: '{"multi_key":true}' });
}

const read = (id: number) => gateway.manage<ChannelResponse>('GET', `/api/channel/${id}`);
const keys = (id: number) => gateway.manage<ChannelKeyResponse[]>('GET', `/api/channel/${id}/keys`);

/** Whether each key is in use, by line. */
const inUse = async (id: number) => (await keys(id)).map(({ enabled }) => enabled);

/** Tests all channels and waits for the end. */
async function testAll(): Promise<ChannelJobResponse> {
  const status = () => gateway.manage<ChannelJobResponse>('GET', '/api/channel/test/status');
  await gateway.manage('GET', '/api/channel/test');
  await until(async () => (await status()).state === 'done');
  return status();
}

/** A channel whose first key was rejected once, during a client's request. */
async function withRejectedKey(): Promise<number> {
  const id = await addChannel();
  rejected.add(BAD);
  const key = await gateway.addToken();
  // Conversations stay at one key, so several of them are needed to reach the first.
  for (let turn = 0; (await inUse(id))[0]; turn++) {
    if (turn > 50) throw new Error('the first key was never used');
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: `question ${turn}` }] }),
    });
    await answer.arrayBuffer();
    await gateway.settledEvents();
  }
  asked.length = 0;
  return id;
}

test('a key that its provider rejected once returns with a test of all channels', async () => {
  const id = await withRejectedKey();
  expect(await inUse(id)).toEqual([false, true]);
  expect(await testAll()).toMatchObject({ total: 1, failed: 0, disabled: 0, enabled: 0 });
  expect(asked.toSorted()).toEqual([BAD, GOOD]);
  expect(await inUse(id)).toEqual([false, true]);
  rejected.clear();
  expect(await testAll()).toMatchObject({ total: 1, failed: 0, disabled: 0 });
  expect(await inUse(id)).toEqual([true, true]);
  expect(await read(id)).toMatchObject({ status: 1, other_info: '' });
});

test('it does not return where nothing is enabled automatically', async () => {
  const id = await withRejectedKey();
  rejected.clear();
  await options({ disable: 'true', enable: 'false' });
  await testAll();
  expect(await inUse(id)).toEqual([false, true]);
});

test('a test of the channel by hand covers every key, and one of a key that key only', async () => {
  const id = await withRejectedKey();
  await gateway.manage('GET', `/api/channel/test/${id}?key=1`);
  expect(asked).toEqual([GOOD]);
  await gateway.manage('GET', `/api/channel/test/${id}`);
  expect(asked.toSorted()).toEqual([BAD, GOOD, GOOD]);
  await expect(gateway.manage('GET', `/api/channel/test/${id}?key=0`)).rejects.toThrow('status code 401');
  await expect(gateway.manage('GET', `/api/channel/test/${id}?key=7`)).rejects.toThrow(
    '渠道没有第 8 行的密钥',
  );
  rejected.clear();
  await gateway.manage('GET', `/api/channel/test/${id}?key=0`);
  expect(await inUse(id)).toEqual([true, true]);
});

test('a test by hand fails for a rejected key in use, names its line, and disables nothing', async () => {
  const id = await addChannel();
  rejected.add(BAD);
  const failed = gateway.manage('GET', `/api/channel/test/${id}`);
  await expect(failed).rejects.toThrow(/2 个密钥中有 1 个测试失败。#1: status code 401/);
  await expect(failed).rejects.not.toThrow(BAD);
  expect(await inUse(id)).toEqual([true, true]);
});

test('a channel whose last key failed goes on with a key that works again', async () => {
  const id = await addChannel();
  rejected.add(BAD).add(GOOD);
  expect(await testAll()).toMatchObject({ failed: 1, disabled: 1 });
  expect(await read(id)).toMatchObject({ status: 3 });
  rejected.delete(BAD);
  expect(await testAll()).toMatchObject({ enabled: 1, disabled: 0 });
  expect(await read(id)).toMatchObject({ status: 1 });
  expect(await inUse(id)).toEqual([true, false]);
});

test('keys are listed with the reason and without their text, and an administrator enables one', async () => {
  await options({ disable: 'true', enable: 'false' });
  const id = await withRejectedKey();
  const listed = await keys(id);
  for (const one of listed) expect(channelKeyResponse.parse(one)).toEqual(one);
  expect(listed).toEqual([
    {
      index: 0,
      masked: '****abcd',
      enabled: false,
      reason: expect.stringContaining('Incorrect API key provided'),
      disabled_time: expect.any(Number),
    },
    { index: 1, masked: '****wxyz', enabled: true, reason: '', disabled_time: 0 },
  ]);
  expect(JSON.stringify(listed)).not.toContain(BAD);
  expect(JSON.stringify(await read(id))).not.toContain(BAD);
  await gateway.manage('POST', `/api/channel/${id}/keys/0/enable`);
  expect(await inUse(id)).toEqual([true, true]);
  expect(await read(id)).toMatchObject({ other_info: '' });
  await gateway.manage('POST', `/api/channel/${id}/keys/1/enable`);
  for (const line of ['7', 'x', '-1'])
    await expect(gateway.manage('POST', `/api/channel/${id}/keys/${line}/enable`)).rejects.toThrow('没有第');
  await expect(gateway.manage('GET', '/api/channel/999999/keys')).rejects.toThrow('渠道不存在');
  const records = await gateway.sql<{ content: string }>(
    `SELECT content FROM logs WHERE type = 3 AND content LIKE '%恢复了渠道%'`,
  );
  expect(records.map(({ content }) => content)).toEqual([expect.stringContaining('第 1 行')]);
});

test('the only key of a channel is listed and tested as one key', async () => {
  const base_url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const id = await gateway.addChannel({ key: 'short', base_url, models: 'gpt-4o' });
  expect(await keys(id)).toEqual([{ index: 0, masked: '****', enabled: true, reason: '', disabled_time: 0 }]);
  await gateway.manage('GET', `/api/channel/test/${id}`);
  expect(asked).toEqual(['short']);
});

test('a channel works if one of its keys does; the result names the first key in use that fails', async () => {
  await options({ disable: 'false', enable: 'false' });
  const id = await addChannel(`${GOOD}\n${BAD}`);
  rejected.add(BAD);
  await expect(gateway.manage('GET', `/api/channel/test/${id}`)).rejects.toThrow('#2');
  const partly = await read(id);
  expect(partly.last_test).toMatchObject({ ok: true, model: 'gpt-4o' });
  expect(partly.last_test?.message).toMatch(/^#2: status code 401: /);
  rejected.add(GOOD);
  await expect(gateway.manage('GET', `/api/channel/test/${id}`)).rejects.toThrow('#1');
  const { last_test: none, response_time: time } = await read(id);
  expect(none).toMatchObject({ ok: false });
  expect(none?.message).toMatch(/^#1: status code 401: /);
  expect(time).toBe(partly.response_time);
});

/** Writes a result as no test does, so that a new one is seen. */
const setResult = (id: number) =>
  gateway.sql(
    `UPDATE channels SET test_time = 5, response_time = 123456,
       last_test = '{"format":1,"ok":true,"code":"","message":"","milliseconds":7,"at":5,"model":"gpt-4o"}' WHERE id = $1`,
    [id],
  );

test('the result of a channel is that of all its keys: a test of one key or of one model leaves it as it is', async () => {
  await options({ disable: 'false', enable: 'false' });
  const id = await addChannel(`${GOOD}\n${BAD}`);
  await setResult(id);
  const { last_test: before } = await read(id);
  rejected.add(BAD);
  await gateway.manage('GET', `/api/channel/test/${id}?key=0`);
  await expect(gateway.manage('GET', `/api/channel/test/${id}?key=1`)).rejects.toThrow('status code 401');
  rejected.add(GOOD);
  await expect(gateway.manage('GET', `/api/channel/test/${id}?model=gpt-4o`)).rejects.toThrow('401');
  expect(await read(id)).toMatchObject({ test_time: 5, response_time: 123456, last_test: before });
});

test('a test of the only key of a channel is one of the channel', async () => {
  const id = await addChannel(BAD);
  await setResult(id);
  rejected.add(BAD);
  await expect(gateway.manage('GET', `/api/channel/test/${id}?key=0`)).rejects.toThrow('status code 401');
  const { last_test: test, response_time: time } = await read(id);
  expect(test).toMatchObject({ ok: false, message: expect.stringMatching(/^status code 401: /) });
  expect(time).toBe(123456);
});
