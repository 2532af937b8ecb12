import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayProcesses } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { until } from '../setup/until.js';

const PROGRAMS = ['server/main.js', 'worker/main.js'];
/** ESC, which begins every colour code of a terminal. */
const ESCAPE = '\u001b';

let gateway: GatewayProcesses;

beforeAll(async () => {
  gateway = await GatewayProcesses.open({}, { ownPostgres: true });
});
afterAll(() => gateway?.close());

/** Starts a program with these settings and returns its exit code and the lines it printed. */
async function started(
  script: string,
  settings: Record<string, string>,
): Promise<[number | string, string[]]> {
  const program = new Program(script, { ...gateway.environment, PORT: '0', ...settings });
  const code = await program.run();
  return [code, program.output.trim().split('\n')];
}

test.each(PROGRAMS)(
  '%s with another TOLLGATE_SECRET than the database was written with does not start',
  async (script) => {
    expect(await started(script, { TOLLGATE_SECRET: randomBytes(32).toString('hex') })).toEqual([
      1,
      [expect.stringContaining('TOLLGATE_SECRET is not the one this database was written with')],
    ]);
  },
);

test.each(PROGRAMS)(
  '%s on a database without migrations does not start, and names the command that runs them',
  async (script) => {
    const empty = new URL(gateway.environment.DATABASE_URL!);
    empty.pathname = '/empty';
    if (script === PROGRAMS[0]) await gateway.sql('CREATE DATABASE empty');
    expect(await started(script, { DATABASE_URL: empty.href })).toEqual([
      1,
      [expect.stringMatching(/the database lacks (\d+) of \1 migrations: run .*migrate/)],
    ]);
  },
);

test.each(PROGRAMS)('%s on a Redis that evicts keys does not start', async (script) => {
  await gateway.redis.config('SET', 'maxmemory', '512mb', 'maxmemory-policy', 'allkeys-lru');
  try {
    expect(await started(script, {})).toEqual([
      1,
      [expect.stringContaining('Redis (REDIS_URL) evicts keys (maxmemory-policy allkeys-lru)')],
    ]);
  } finally {
    await gateway.redis.config('SET', 'maxmemory', '0', 'maxmemory-policy', 'noeviction');
  }
});

test.each(PROGRAMS)('%s on a Postgres that accepts no writes does not start', async (script) => {
  const url = new URL(gateway.environment.DATABASE_URL!);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  expect(await started(script, { DATABASE_URL: url.href })).toEqual([
    1,
    [expect.stringMatching(/^tollgate: Postgres \(DATABASE_URL\) accepts no writes: set default_transact/)],
  ]);
});

test('no program starts on a standby', async () => {
  const [{ cluster } = { cluster: '' }] = await gateway.sql<{ cluster: string }>(
    `SELECT current_setting('data_directory') AS cluster`,
  );
  const signal = join(cluster, 'standby.signal');
  const startStandby = await gateway.stopHard('postgres');
  writeFileSync(signal, '', { mode: 0o644 });
  await startStandby();
  try {
    for (const script of PROGRAMS)
      expect(await started(script, {})).toEqual([
        1,
        [expect.stringMatching(/^tollgate: Postgres \(DATABASE_URL\) is a standby.*address of the primary$/)],
      ]);
  } finally {
    const startPrimary = await gateway.stopHard('postgres');
    rmSync(signal);
    await startPrimary();
  }
});

test('logs name version and address, and have no colour codes where they go to a file', async () => {
  await until(
    () => gateway.worker.output.includes('worker started'),
    () => gateway.worker.output,
  );
  expect(gateway.server.output).toMatch(/Tollgate \d+\.\d+\.\d+ listens on http:\/\/127\.0\.0\.1:\d+/);
  expect(gateway.worker.output).toMatch(/Tollgate \d+\.\d+\.\d+ worker started/);
  expect(gateway.server.output + gateway.worker.output).not.toContain(ESCAPE);
});

test.each(PROGRAMS)(
  '%s: the stack trace of an unexpected error names lines of the TypeScript sources',
  async (script) => {
    const lines = readFileSync('server/start-checks.ts', 'utf8').split('\n');
    await gateway.sql('ALTER TABLE secret_checks RENAME TO lost');
    const [code, output] = await started(script, {});
    await gateway.sql('ALTER TABLE lost RENAME TO secret_checks');
    expect(code).toBe(1);
    const [, line] = /checkSecret \(.*\/server\/start-checks\.ts:(\d+)\)/.exec(output.join('\n')) ?? [];
    expect(lines[Number(line) - 1]).toContain('await checks.all()');
    expect(output.join('\n')).toMatch(new RegExp(`${script.replace('.js', '.ts')}:\\d+`));
  },
);

test('a server is alive without Redis, but not ready', async () => {
  const start = await gateway.stopHard('redis');
  try {
    await until(async () => (await fetch(`${gateway.url}/readyz`)).status === 503);
    for (const path of ['/livez', '/healthz']) expect((await fetch(gateway.url + path)).status).toBe(200);
  } finally {
    await start();
  }
  await until(async () => (await fetch(`${gateway.url}/readyz`)).status === 200);
});

test('a server that others can reach does not start with the password everyone knows', async () => {
  const open = { HOST: '0.0.0.0', INITIAL_ROOT_PASSWORD: '' };
  const refused = [
    1,
    [
      expect.stringMatching(
        /default password and HOST \(0\.0\.0\.0\) is open to others: set INITIAL_ROOT_PASSWORD/,
      ),
    ],
  ];
  // The hash is bcrypt's of 123456, as imported rows have them.
  await gateway.sql(
    `INSERT INTO users (username, role, password)
       VALUES ('root', 100, '$2b$04$.bmLqwTnDqUCpl8MQdGjp.hZi4UfcQ0Oxh2H9DiHaN6KWTFK8WRYy') ON CONFLICT DO NOTHING`,
  );
  expect(await started('server/main.js', open)).toEqual(refused);
});

test('a server that others can reach starts on an empty database, and prints a link to its setup instead', async () => {
  await gateway.sql('CREATE DATABASE fresh');
  const settings: Record<string, string> = {
    ...gateway.environment,
    HOST: '0.0.0.0',
    INITIAL_ROOT_PASSWORD: '',
    PORT: '0',
  };
  const [database, redis] = [new URL(settings.DATABASE_URL!), new URL(settings.REDIS_URL!)];
  database.pathname = '/fresh';
  redis.pathname = '/7';
  const fresh = { ...settings, DATABASE_URL: database.href, REDIS_URL: redis.href };
  expect(await new Program('server/database/migrate.js', fresh).run()).toBe(0);
  const server = new Program('server/main.js', fresh);
  server.start();
  await until(
    () => /open http:\/\/localhost:\d+\/setup\?token=[\w-]{43} within 24 hours/.test(server.output),
    () => server.output,
  );
  await until(() => server.output.includes('listens on'));
  expect(await server.end('SIGTERM')).toBe(0);
});
