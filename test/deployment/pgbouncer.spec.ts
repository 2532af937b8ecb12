import { findPgbouncer } from '../../scripts/pgbouncer.mjs';
import { GatewayProcesses } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { criteria } from '../books/clients.js';
import { until } from '../setup/until.js';
import { PgBouncer } from './pgbouncer.js';

const PROGRAMS = [
  ['server/database/migrate.js', 1],
  ['server/main.js', 1],
  ['worker/main.js', 1],
  ['server/billing/ledger/ledger-audit.command.js', 2],
] as const;

const isInstalled = findPgbouncer() !== undefined;
/** Needs a package manager that has it: `npm test` installs it where it can. */
const described = isInstalled ? describe : describe.skip;

described('with PgBouncer (skipped where it is not installed)', () => {
  let direct: GatewayProcesses;
  let pools: Record<'session' | 'transaction', PgBouncer>;

  beforeAll(async () => {
    direct = await GatewayProcesses.open({}, { ownPostgres: true });
    const { DATABASE_URL = '' } = direct.environment;
    pools = {
      session: await PgBouncer.start(direct.directory, DATABASE_URL, 'session'),
      transaction: await PgBouncer.start(direct.directory, DATABASE_URL, 'transaction'),
    };
  });
  afterAll(async () => {
    await pools?.session.close();
    await pools?.transaction.close();
    await direct?.close();
  });

  test('migrations, server, worker and audit work through a session pool with the defaults of PgBouncer', async () => {
    // The processes of the direct address would serve and post, too.
    await direct.server.end('SIGTERM');
    await direct.worker.end('SIGTERM');
    const environment = { ...direct.environment, DATABASE_URL: pools.session.url };
    const migration = new Program('server/database/migrate.js', environment);
    expect([await migration.run(), migration.output]).toEqual([0, 'database: up to date\n']);
    const programs = [new Program('server/main.js', environment), new Program('worker/main.js', environment)];
    for (const program of programs) program.start();
    await until(
      async () => (await direct.readiness()) === 200,
      () => programs.map(({ output }) => output).join(''),
    );
    await direct.signIn();
    const { keys, id } = await direct.member(5_000_000);
    for (let i = 0; i < 3; i++)
      expect(await direct.clients.ask(keys[0]!, criteria.json)).toMatchObject({ status: 200 });
    await direct.quiet();
    const rows = await direct.sql<{ rows: number }>(
      'SELECT count(*)::int AS rows FROM logs WHERE user_id = $1 AND type = 2',
      [id],
    );
    expect(rows).toEqual([{ rows: 3 }]);
    expect(pools.session.log).not.toContain('unsupported startup parameter');
    const audit = new Program('server/billing/ledger/ledger-audit.command.js', environment);
    expect([await audit.run(), audit.output]).toEqual([0, expect.any(String)]);
    for (const program of programs) expect(await program.end('SIGTERM')).toBe(0);
  });

  test.each(PROGRAMS)('%s refuses a transaction pool with one line', async (script, expected) => {
    const program = new Program(script, {
      ...direct.environment,
      PORT: '0',
      DATABASE_URL: pools.transaction.url,
    });
    expect([await program.run(), program.output.trim().split('\n')]).toEqual([
      expected,
      [
        expect.stringMatching(
          /DATABASE_URL: the address leads to a transaction pool: use the direct address of Postgres, or a session pool/,
        ),
      ],
    ]);
  });
});
