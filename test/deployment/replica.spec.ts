import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/service-home.mjs';
import { findPgbouncer } from '../../scripts/pgbouncer.mjs';
import { criteria } from '../books/clients.js';
import { GatewayProcesses } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { until } from '../setup/until.js';
import { PgBouncer } from './pgbouncer.js';
import { Standby } from './standby.js';

const METRICS_TOKEN = 'the token of metrics';
const COSTS = { from: 0, to: 0, by: 'model', time_zone: 'UTC', filters: {}, limit: 50 };

let gateway: GatewayProcesses;
let standby: Standby;
/** Reads from the replica, beside the server of `gateway`, which has none. */
let server: Program;
let url: string;

beforeAll(async () => {
  gateway = await GatewayProcesses.open({}, { ownPostgres: true });
  standby = await Standby.start(gateway.directory, gateway.environment.DATABASE_URL!);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = new Program('server/main.js', {
    ...gateway.environment,
    PORT: String(port),
    METRICS_TOKEN,
    DATABASE_READ_URL: standby.url,
    DATABASE_READ_MAX_LAG_SECONDS: '3',
  });
  server.start();
  await reads('replica');
  const { keys } = await gateway.member(5_000_000);
  for (let i = 0; i < 3; i++)
    expect(await gateway.clients.ask(keys[0]!, criteria.json)).toMatchObject({ status: 200 });
  await gateway.quiet();
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await standby?.close();
  await gateway?.close();
});

/** Waits until readiness, which is 200, says where lists are read. */
async function reads(from: 'replica' | 'primary', problem: string | null = null): Promise<void> {
  let latest: unknown;
  const expected = JSON.stringify({ from, problem });
  await until(
    async () => {
      const response = await fetch(`${url}/readyz`).catch(() => undefined);
      if (response?.status !== 200) return false;
      const { data } = (await response.json()) as { data: { database_reads: unknown } };
      latest = data.database_reads;
      return JSON.stringify(latest) === expected;
    },
    () => `reads of ${JSON.stringify(latest)}, not ${expected}:\n${server.output}`,
  );
}

async function get<T>(path: string, body?: object): Promise<T> {
  const response = await gateway.call(body ? 'POST' : 'GET', path, body, 1, url);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}\n${server.output}`);
  return (JSON.parse(text || 'null') as { data: T }).data;
}

async function metrics(): Promise<string> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return response.text();
}

function costs(): object {
  const now = Math.floor(Date.now() / 1000);
  return { ...COSTS, from: now - 86_400, to: now };
}

test.each([
  ['the log', '/api/log/?p=1&page_size=10', 'FROM logs'],
  ['a search in the log', '/api/log/search?keyword=x', 'FROM logs'],
  ['sums of the log', '/api/log/stat', 'FROM logs'],
  ['the dashboard', '/api/data/?start_timestamp=0&end_timestamp=9999999999', 'FROM quota_data'],
  ['the audit log', '/api/audit/', 'audit_log'],
  ['the overview', '/api/overview', 'FROM request_hours'],
])('%s is read from the replica', async (_what, path, sql) => {
  await reads('replica');
  expect(await standby.statementsOf(() => get(path))).toContain(sql);
});

test('costs are read from the replica, and their sums are those of the ledger there', async () => {
  await reads('replica');
  const { from, to } = costs() as { from: number; to: number };
  let proof: { counted: number; ledger: number; difference: number } | undefined;
  const sql = await standby.statementsOf(async () => {
    await get('/api/costs/query', costs());
    proof = await get(`/api/costs/proof?from=${from}&to=${to}`);
  });
  expect(sql).toContain('FROM usage_summed_days');
  expect(sql).toContain('FROM ledger_entries');
  expect(proof).toMatchObject({ difference: 0 });
  expect(proof?.counted).toBeGreaterThan(0);
});

test.each([
  ['users', '/api/user/?p=1'],
  ['channels', '/api/channel/?p=1'],
  ['tokens', '/api/token/?p=1'],
  ['options', '/api/option/'],
  ['codes', '/api/redemption/?p=1'],
  ['the own account', '/api/user/self'],
  ['a search for what can be edited', '/api/search/?q=root'],
])('%s are read from the primary: an edit shows at once', async (_what, path) => {
  const sql = await standby.statementsOf(() => get(path));
  expect(sql.match(/FROM "?(users|channels|tokens|options|redemptions)"?\b/g)).toBeNull();
});

test('a replica that is late is not read from until it has caught up', async () => {
  await reads('replica');
  await standby.sql('SELECT pg_wal_replay_pause()');
  await gateway.sql(
    `INSERT INTO logs (user_id, created_at, type, content, username, token_name, model_name, quota, other)
     VALUES (1, extract(epoch FROM now())::bigint, 4, 'written while the replica stood still', 'root', '', '', 0, '')`,
  );
  await reads('primary', 'late');
  expect(await get('/api/log/?p=1&page_size=10')).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ content: 'written while the replica stood still' }),
    ]) as unknown,
  });
  expect(await metrics()).toContain('tollgate_database_replica_problem{problem="late"} 1');
  const reported = () => server.output.match(/is more than 3 s late/g) ?? [];
  // The state is that of the moment; what is written to the log follows with the next check.
  await until(() => reported().length > 0);
  await standby.sql('SELECT pg_wal_replay_resume()');
  await reads('replica');
  expect(reported()).toHaveLength(1);
  expect(await metrics()).toContain('tollgate_database_replica_used 1');
});

test('the metrics of the replica that the shipped rules and the dashboard read exist', async () => {
  const names = (text: string) => new Set(text.match(/\btollgate_database_replica_[a-z_]+/g));
  const read = ['prometheus-rules.yaml', 'grafana-dashboard.json'].flatMap((name) => [
    ...names(readFileSync(`docker/monitoring/${name}`, 'utf8')),
  ]);
  const known = names(await metrics());
  expect(read.length).toBeGreaterThan(3);
  expect(read.filter((name) => !known.has(name))).toEqual([]);
});

test('nothing fails while the replica is killed under requests, and it is used again when it is back', async () => {
  await reads('replica');
  let isAsking = true;
  let answers = 0;
  const paths = ['/api/log/?p=1&page_size=10', '/api/log/stat', '/api/audit/'];
  const clients = Array.from({ length: 6 }, async (_each, index) => {
    for (; isAsking; answers++) await get(paths[index % paths.length]!);
  });
  const asked = async (more: number) => {
    const before = answers;
    await until(() => answers > before + more);
  };
  await asked(20);
  await standby.kill();
  await asked(20);
  await reads('primary', 'unreachable');
  await standby.start();
  await reads('replica');
  await asked(20);
  isAsking = false;
  await Promise.all(clients);
});

test('a primary that nothing writes to does not make the replica late', async () => {
  await reads('replica');
  // Longer than the limit.
  await sleep(4000);
  await reads('replica');
});

test('one of another installation is refused, one that does not answer is not', async () => {
  const other = await GatewayProcesses.open({}, { ownPostgres: true });
  try {
    const start = async (address: string) => {
      const program = new Program('server/main.js', {
        ...gateway.environment,
        PORT: '0',
        DATABASE_READ_URL: address,
      });
      program.start();
      await until(() => !program.running || program.output.includes('listens on'));
      return { program, code: program.running ? 0 : await program.ended() };
    };
    const refused = await start(other.environment.DATABASE_URL!);
    expect([refused.code, refused.program.output.trim()]).toEqual([
      1,
      'tollgate: DATABASE_READ_URL: it has the database of another installation: set the address of a replica',
    ]);
    const unreachable = await start('postgres://postgres:x@127.0.0.1:1/postgres');
    expect(unreachable.program.output).toMatch(
      /DATABASE_READ_URL: nothing accepts connections at 127\.0\.0\.1:1 .*lists and sums are read from the primary meanwhile/,
    );
    await unreachable.program.end('SIGKILL');
  } finally {
    await other.close();
  }
});

const withPgbouncer = findPgbouncer() === undefined ? test.skip : test;
withPgbouncer('the replica may be behind a session pool of PgBouncer', async () => {
  const pool = await PgBouncer.start(gateway.directory, standby.url, 'session');
  await server.end('SIGTERM');
  server = new Program('server/main.js', {
    ...gateway.environment,
    PORT: new URL(url).port,
    DATABASE_READ_URL: pool.url,
  });
  try {
    server.start();
    await reads('replica');
    expect(await standby.statementsOf(() => get('/api/log/?p=1&page_size=10'))).toContain('FROM logs');
    expect(pool.log).not.toContain('unsupported startup parameter');
  } finally {
    await server.end('SIGTERM');
    await pool.close();
  }
});
