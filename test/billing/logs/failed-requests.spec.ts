import type { Redis } from 'ioredis';
import { once } from 'node:events';
import pg from 'pg';
import { WebSocket } from 'ws';
import { LogType } from '../../../server/contract/enums.js';
import type { LogPageResponse, LogResponse } from '../../../server/contract/resources/logs/log.js';
import { readLogDetails } from '../../../server/contract/resources/logs/log-details.js';
import { postFailures } from '../../../server/billing/ledger/posting/post-failures.js';
import { OldLogsService } from '../../../server/billing/logs/old-logs.service.js';
import { REDIS } from '../../../server/core/injection.js';
import { KEYS } from '../../../server/core/redis/scripts/keys.js';
import { RealtimeClient } from '../../doubles/realtime-client.js';
import { RealtimeUpstream } from '../../doubles/realtime-upstream.js';
import { TestGateway } from '../../setup/test-gateway.js';
import { until } from '../../setup/until.js';

const app = TestGateway.forAllTests();
/** Rows of failed requests are asked for by this parameter. */
const WITH_ERRORS = 'error_type=5';

beforeEach(async () => {
  await app.freshModel();
  await app.gateway.sql('DELETE FROM logs');
});

/** Rows of requests: channels that tests create have rows as well. */
const list = async (query: string) =>
  (await app.gateway.manage<LogPageResponse>('GET', `/api/log/?p=1&page_size=50&${query}`)).items.filter(
    ({ type }) => type !== LogType.management,
  );

/** The row of the only request of the test that failed. */
async function failed(): Promise<LogResponse> {
  let rows: LogResponse[] = [];
  await until(async () => (rows = await list(WITH_ERRORS)).length > 0);
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

test('a request that no channel serves leaves a row with what its client got and who was asked', async () => {
  await app.gateway.option('RetryTimes', '1');
  const first = await app.addChannel('one', { priority: 10, name: 'first' });
  const second = await app.addChannel('two', { name: 'second' });
  const refusal = { refuse: { status: 400, message: 'no such parameter: sk-secretsecretsecretsecret' } };
  app.upstream.next({ refuse: { status: 503, message: 'busy' } }, refusal);
  const answer = await app.ask('hello', { stream: true });
  await app.gateway.option('RetryTimes', '0');
  const { error } = (await answer.json()) as { error: { message: string } };
  const row = await failed();
  expect(row).toMatchObject({
    type: 5,
    quota: 0,
    model_name: app.model,
    group: 'default',
    is_stream: true,
    channel: second,
    channel_name: 'second',
    prompt_tokens: 0,
    request_id: answer.headers.get('x-oneapi-request-id'),
  });
  expect(row.content).toMatch(/^no such parameter: /);
  expect(`${error.message} ${row.content} ${row.other}`).not.toContain('secretsecret');
  expect(readLogDetails(row.other)).toMatchObject({
    status_code: 400,
    attempts: 2,
    request_path: '/v1/chat/completions',
    request_id: row.request_id,
    admin_info: {
      use_channel: [first, second],
      failures: [
        { status: 503, ms: expect.any(Number) },
        { status: 400, ms: expect.any(Number) },
      ],
      upstream_status: 400,
    },
  });
});

test('failed requests are found by status, error code and text, with no other rows', async () => {
  await app.addChannel('one');
  app.upstream.next({ refuse: { status: 400, message: 'temperature 100% too "high"' } });
  await (await app.ask()).text();
  const { request_id: first } = await failed();
  await (await app.ask('hello', { model: 'nobody-has-it' })).text();
  await (await app.ask()).text();
  await until(async () => (await list(WITH_ERRORS)).length === 3);
  const found = async (error: string) =>
    (await list(`error=${encodeURIComponent(error)}`)).map((row) => [row.type, row.request_id === first]);
  const [theFirst, theOther] = [[[5, true]], [[5, false]]];
  expect(await found('400')).toEqual(theFirst);
  expect(await found('404')).toEqual(theOther);
  expect(await found('model_not_found')).toEqual(theOther);
  expect(await found('TEMPERATURE 100%')).toEqual(theFirst);
  expect(await found('too "high"')).toEqual(theFirst);
  for (const none of ['500', 'model_not', '100%%', '"', '"error_code":"model_not_found"', 'a(b', '\\'])
    expect([none, (await found(none)).filter(([, isFirst]) => !isFirst)]).toEqual([none, []]);
});

test('a provider that cannot be reached has no status', async () => {
  await app.addChannel('one', { base_url: 'http://127.0.0.1:9' });
  await (await app.ask()).text();
  expect(readLogDetails((await failed()).other)).toMatchObject({
    status_code: 502,
    error: { code: 'upstream_unreachable' },
    admin_info: { upstream_status: 0, failures: [{ status: 502, detail: 'ECONNREFUSED' }] },
  });
});

test('its owner sees the row without channels and without what the provider said to the operator', async () => {
  await app.addChannel('one');
  app.upstream.next({ refuse: { status: 429, message: 'organisation org-1 is out of quota' } });
  await (await app.ask()).text();
  const row = await failed();
  expect(readLogDetails(row.other).admin_info.upstream_message).toContain('org-1');
  const own = await app.gateway.manage<LogPageResponse>('GET', `/api/log/self?p=1&type=5`);
  expect(own.items).toMatchObject([{ id: row.id, channel: 0, channel_name: '' }]);
  expect(own.items[0]!.content + own.items[0]!.other).not.toMatch(/org-1|upstream_status/);
  expect(readLogDetails(own.items[0]!.other)).toMatchObject({
    status_code: 429,
    error: { code: 'upstream_saturated' },
  });
});

test.each<[string, () => Promise<Response>, number, string]>([
  ['a model that nobody serves', () => app.ask('hello', { model: 'nobody-has-it' }), 404, 'model_unknown'],
  ['a body that is not JSON', () => app.askRaw('{"model":'), 400, 'invalid_request'],
  [
    'a count of tokens for such a model',
    () =>
      app.gateway.relay('/v1/messages/count_tokens', app.key, {
        model: 'nobody-has-it',
        messages: [{ role: 'user', content: 'hello' }],
      }),
    404,
    'model_unknown',
  ],
  [
    'a drawing that no channel makes',
    () => app.gateway.relay('/mj/submit/imagine', app.key, { prompt: 'a cat' }),
    404,
    'model_unknown',
  ],
])('%s leaves a row', async (_what, ask, status, code) => {
  const answer = await ask();
  expect(answer.status).toBe(status);
  await answer.text();
  const row = await failed();
  expect(row).toMatchObject({ type: 5, channel: 0, quota: 0 });
  expect(readLogDetails(row.other)).toMatchObject({ status_code: status, attempts: 0, error: { code } });
});

test('so does a key that is known and may not be used; an unknown one does not', async () => {
  await app.addChannel('one');
  const key = await app.gateway.addToken();
  await app.gateway.sql(`UPDATE tokens SET expired_time = 1000 WHERE id = (SELECT max(id) FROM tokens)`);
  const answer = await app.ask('hello', {}, key);
  expect(answer.status).toBe(401);
  await answer.text();
  await (await app.ask('hello', {}, 'sk-nobody'.padEnd(51, 'x'))).text();
  expect(readLogDetails((await failed()).other)).toMatchObject({ status_code: 401 });
});

test('a realtime session that cannot begin leaves a row', async () => {
  const url = `${app.gateway.url.replace('http', 'ws')}/v1/realtime?model=nobody-has-it`;
  const client = new WebSocket(url, { headers: { authorization: `Bearer ${app.key}` } });
  await expect(once(client, 'open')).rejects.toThrow('404');
  const { other, ...row } = await failed();
  expect(row).toMatchObject({ type: 5, is_stream: false, token_id: expect.any(Number) });
  expect(readLogDetails(other)).toMatchObject({
    status_code: 404,
    request_path: '/v1/realtime',
    error: { code: 'model_unknown' },
  });
});

test('a stream that breaks after it began leaves a row beside that of its charge, with the time to its first token', async () => {
  const id = await app.addChannel('one');
  app.upstream.next('cut-mid-stream');
  const response = await app.ask('hello', { stream: true });
  await response.text();
  const request = response.headers.get('x-oneapi-request-id')!;
  await app.gateway.logs();
  await until(async () => (await list('type=5')).length > 0);
  const [row, ...others] = await list('type=5');
  expect(others).toEqual([]);
  expect(row).toMatchObject({ channel: id, request_id: request, quota: 0, is_stream: true });
  const details = readLogDetails(row!.other);
  expect(details).toMatchObject({
    error: { code: 'upstream_unreachable' },
    admin_info: { use_channel: [id], failures: [], upstream_status: 0 },
  });
  expect(details.admin_info.first_token_ms).toBeGreaterThanOrEqual(0);
  expect(await list('type=2')).toMatchObject([{ request_id: request }]);
});

test('a realtime session that its provider cuts leaves a row; one that its client ends leaves none', async () => {
  const provider = await RealtimeUpstream.start();
  const model = 'gpt-4o-realtime-preview';
  try {
    const id = await app.addChannel('sessions', { base_url: provider.url, models: model });
    const ended = await RealtimeClient.withHeader(app.gateway.url, app.key, model).opened();
    await ended.turn();
    await ended.close();
    provider.script.push({ texts: ['Hel'], stops: 'break' });
    const cut = await RealtimeClient.withHeader(app.gateway.url, app.key, model).opened();
    await cut.event('session.created');
    cut.send({ type: 'response.create' });
    await cut.closed;
    await until(async () => (await list('type=5')).length > 0);
    await app.gateway.quiet();
    const rows = await list('type=5');
    expect(rows).toMatchObject([{ channel: id, model_name: model, quota: 0 }]);
    expect(readLogDetails(rows[0]!.other)).toMatchObject({
      status_code: 502,
      error: { code: 'upstream_cut' },
      admin_info: { use_channel: [id], failures: [{ status: 502, ms: expect.any(Number) }] },
    });
  } finally {
    await provider.close();
  }
});

test('a key in the header of Midjourney clients is known as well', async () => {
  const key = await app.gateway.addToken();
  await app.gateway.sql(`UPDATE tokens SET expired_time = 1000 WHERE id = (SELECT max(id) FROM tokens)`);
  const answer = await fetch(`${app.gateway.url}/mj/submit/imagine`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'mj-api-secret': `Bearer ${key}` },
    body: JSON.stringify({ prompt: 'a cat' }),
  });
  expect(answer.status).toBe(401);
  await answer.text();
  expect(readLogDetails((await failed()).other)).toMatchObject({ status_code: 401 });
});

test('an answered request leaves none', async () => {
  await app.addChannel('one');
  app.upstream.next('plain');
  await (await app.ask()).text();
  await app.gateway.logs();
  expect(await list(WITH_ERRORS)).toMatchObject([{ type: 2 }]);
});

test('clients that do not ask for these rows do not get them, except by their type', async () => {
  await app.addChannel('one');
  app.upstream.next({ refuse: { status: 400, message: 'no' } });
  await (await app.ask()).text();
  const { id } = await failed();
  expect(await list('')).toEqual([]);
  expect(await list('type=2')).toEqual([]);
  expect(await list('type=5')).toMatchObject([{ id }]);
  expect(await app.gateway.manage('GET', '/api/log/search?keyword=no')).toEqual([]);
  expect(await app.gateway.manage('GET', '/api/log/search?keyword=5')).toMatchObject([{ id }]);
});

test('rows are found by the id of their request, those of charges too', async () => {
  await app.addChannel('one');
  app.upstream.next({ refuse: { status: 400, message: 'no' } }, 'plain');
  const refused = (await app.ask()).headers.get('x-oneapi-request-id')!;
  await failed();
  const served = (await app.ask()).headers.get('x-oneapi-request-id')!;
  await app.gateway.logs();
  expect(await list(`${WITH_ERRORS}&request_id=${refused}`)).toMatchObject([
    { type: 5, request_id: refused },
  ]);
  expect(await list(`${WITH_ERRORS}&request_id=%20${served}`)).toMatchObject([
    { type: 2, request_id: served },
  ]);
  // A sum over several days is computed in parts, of which only one has the row.
  const from = Math.floor(Date.now() / 1000) - 7 * 86_400 - 3600;
  const [charge] = await app.gateway.logs();
  await app.gateway.sql('INSERT INTO logs (user_id, type, created_at) VALUES (1, 2, $1)', [from + 86_400]);
  expect(
    await app.gateway.manage('GET', `/api/log/stat?request_id=${served}&start_timestamp=${from}`),
  ).toMatchObject({ quota: charge!.quota });
  // Whatever the time range is: the list of the console begins today.
  const past = 'start_timestamp=1&end_timestamp=2';
  expect(await list(`${WITH_ERRORS}&${past}&request_id=${refused}`)).toHaveLength(1);
  for (const unknown of ['x', `${refused.slice(0, -1)}-`, "'"])
    expect(await list(`${WITH_ERRORS}&request_id=${encodeURIComponent(unknown)}`)).toEqual([]);
});

test('a batch that is written twice, as after a crash, has its rows once, without what cannot be read or stored', async () => {
  const redis = app.gateway.app.get<Redis>(REDIS);
  await app.addChannel('one');
  app.upstream.next({ refuse: { status: 400, message: 'no' } });
  await (await app.ask()).text();
  const { request_id: requestId } = await failed();
  const entry = JSON.stringify({
    format: 1,
    row: {
      userId: 1,
      tokenId: 0,
      createdAt: Math.floor(Date.now() / 1000),
      channelId: 0,
      requestId: `${requestId}-2`,
      username: 'root',
      tokenName: '',
      modelName: app.model,
      group: 'default',
      useTime: 0,
      isStream: false,
      content: 'written twice',
      other: '{}',
    },
  });
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL! });
  await client.connect();
  // Only one process posts.
  await app.gateway.poster.stop();
  try {
    const id = (await redis.xadd(KEYS.failures, '*', 'e', entry, 'x', 'unreadable'))!;
    await redis.xadd(KEYS.failures, '*', 'e', '{"format":99}');
    await app.gateway.sql(`ALTER TABLE logs ADD CONSTRAINT refuses CHECK (content <> 'refused')`);
    await redis.xadd(KEYS.failures, '*', 'e', entry.replace('written twice', 'refused'));
    await redis.xadd(KEYS.failures, '*', 'e', entry.replace('written twice', 'written behind it'));
    // The first time, Redis is lost before the entries are removed.
    const losing = new Proxy(redis, {
      get(target, name) {
        if (name === 'xtrim') return () => Promise.reject(new Error('lost'));
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    await expect(postFailures(client, losing)).rejects.toThrow('lost');
    expect(await redis.xrange(KEYS.failures, id, id)).toHaveLength(1);
    expect(await postFailures(client, redis)).toBe(0);
    expect(await redis.xlen(KEYS.failures)).toBe(0);
    for (const left of ['{"format":99}', entry.replace('written twice', 'refused')])
      await redis.xadd(KEYS.failures, '*', 'e', left);
    expect(await postFailures(client, redis)).toBe(2);
  } finally {
    app.gateway.poster.start();
    await client.end();
    await app.gateway.sql('ALTER TABLE logs DROP CONSTRAINT IF EXISTS refuses');
  }
  expect(await app.gateway.sql('SELECT content FROM logs WHERE request_id = $1', [`${requestId}-2`])).toEqual(
    [{ content: 'written twice' }, { content: 'written behind it' }],
  );
});

test('they are kept for as long as the operator wants, and not at all where that is 0 days', async () => {
  await app.addChannel('one');
  const now = Math.floor(Date.now() / 1000);
  const old = [now - 31 * 86_400, now - 29 * 86_400];
  await app.gateway.sql(
    `INSERT INTO logs (user_id, type, created_at) SELECT 1, type, at FROM unnest($1::bigint[]) at, unnest(ARRAY[2, 5]) type`,
    [old],
  );
  const rows = () =>
    app.gateway.sql('SELECT type, created_at FROM logs WHERE type <> 3 ORDER BY created_at, type');
  await app.gateway.app.get(OldLogsService, { strict: false }).deleteErrors();
  expect(await rows()).toEqual([
    { type: 2, created_at: old[0] },
    { type: 2, created_at: old[1] },
    { type: 5, created_at: old[1] },
  ]);
  await app.gateway.sql('DELETE FROM logs');
  await app.gateway.option('ErrorLogDays', '0');
  try {
    app.upstream.next({ refuse: { status: 400, message: 'not kept' } });
    await (await app.ask()).text();
  } finally {
    await app.gateway.option('ErrorLogDays', '30');
  }
  // Rows are written in order: where this one is, the other would be.
  app.upstream.next({ refuse: { status: 400, message: 'kept' } });
  await (await app.ask()).text();
  expect(await failed()).toMatchObject({ content: 'kept' });
});
