import { RequestStatistics } from '../../server/statistics/request-statistics.js';
import { TestGateway } from '../setup/test-gateway.js';

const app = TestGateway.forAllTests({ STREAMING_TIMEOUT: '3', FIRST_TOKEN_TIMEOUT: '2' });

beforeEach(async () => {
  await app.freshModel();
  await app.gateway.option('RetryTimes', '1');
});

type Row = Record<string, number> & { model: string; first_token: number[]; duration: number[] };

/** Rows of the test's model, or of requests without one, by channel. */
async function counted(model = app.model, table = 'request_minutes'): Promise<Row[]> {
  await app.gateway.quiet();
  await app.gateway.app.get(RequestStatistics).flush();
  return app.gateway.sql<Row>(`SELECT * FROM ${table} WHERE model = $1 ORDER BY channel_id`, [model]);
}

const sum = (histogram: number[]) => histogram.reduce((total, requests) => total + requests, 0);

test('an answered request is counted once, with its tokens, quota and times, in its minute and its hour', async () => {
  const channel = await app.addChannel('one');
  await (await app.ask()).text();
  const [row, ...others] = await counted();
  const [log] = await app.gateway.logs();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    channel_id: channel,
    key_index: 0,
    ok: 1,
    rescued: 0,
    attempts: 1,
    failures: 0,
    input_tokens: log!.prompt_tokens,
    output_tokens: log!.completion_tokens,
    quota: log!.quota,
  });
  expect(log!.quota).toBeGreaterThan(0);
  expect([sum(row!.first_token), sum(row!.duration)]).toEqual([1, 1]);
  expect(row!.at! % 60).toBe(0);
  const [hour] = await counted(app.model, 'request_hours');
  expect(hour).toEqual({ ...row, at: row!.at! - (row!.at! % 3600) });
});

test('what is written again is added to what is there', async () => {
  await app.addChannel('one');
  for (const _ of [1, 2, 3]) {
    await (await app.ask('hello', { stream: true })).text();
    await counted();
  }
  const rows = await counted(app.model, 'request_hours');
  expect(rows.reduce((total, { ok }) => total + ok!, 0)).toBe(3);
  expect(rows.reduce((total, { first_token }) => total + sum(first_token), 0)).toBe(3);
  expect(rows.reduce((total, { duration }) => total + sum(duration), 0)).toBe(3);
});

test('a rescued request is a failed attempt of the first channel and a result of the second', async () => {
  const first = await app.addChannel('one', { priority: 10 });
  const second = await app.addChannel('two');
  app.upstream.next({ refuse: { status: 429, message: 'slow down' } });
  expect((await app.ask()).status).toBe(200);
  expect(await counted()).toMatchObject([
    { channel_id: first, ok: 0, rescued: 0, attempts: 1, failures: 1, rate_limited: 1, first_token: [] },
    { channel_id: second, ok: 0, rescued: 1, attempts: 1, failures: 0, rate_limited: 0 },
  ]);
});

test('the key that failed is counted by its line', async () => {
  const channel = await app.addChannel('sk-a\nsk-b', { auto_ban: 0, setting: { multi_key: true } });
  app.upstream.next({ refuse: { status: 401, message: 'no such key' } });
  await (await app.ask()).text();
  const rows = await counted();
  expect(rows.map(({ channel_id, failures, rescued }) => [channel_id, failures, rescued])).toEqual(
    expect.arrayContaining([
      [channel, 1, 0],
      [channel, 0, 1],
    ]),
  );
  expect(rows.map(({ key_index }) => key_index).toSorted((a, b) => a! - b!)).toEqual([0, 1]);
});

test.each([
  [400, 'client_error', 0],
  [429, 'limited', 1],
  [500, 'upstream_error', 1],
  [401, 'upstream_error', 1],
])('a refusal with status %d is a %s', async (status, result, failures) => {
  await app.gateway.option('RetryTimes', '0');
  const channel = await app.addChannel('one', { auto_ban: 0 });
  app.upstream.next({ refuse: { status, message: 'no' } });
  await (await app.ask()).text();
  expect(await counted()).toMatchObject([
    { channel_id: channel, attempts: 1, failures, [result]: 1, ok: 0, duration: [] },
  ]);
});

test('a stream that breaks off is a failure of its channel', async () => {
  const channel = await app.addChannel('one');
  app.upstream.next('cut-mid-stream');
  await (await app.ask('hello', { stream: true })).text().catch(() => '');
  const [row, ...others] = await counted();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ channel_id: channel, cut: 1, attempts: 1, failures: 1, duration: [] });
  expect(sum(row!.first_token)).toBe(1);
  expect(row!.quota).toBeGreaterThan(0);
});

test('calls that fail one after the other are a streak, which the next success ends', async () => {
  await app.gateway.option('RetryTimes', '0');
  await app.addChannel('one', { auto_ban: 0 });
  const streak = async () => (await counted()).at(-1)!.streak;
  for (const failed of [1, 2, 3]) {
    app.upstream.next({ refuse: { status: 402, message: 'no' } });
    await (await app.ask()).text();
    expect(await streak()).toBe(failed);
  }
  app.upstream.next({ refuse: { status: 400, message: 'of the request' } });
  await (await app.ask()).text();
  expect(await streak()).toBe(3);
  await (await app.ask()).text();
  expect(await streak()).toBe(0);
});

test('requests without a channel are counted without one', async () => {
  await app.addChannel('one', { group: 'vip' });
  await (await app.ask()).text();
  await app.gateway.relay('/v1/chat/completions', 'sk-unknown', { model: app.model, messages: [] });
  const before = await counted('');
  expect(before[0]!.client_error).toBeGreaterThanOrEqual(1);
  const all = await app.gateway.sql<Row>('SELECT * FROM request_minutes WHERE channel_id = 0');
  expect(all.every(({ attempts }) => attempts === 0)).toBe(true);
});

test('counts that Postgres refuses do not keep later ones out', async () => {
  const statistics = app.gateway.app.get(RequestStatistics);
  statistics.of(0, 0, app.model).quota += 0.5;
  await statistics.write();
  statistics.of(0, 0, app.model).quota += 7;
  expect(await counted()).toMatchObject([{ quota: 7 }]);
});
