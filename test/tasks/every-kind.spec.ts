import pg from 'pg';
import { TaskPoller } from '../../server/tasks/engine/task-poller.js';
import { json, type Respond } from '../doubles/intercepted-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { until } from '../setup/until.js';
import { expectBalancedLedger, passDeadlines, poll, rowsOf, USD, type TaskColumns } from './task-gateway.js';
import { KINDS, PRICES, startKinds, type KindOfTask, type Kinds } from './task-kinds.js';

/** Promises that hold for drawings, songs and videos of every API alike. */
const BALANCE = 10 * USD;
/** Not a double: its last digits would be lost. */
const LARGE_ID = '9007199254740993';

let gateway: Gateway;
let all: Kinds;
let key: string;
const channels = new Map<string, number>();

beforeAll(async () => {
  all = await startKinds();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('ModelPrice', JSON.stringify(PRICES));
  const ids = await gateway.addChannels(
    all.kinds.map(({ channel, upstream, root }) => ({ ...channel, base_url: upstream.url + root })),
  );
  for (const [index, { name }] of all.kinds.entries()) channels.set(name, ids[index]!);
});
afterAll(async () => {
  await gateway?.close();
  await all?.close();
});
beforeEach(async () => {
  all.reset();
  await gateway.sql('DELETE FROM midjourneys');
  await gateway.sql('DELETE FROM tasks');
  await gateway.sql('DELETE FROM logs');
  await gateway.setQuota(BALANCE);
});

/** Refuses all connections to this file's database and ends those that are open. */
async function withoutPostgres(work: () => Promise<void>): Promise<void> {
  const address = new URL(process.env.DATABASE_URL!);
  const name = address.pathname.slice(1);
  address.pathname = '/postgres';
  const client = new pg.Client(address.href);
  await client.connect();
  try {
    await client.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} ALLOW_CONNECTIONS false`);
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await work();
  } finally {
    await client.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} ALLOW_CONNECTIONS true`);
    await client.end();
  }
  await until(async () => (await gateway.sql('SELECT 1').catch(() => [])).length === 1);
}

describe.each(KINDS)('%s', (name) => {
  let kind: KindOfTask;
  beforeAll(() => (kind = all.kinds.find((one) => one.name === name)!));

  const submit = () => gateway.relay(kind.path, key, kind.body);
  const started = async () => {
    const response = await submit();
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  };
  const row = async (): Promise<TaskColumns> => (await rowsOf(gateway, kind.table))[0]!;
  const price = () => Math.round(kind.usd * USD);
  const refunds = async () =>
    (
      await gateway.sql<{ delta: number }>(`SELECT delta::int FROM ledger_entries WHERE kind = 'refund'
       AND request_id IN (SELECT request_id FROM ${kind.table === 'drawing' ? 'midjourneys' : 'tasks'})`)
    ).map(({ delta }) => delta);

  test('while Postgres is away a submission gets 503 and a time to retry, and nothing begins at the provider', async () => {
    await started();
    await poll(gateway);
    const before = kind.upstream.submissions;
    await withoutPostgres(async () => {
      const response = await submit();
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
      await response.text();
    });
    expect(kind.upstream.submissions).toBe(before);
    await started();
  });

  test('a failure that is reported twice is refunded once, and a later success changes nothing', async () => {
    await started();
    expect(await gateway.quota()).toBe(BALANCE - price());
    kind.end('failed');
    await poll(gateway);
    const due = async () =>
      gateway.sql(`UPDATE ${kind.table === 'drawing' ? 'midjourneys' : 'tasks'} SET next_poll_at = now()`);
    await due();
    await poll(gateway);
    kind.end('done');
    await due();
    await poll(gateway);
    expect(await row()).toMatchObject({ status: 'FAILURE', progress: '100%', settlement: 'refunded' });
    expect(await refunds()).toEqual([price()]);
    expect(await gateway.quota()).toBe(BALANCE);
  });

  test('two polls that receive a failure at the same time refund it once', async () => {
    await started();
    kind.end('failed');
    const waiting: (() => void)[] = [];
    const { upstream_id: id } = await row();
    kind.upstream.onPoll = (response) =>
      void waiting.push(() => json(kind.failures(JSON.stringify(id)))(response));
    const pollOnce = async () => {
      // As when the lease of the first process has expired, or a report of the upstream comes meanwhile.
      await gateway.sql(
        `UPDATE ${kind.table === 'drawing' ? 'midjourneys' : 'tasks'} SET next_poll_at = now(), lease_until = NULL`,
      );
      return gateway.worker.get(TaskPoller, { strict: false }).pollChannel(kind.table, channels.get(name)!);
    };
    const first = pollOnce();
    await until(() => waiting.length >= 1);
    const second = pollOnce();
    await until(() => waiting.length >= 2);
    for (const answer of waiting) answer();
    await Promise.all([first, second]);
    kind.upstream.onPoll = undefined;
    expect(await row()).toMatchObject({ status: 'FAILURE', settlement: 'refunded' });
    expect(await refunds()).toEqual([price()]);
    expect(await gateway.quota()).toBe(BALANCE);
  });

  test('of two submissions at once the balance pays for one', async () => {
    await gateway.setQuota(price());
    const both = await Promise.all([submit(), submit()]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(kind.upstream.submissions).toBe(1);
    expect(await rowsOf(gateway, kind.table)).toHaveLength(1);
    expect(await gateway.quota()).toBe(0);
  });

  test('what the provider refuses is free, then and at its deadline', async () => {
    kind.upstream.onSubmit = json(kind.refusal.body, kind.refusal.status);
    await (await submit()).text();
    expect(await row()).toMatchObject({ status: 'FAILURE', settlement: 'none', quota: 0 });
    await poll(gateway);
    await passDeadlines(gateway);
    expect(await refunds()).toEqual([]);
    expect(await gateway.quota()).toBe(BALANCE);
  });

  test('an error text that Postgres cannot store does not keep the task from ending', async () => {
    kind.upstream.onSubmit = json(JSON.stringify({ error: { message: 'no \0' }, message: 'no \0' }), 400);
    await (await submit()).text();
    expect(await row()).toMatchObject({ status: 'FAILURE', settlement: 'none', quota: 0 });
    expect(await gateway.quota()).toBe(BALANCE);
  });

  test('a model that is free pays nothing back when it fails', async () => {
    await gateway.option('ModelPrice', JSON.stringify({ ...PRICES, [kind.model]: 0 }));
    await gateway.settledEvents();
    try {
      await started();
    } finally {
      await gateway.option('ModelPrice', JSON.stringify(PRICES));
      await gateway.settledEvents();
    }
    kind.end('failed');
    await poll(gateway);
    expect(await row()).toMatchObject({ status: 'FAILURE', settlement: 'none', quota: 0 });
    expect(await refunds()).toEqual([]);
    expect(await gateway.quota()).toBe(BALANCE);
  });

  test.each<[string, Respond]>([
    ['a web page', json('<html></html>')],
    ['nothing', json('')],
    ['null', json('null')],
    ['a list of nothing', json('[null,5,"x",[],{}]')],
    ['an error page', json('<html></html>', 502)],
    ['a limit', json('{}', 429)],
    ['a broken connection', (response) => void response.destroy()],
  ])('a poll answered by %s changes nothing', async (_case, respond) => {
    await started();
    const before = await row();
    kind.upstream.onPoll = respond;
    await poll(gateway);
    expect(kind.upstream.polls).toBeGreaterThan(0);
    const { status, version, fail_reason, settlement } = await row();
    expect({ status, version, fail_reason, settlement }).toEqual({
      status: before.status,
      version: before.version,
      fail_reason: '',
      settlement: 'charged',
    });
    expect(await gateway.quota()).toBe(BALANCE - price());
  });

  test('unknown tasks are ignored, and repeated ones end once', async () => {
    await started();
    if (kind.batched) {
      kind.upstream.onPoll = json(kind.failures('"unknown"', '7', LARGE_ID, 'null', '{}'));
      await poll(gateway);
      expect(await row()).toMatchObject({ status: 'SUBMITTED', settlement: 'charged' });
    }
    const id = JSON.stringify((await row()).upstream_id);
    kind.upstream.onPoll = json(kind.failures(id, id, id));
    await poll(gateway);
    expect(await row()).toMatchObject({ status: 'FAILURE', settlement: 'refunded' });
    expect(await refunds()).toEqual([price()]);
  });

  test('ids that are numbers are read without loss of digits', async () => {
    kind.upstream.onSubmit = json(kind.acceptance(LARGE_ID));
    await started();
    expect(await row()).toMatchObject({ upstream_id: LARGE_ID, settlement: 'charged' });
    kind.upstream.onPoll = json(kind.failures(LARGE_ID));
    await poll(gateway);
    expect(await row()).toMatchObject({ status: 'FAILURE', settlement: 'refunded' });
    expect(await refunds()).toEqual([price()]);
  });
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
