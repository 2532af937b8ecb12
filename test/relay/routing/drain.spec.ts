import { AlertChecks } from '../../../server/alerts/alert-checks.service.js';
import { ChannelRegistry } from '../../../server/channels/channel-registry.js';
import type { AlertsResponse } from '../../../server/contract/resources/alert.js';
import type { ChannelHealthResponse } from '../../../server/contract/resources/channels/channel-health.js';
import type { ChannelResponse } from '../../../server/contract/resources/channels/channel.js';
import { RequestStatistics } from '../../../server/statistics/request-statistics.js';
import { TestGateway } from '../../setup/test-gateway.js';
import { until } from '../../setup/until.js';

const app = TestGateway.forAllTests();

beforeEach(async () => {
  await app.gateway.sql('DELETE FROM channels');
  await app.freshModel();
  await app.gateway.option('RetryTimes', '1');
});

const drain = (ids: number[], minutes: number) =>
  app.gateway.manage<number>('POST', '/api/channel/drain', { ids, minutes });
const channel = (id: number) => app.gateway.manage<ChannelResponse>('GET', `/api/channel/${id}`);
const read = (path: string) =>
  fetch(`${app.gateway.url}${path}`, { headers: { authorization: `Bearer ${app.key}` } });
/** The code of the error, and the seconds after which the client may try again. */
async function refusal(response: Response): Promise<[number, string, number]> {
  const { error } = (await response.json()) as { error: { code: string } };
  return [response.status, error.code, Number(response.headers.get('retry-after'))];
}

test('a drained channel gets no new requests, also not as a retry, and what it is answering goes on', async () => {
  const first = await app.addChannel('first', { priority: 10 });
  const second = await app.addChannel('second');
  let release = () => {};
  app.upstream.next({ headersAfter: new Promise<void>((resolve) => (release = resolve)) });
  const underWay = app.ask('hello', { stream: true });
  await until(() => app.upstream.requests.length === 1);
  expect(await drain([first], 30)).toBe(1);
  expect((await channel(first)).drained_until).toBeGreaterThan(Date.now() / 1000 + 29 * 60);
  expect((await app.ask()).status).toBe(200);
  expect(app.requestedKeys()).toEqual(['first', 'second']);
  release();
  expect(await (await underWay).text()).toContain('[DONE]');

  app.upstream.next('overloaded', 'overloaded');
  expect((await app.ask()).status).toBe(503);
  expect(app.requestedKeys()).toEqual(['first', 'second', 'second', 'second']);
  expect(await drain([first], 0)).toBe(1);
  expect((await app.ask()).status).toBe(200);
  expect(app.requestedKeys().at(-1)).toBe('first');
  const [row] = await app.gateway.sql<{ content: string; other: string }>(
    'SELECT content, other FROM logs WHERE type = 3 ORDER BY id DESC OFFSET 1 LIMIT 1',
  );
  expect(row!.content).toBe(`管理员将渠道排空 30 分钟（#${first}）`);
  expect(row!.other).toContain('"drainedUntil"');
  expect((await channel(second)).drained_until).toBe(0);
});

test('its end needs no request: the channel serves again without being loaded again', async () => {
  const id = await app.addChannel('one');
  await app.gateway.sql('UPDATE channels SET drained_until = extract(epoch FROM now())::bigint + 2');
  await app.gateway.settledEvents();
  const registry = app.gateway.app.get(ChannelRegistry);
  expect(registry.isDrained(id)).toBe(true);
  const loaded = registry.get(id);
  await until(() => !registry.isDrained(id));
  expect((await app.ask()).status).toBe(200);
  expect(registry.get(id)).toBe(loaded);
});

test('where all channels of a model are drained the error says so, and when to come again', async () => {
  const ids = [await app.addChannel('one', { auto_ban: 0 }), await app.addChannel('two')];
  await app.gateway.sql('DELETE FROM request_minutes');
  // One of them fails, and its last test failed: of a drained channel that needs no attention.
  for (const _ of [1, 2, 3, 4, 5, 6]) app.upstream.next({ refuse: { status: 402, message: 'no account' } });
  for (const _ of [1, 2, 3]) await (await app.ask()).text();
  await drain(ids.slice(1), 5);
  await drain(ids.slice(0, 1), 120);
  const [status, code, seconds] = await refusal(await app.ask());
  expect([status, code]).toEqual([503, 'channels_drained']);
  expect(seconds).toBeGreaterThan(290);
  expect(seconds).toBeLessThanOrEqual(300);
  const models = await read('/v1/models');
  expect(await models.text()).toContain(app.model);

  await app.gateway.quiet();
  await app.gateway.app.get(RequestStatistics).write();
  const health = await app.gateway.manage<ChannelHealthResponse[]>('GET', '/api/channel/health');
  expect(health.map(({ attention }) => attention)).toEqual([[], []]);
  await app.gateway.option('AlertMinRequests', '3');
  await app.gateway.worker.get(AlertChecks, { strict: false }).check();
  const { alerts } = await app.gateway.manage<AlertsResponse>('GET', '/api/alerts');
  expect(alerts.filter(({ channel_id }) => channel_id > 0)).toEqual([]);
  // Refused, not failed.
  const [counts] = await app.gateway.sql<{ limited: number; failed: number }>(
    `SELECT sum(limited)::int AS limited, sum(upstream_error)::int AS failed FROM request_minutes
     WHERE channel_id = 0`,
  );
  expect(counts).toEqual({ limited: 1, failed: 0 });
});

test('a pinned channel and the channel of a stored response are not asked either', async () => {
  const model = 'gpt-4.1';
  const id = await app.addChannel('one', { models: model });
  const first = await app.gateway.relay('/v1/responses', app.key, { model, input: 'q' });
  const { id: response } = (await first.json()) as { id: string };
  await drain([id], 30);
  const sent = app.upstream.requests.length;
  const pinned = await app.gateway.relay('/v1/responses', `${app.key}-${id}`, { model, input: 'q' });
  expect((await refusal(pinned)).slice(0, 2)).toEqual([503, 'pinned_channel_drained']);
  const continued = { model, input: 'q', previous_response_id: response };
  expect((await refusal(await app.gateway.relay('/v1/responses', app.key, continued))).slice(0, 2)).toEqual([
    503,
    'channels_drained',
  ]);
  const shown = await read(`/v1/responses/${response}`);
  expect((await refusal(shown)).slice(0, 2)).toEqual([503, 'pinned_channel_drained']);
  expect(app.upstream.requests).toHaveLength(sent);
});

test('a token of several groups goes on to the next, where the channels are not drained', async () => {
  await app.gateway.option('AutoGroups', '["default","vip"]');
  const key = await app.gateway.addToken({ group: 'auto' });
  const drained = await app.addChannel('one');
  await app.addChannel('two', { group: 'vip' });
  await drain([drained], 30);
  expect((await app.ask('hello', {}, key)).status).toBe(200);
  expect(app.requestedKeys()).toEqual(['two']);
});

test.each([
  ['a channel that does not exist', (id: number) => ({ ids: [id, 999_999], minutes: 30 }), '#999999'],
  ['more than a week', (id: number) => ({ ids: [id], minutes: 10_081 }), '输入不合法'],
  ['less than nothing', (id: number) => ({ ids: [id], minutes: -1 }), '输入不合法'],
  ['no channel', () => ({ ids: [], minutes: 30 }), '输入不合法'],
])('%s: nothing is drained', async (_what, body, message) => {
  const id = await app.addChannel('one');
  await expect(app.gateway.manage('POST', '/api/channel/drain', body(id))).rejects.toThrow(message);
  expect((await channel(id)).drained_until).toBe(0);
});
