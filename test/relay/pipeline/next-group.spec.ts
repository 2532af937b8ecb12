import type { ReceiptResponse } from '../../../server/contract/resources/logs/receipt.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Tokens of group `auto`: what happens when the channels of the first group fail. */
const MODEL = 'gpt-4o';
const body = { model: MODEL, messages: [{ role: 'user', content: 'hello' }], max_tokens: 1000 };

let gateway: Gateway;
let upstream: ScriptedUpstream;
let auto: string;
let dear: number;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.option('GroupRatio', '{"default":1,"cheap":0.5,"dear":4,"free":0}');
  await gateway.option('UserUsableGroups', '{"default":"","cheap":"","dear":"","free":""}');
  await gateway.option('AutoGroups', '["cheap","dear"]');
  await gateway.option('RetryTimes', '1');
  await gateway.addChannel({ name: 'cheap', base_url: upstream.url, models: MODEL, group: 'cheap' });
  dear = await gateway.addChannel({ name: 'dear', base_url: upstream.url, models: MODEL, group: 'dear' });
  auto = await gateway.addToken({ group: 'auto' });
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(() => upstream.clear());

const ask = (key: string, more: object = {}) =>
  gateway.relay('/v1/chat/completions', key, { ...body, ...more });

/** The newest row of the log. */
const row = async () => (await gateway.logs()).at(-1)!;

test.each([false, true])('the next group serves a request at its own price (stream: %s)', async (stream) => {
  upstream.next('overloaded', 'plain');
  const response = await ask(auto, { stream, stream_options: stream ? { include_usage: true } : undefined });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  const served = await row();
  expect(served).toMatchObject({ group: 'dear', channel_id: dear, other: { group_ratio: 4 } });
  const receipt = await gateway.manage<ReceiptResponse>(
    'GET',
    `/api/log/${String(served.other.request_id)}/receipt`,
  );
  expect(receipt).toMatchObject({ agrees: true, charged: served.quota, price: { group_ratio: 4 } });
});

test('the hold covers the price of the group that serves', async () => {
  upstream.next('plain');
  await (await ask(auto)).text();
  const cheap = await row();
  upstream.next('overloaded', 'plain');
  await (await ask(auto)).text();
  const next = await row();
  expect([cheap.group, next.group]).toEqual(['cheap', 'dear']);
  expect(next.quota).toBe(cheap.quota * 8);
  expect(Number(next.other.held)).toBeGreaterThanOrEqual(next.quota);
});

test('each channel of a group is tried once before the next group', async () => {
  await gateway.option('RetryTimes', '3');
  await gateway.settledEvents();
  upstream.next('overloaded', 'plain');
  await (await ask(auto)).text();
  expect(upstream.requests).toHaveLength(2);
  await gateway.option('RetryTimes', '1');
  await gateway.settledEvents();
});

test('if all groups fail, nothing is charged and the client gets the error of the provider', async () => {
  const before = await gateway.quota();
  upstream.next('overloaded', 'overloaded', 'overloaded');
  const response = await ask(auto);
  expect(response.status).toBe(503);
  await response.text();
  expect(await gateway.quota()).toBe(before);
});

test('an error of the request itself is not repeated in the next group', async () => {
  upstream.next({ refuse: { status: 400, message: 'unknown parameter' } }, 'plain');
  expect((await ask(auto)).status).toBe(400);
  expect(upstream.requests).toHaveLength(1);
});

test('a token without cross_group_retry stays in the first group', async () => {
  const key = await gateway.addToken({ group: 'auto', cross_group_retry: false });
  upstream.next('overloaded', 'overloaded', 'plain');
  expect((await ask(key)).status).toBe(503);
});

test('without retries a failed request stays in the first group', async () => {
  await gateway.option('RetryTimes', '0');
  await gateway.settledEvents();
  upstream.next('overloaded', 'plain');
  expect((await ask(auto)).status).toBe(503);
  await gateway.option('RetryTimes', '1');
  await gateway.settledEvents();
});

test('a group that is free passes a request on to one that is not', async () => {
  await gateway.addChannel({ name: 'free', base_url: upstream.url, models: MODEL, group: 'free' });
  await gateway.option('AutoGroups', '["free","dear"]');
  await gateway.settledEvents();
  upstream.next('overloaded', 'plain');
  expect((await ask(auto)).status).toBe(200);
  const served = await row();
  expect(served).toMatchObject({ group: 'dear', other: { group_ratio: 4 } });
  expect(served.quota).toBeGreaterThan(0);
});

test('a caller who cannot pay the next group gets the error of the first', async () => {
  const key = await gateway.addToken({ group: 'auto', remain_quota: 10, unlimited_quota: false });
  upstream.next('overloaded', 'plain');
  const response = await ask(key);
  expect(response.status).toBe(503);
  expect(upstream.requests).toHaveLength(1);
});
