import { DataSource } from 'typeorm';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { SunoUpstream } from '../doubles/suno-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { until } from '../setup/until.js';
import { poll, USD } from '../tasks/task-gateway.js';

const TOKEN = 'a token of monitoring';
let gateway: Gateway;
let suno: SunoUpstream;

beforeAll(async () => {
  suno = await SunoUpstream.start();
  gateway = await Gateway.start({ METRICS_TOKEN: TOKEN });
});
afterAll(async () => {
  delete process.env.METRICS_TOKEN;
  await gateway?.close();
  await suno?.close();
});

const scrape = (authorization = `Bearer ${TOKEN}`) =>
  fetch(`${gateway.url}/metrics`, { headers: { authorization } });

/** Samples by name and labels. Every line must be a comment or a sample of the text format. */
async function samples(): Promise<Map<string, number>> {
  const text = await (await scrape()).text();
  const found = new Map<string, number>();
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('# '))) {
    const [, name, value] =
      /^([a-zA-Z_:][\w:]*(?:\{(?:\w+="(?:[^"\\\n]|\\.)*",?)*\})?) ([-+]?(?:[\d.]+(?:e[-+]?\d+)?|Inf|NaN))$/i.exec(
        line,
      ) ?? [];
    if (name === undefined) throw new Error(`not a sample: ${line}`);
    found.set(name, Number(value));
  }
  return found;
}

test('metrics are shown only to who has the token', async () => {
  for (const wrong of ['', 'Bearer', `Bearer ${TOKEN}x`, TOKEN, `bearer ${TOKEN}`, 'Basic eDp4']) {
    const response = await scrape(wrong);
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('tollgate_');
  }
  const response = await scrape();
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=0\.0\.4/),
  ]);
});

test('connections to Postgres are shown by state, and queries that wait for one', async () => {
  const database = gateway.app.get(DataSource);
  const slow = Array.from({ length: 12 }, () => database.query('SELECT pg_sleep(1)'));
  await until(async () => ((await samples()).get('tollgate_database_waiting') ?? 0) > 0);
  expect((await samples()).get('tollgate_database_connections{state="used"}')).toBe(10);
  await Promise.all(slow);
  const found = await samples();
  expect(found.get('tollgate_database_waiting')).toBe(0);
  expect(found.get('tollgate_database_connections{state="idle"}')).toBeGreaterThan(0);
});

test('the worker that posts the journal is shown, and how old the oldest charge is that waits', async () => {
  await until(async () =>
    [...(await samples()).keys()].some((name) => name.startsWith('tollgate_posting_lease')),
  );
  const found = await samples();
  const [name, seconds] = [...found].find(([key]) => key.startsWith('tollgate_posting_lease_seconds'))!;
  expect(name).toMatch(new RegExp(`\\{holder="[^"]+:${process.pid}"\\}$`));
  expect(seconds).toBeGreaterThan(-1);
  expect(seconds).toBeLessThan(600);
  expect(found.get('tollgate_journal_oldest_entry_seconds')).toBe(0);
});

test('what no balance could pay is counted by cause', async () => {
  await gateway.sql(
    `INSERT INTO write_offs (created_at, request_id, user_id, channel_id, quota, cause)
     VALUES (1, 'a', 1, 1, 300, 'beyond_hold'), (2, 'b', 1, 1, 200, 'beyond_hold'), (3, 'c', 1, 0, 7, 'hold_expired')`,
  );
  // Values of the installation are read every five seconds.
  await until(async () => (await samples()).has('tollgate_write_offs_total{cause="hold_expired"}'));
  const found = await samples();
  expect(found.get('tollgate_write_offs_total{cause="beyond_hold"}')).toBe(2);
  expect(found.get('tollgate_written_off_quota_total{cause="beyond_hold"}')).toBe(500);
  expect(found.get('tollgate_written_off_quota_total{cause="hold_expired"}')).toBe(7);
});

test('running tasks, late polls and refunds are counted', async () => {
  const key = await gateway.addToken();
  await gateway.addChannel({ type: 36, base_url: suno.url, models: 'suno_music' });
  await gateway.setQuota(10 * USD);
  const submit = async () => {
    const response = await gateway.relay('/suno/submit/music', key, { gpt_description_prompt: 'a song' });
    return ((await response.json()) as { data: string }).data;
  };
  const [first, second] = [await submit(), await submit()];
  suno.end(first, 'FAILURE');
  await poll(gateway);
  await gateway.sql(
    "UPDATE tasks SET next_poll_at = now() - interval '90 seconds', lease_until = now() + interval '1 hour' WHERE task_id = $1",
    [second],
  );
  let seen = new Map<string, number>();
  await until(
    async () => {
      seen = await samples();
      return (
        seen.get('tollgate_task_refunds_total') === 1 &&
        (seen.get('tollgate_task_poll_delay_seconds{kind="task"}') ?? 0) > 80
      );
    },
    () => JSON.stringify([...seen].filter(([name]) => name.startsWith('tollgate_task'))),
  );
  expect(seen.get('tollgate_tasks_running{kind="task"}')).toBe(1);
  expect(seen.get('tollgate_tasks_running{kind="drawing"}')).toBe(0);
  expect(seen.get('tollgate_task_refunded_quota_total')).toBe(0.1 * USD);
  expect(seen.get('tollgate_task_poll_calls_total')).toBeGreaterThanOrEqual(1);
  expect(seen.get('tollgate_requests_in_flight')).toBe(0);
  expect(seen.get('tollgate_queue_jobs{queue="task-polls",state="failed"}')).toBe(0);
  expect(seen.has('process_resident_memory_bytes')).toBe(true);
});

test('requests, calls, tokens, quota and times are counted by channel and model', async () => {
  const upstream = await ScriptedUpstream.start();
  try {
    const key = await gateway.addToken();
    await gateway.sell({ 'counted-model': 1 });
    await gateway.option('RetryTimes', '1');
    const models = 'counted-model';
    const first = await gateway.addChannel({ base_url: upstream.url, models, priority: 10 });
    const second = await gateway.addChannel({ base_url: upstream.url, models });
    upstream.next({ refuse: { status: 429, message: 'slow down' } }, 'plain');
    const body = { model: models, messages: [{ role: 'user', content: 'hello' }] };
    expect((await gateway.relay('/v1/chat/completions', key, body)).status).toBe(200);
    const of = (name: string, channel: number, label: string) =>
      `tollgate_${name}{channel="${channel}",model="${models}",${label}}`;
    await until(async () => (await samples()).has(of('requests_total', second, 'result="rescued"')));
    const found = await samples();
    expect(found.get(of('requests_total', second, 'result="rescued"'))).toBe(1);
    expect(found.get(of('upstream_calls_total', first, 'outcome="rate_limited"'))).toBe(1);
    expect(found.get(of('upstream_calls_total', second, 'outcome="answered"'))).toBe(1);
    expect(found.get('tollgate_upstream_errors_total{status="429"}')).toBe(1);
    const row = (await gateway.logs()).find(({ model_name }) => model_name === models);
    expect(found.get(of('tokens_total', second, 'class="input"'))).toBe(row!.prompt_tokens);
    expect(found.get(of('quota_total', second, 'unit="quota"'))).toBe(row!.quota);
    for (const name of ['first_token_seconds', 'request_duration_seconds']) {
      const buckets = [...found].filter(([sample]) =>
        sample.startsWith(`tollgate_${name}_bucket{channel="${second}"`),
      );
      expect(buckets.length).toBe(11);
      expect(buckets.map(([, count]) => count)).toEqual(
        buckets.map(([, count]) => count).toSorted((a, b) => a - b),
      );
      expect(found.get(`tollgate_${name}_bucket{channel="${second}",le="+Inf"}`)).toBe(1);
      expect(found.get(`tollgate_${name}_count{channel="${second}"}`)).toBe(1);
      expect(found.get(`tollgate_${name}_sum{channel="${second}"}`)).toBeGreaterThan(0);
    }
  } finally {
    await upstream.close();
  }
});

test('calls that a provider does not answer have no status of it', async () => {
  const models = 'unreachable-of-metrics';
  await gateway.sell({ [models]: 1 });
  await gateway.addChannel({ base_url: 'http://127.0.0.1:9', models });
  const key = await gateway.addToken();
  const body = { model: models, messages: [{ role: 'user', content: 'hello' }] };
  expect((await gateway.relay('/v1/chat/completions', key, body)).status).toBe(502);
  const found = await samples();
  expect(found.get('tollgate_upstream_errors_total{status="none"}')).toBeGreaterThan(0);
  expect(found.has('tollgate_upstream_errors_total{status="502"}')).toBe(false);
});
