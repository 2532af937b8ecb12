import type { AddressInfo } from 'node:net';
import { until } from '../setup/until.js';
import { Databases } from './databases.js';
import { fakePostgres } from './fake-servers.js';

const MIGRATE = 'server/database/migrate.js';
const SERVER = 'server/main.js';
const BOOKS = 'server/billing/ledger/ledger-audit.command.js';
/** Every program that connects, with its exit code for a problem and what it prints before the line. */
const PROGRAMS = [
  [MIGRATE, 1, 'tollgate: '],
  [SERVER, 1, 'tollgate: '],
  ['worker/main.js', 1, 'tollgate: '],
  [BOOKS, 2, 'the ledger could not be audited: '],
] as const;
/** A password that is in no other text. */
const SECRET = 'Zw9-hush';

let databases: Databases;

beforeAll(async () => {
  databases = await Databases.start();
  await databases.enablePostgresTls();
  expect((await databases.run(MIGRATE))[0]).toBe(0);
  for (const statement of [
    `CREATE ROLE poor LOGIN PASSWORD '${SECRET}'`,
    `CREATE ROLE tls_only LOGIN PASSWORD '${SECRET}'`,
    `CREATE ROLE reader LOGIN SUPERUSER PASSWORD '${SECRET}'`,
    'ALTER ROLE reader SET default_transaction_read_only = on',
    `CREATE ROLE none_left LOGIN PASSWORD '${SECRET}' CONNECTION LIMIT 0`,
    `CREATE ROLE no_login PASSWORD '${SECRET}'`,
    'CREATE DATABASE bare',
  ])
    await databases.sql(statement);
});
afterAll(() => databases?.close());

/** Problems that end every program at once. */
const finalPostgres: readonly [string, () => string, RegExp][] = [
  [
    'an unencoded % in the password',
    () => databases.postgresUrl({ password: '100%sure' }),
    /is not a valid address: percent-encode .*% as %25/,
  ],
  [
    'a wrong password',
    () => databases.postgresUrl({ password: SECRET }),
    /Postgres refuses the user or its password \(28P01\): correct them/,
  ],
  ['an unknown user', () => databases.postgresUrl({ user: 'stranger' }), /refuses the user or its password/],
  [
    'a role that may not log in',
    () => databases.postgresUrl({ user: 'no_login', password: SECRET }),
    /refuses the user or its password/,
  ],
  [
    'no password',
    () => databases.postgresUrl({ password: '' }),
    /asks for a password, and the address has none: write postgres:\/\/user:password@/,
  ],
  [
    'a missing database',
    () => databases.postgresUrl({ database: 'missing' }),
    /the database does not exist \(3D000\): create it/,
  ],
  [
    'a role without rights',
    () => databases.postgresUrl({ user: 'poor', password: SECRET }),
    /the user lacks a right: permission denied for .* \(42501\): make it their owner/,
  ],
  [
    'a user that is admitted with TLS only',
    () => databases.postgresUrl({ user: 'tls_only', password: SECRET }),
    /admits this connection only with TLS \(28000\): add sslmode=verify-full/,
  ],
  [
    'a CA that is not known',
    () => databases.postgresUrl({ query: 'sslmode=require' }),
    /certificate of Postgres is signed by an unknown CA \(\w+\): name the CA with sslrootcert/,
  ],
  [
    'a certificate for another host',
    () =>
      databases
        .postgresUrl({ query: `sslmode=verify-full&sslrootcert=${databases.authority.ca}` })
        .replace('127.0.0.1', 'localhost'),
    /certificate of Postgres is not for localhost:\d+ \(ERR_TLS_CERT_ALTNAME_INVALID\): use a host name/,
  ],
  [
    'an unknown sslmode',
    () => databases.postgresUrl({ query: 'sslmode=allow' }),
    /unknown sslmode: use disable, no-verify or verify-full/,
  ],
  [
    'a CA file that is missing',
    () => databases.postgresUrl({ query: 'sslmode=verify-full&sslrootcert=/missing/ca.pem' }),
    /the file of sslrootcert cannot be read \(ENOENT\)/,
  ],
  [
    'a setting that does not exist',
    () => databases.postgresUrl({ query: 'options=-c%20no_such_setting%3D1' }),
    /a parameter of the address is refused: unrecognized configuration parameter .*\(42704\)/,
  ],
];

/** The others use the same code: one problem of the login, one of a statement. */
const common = (cases: typeof finalPostgres) =>
  cases.filter(([what]) => ['a wrong password', 'a role without rights'].includes(what));

describe.each(PROGRAMS)('%s prints one line about DATABASE_URL', (script, code, prefix) => {
  test.each(script === MIGRATE ? finalPostgres : common(finalPostgres))('%s', async (what, url, expected) => {
    const [ended, lines] = await databases.run(script, { DATABASE_URL: url() });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(expected);
    // An address that cannot be parsed is reported with the other variables, before anything is begun.
    const isEarly = lines[0]!.startsWith('DATABASE_URL: ');
    expect(lines[0]!.startsWith(isEarly ? 'DATABASE_URL: ' : `${prefix}DATABASE_URL: `)).toBe(true);
    expect([what, ended]).toEqual([what, isEarly ? 1 : code]);
    for (const secret of [SECRET, databases.password, '100%sure']) expect(lines[0]).not.toContain(secret);
  });
});

test.each([
  [
    'nothing that listens',
    () => 'postgres://me:hush@127.0.0.1:1/db',
    /nothing accepts connections at 127\.0\.0\.1:1 \(ECONNREFUSED\): start Postgres/,
  ],
  [
    'an unknown host',
    () => 'postgres://me:hush@no-such-host.invalid/db',
    /the host of no-such-host\.invalid:5432 is unknown \((ENOTFOUND|EAI_AGAIN)\): correct the host/,
  ],
  [
    'a user without connections left',
    () => databases.postgresUrl({ user: 'none_left', password: SECRET }),
    /no connection left \(53300\): raise the limit, or lower DATABASE_POOL_SIZE/,
  ],
  [
    'the port of Redis',
    () => databases.postgresUrl().replace(databases.postgres.port, databases.redis.port),
    /127\.0\.0\.1:\d+ (closes the connection|does not answer): correct host and port/,
  ],
])('migrations wait, as servers do, for %s', async (_what, url, expected) => {
  const program = databases.program(MIGRATE, { DATABASE_URL: url() });
  program.start();
  await until(
    () => program.output.includes('next attempt in 3 s'),
    () => program.output,
  );
  expect(program.output.trim().split('\n')).toEqual([expect.stringMatching(expected)]);
  expect(program.output).toMatch(/^tollgate: DATABASE_URL: /);
  expect(program.output).not.toContain('hush');
  await program.end('SIGKILL');
});

test('migrations on a standby end with one line', async () => {
  const url = databases.postgresUrl({ user: 'reader', password: SECRET, database: 'bare' });
  expect(await databases.run(MIGRATE, { DATABASE_URL: url })).toEqual([
    1,
    [expect.stringMatching(/DATABASE_URL\W.*(is read-only|accepts no writes)/)],
  ]);
});

test.each([
  ['sslrootcert', 'sslmode=verify-full', 'sslrootcert'],
  ['sslmode=require, which checks the certificate, too', 'sslmode=require', 'sslrootcert'],
  ['NODE_EXTRA_CA_CERTS', 'sslmode=verify-full', 'NODE_EXTRA_CA_CERTS'],
  ['sslmode=no-verify', 'sslmode=no-verify', ''],
])('Postgres is reached by TLS with %s', async (_what, mode, ca) => {
  const file = databases.authority.ca;
  const query = ca === 'sslrootcert' ? `${mode}&sslrootcert=${file}` : mode;
  const settings: Record<string, string> = { DATABASE_URL: databases.postgresUrl({ query }) };
  if (ca === 'NODE_EXTRA_CA_CERTS') settings.NODE_EXTRA_CA_CERTS = file;
  expect(await databases.run(MIGRATE, settings)).toEqual([0, ['database: up to date']]);
});

test('migrations on an old release of Postgres end with one line', async () => {
  const old = await fakePostgres({ number: '140012', name: '14.12 (Debian 14.12-1)' });
  const url = `postgres://user@127.0.0.1:${(old.address() as AddressInfo).port}/db`;
  expect(await databases.run(MIGRATE, { DATABASE_URL: url })).toEqual([
    1,
    ['tollgate: DATABASE_URL: Postgres 14.12 (Debian 14.12-1) is too old: upgrade it to 15 or newer'],
  ]);
  old.close();
});
