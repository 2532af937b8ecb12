import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { until } from '../setup/until.js';
import { Databases } from './databases.js';

const LIMIT_MS = 120_000;
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
  await databases.enableRedisTls();
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
  await databases.call('ACL', 'SETUSER', 'poor', 'on', `>${SECRET}`, '~*', '+ping');
}, LIMIT_MS);
afterAll(() => databases?.close(), LIMIT_MS);

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
  test.each(script === MIGRATE ? finalPostgres : common(finalPostgres))(
    '%s',
    async (what, url, expected) => {
      const [ended, lines] = await databases.run(script, { DATABASE_URL: url() });
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(expected);
      // An address that cannot be parsed is reported with the other variables, before anything is begun.
      const isEarly = lines[0]!.startsWith('DATABASE_URL: ');
      expect(lines[0]!.startsWith(isEarly ? 'DATABASE_URL: ' : `${prefix}DATABASE_URL: `)).toBe(true);
      expect([what, ended]).toEqual([what, isEarly ? 1 : code]);
      for (const secret of [SECRET, databases.password, '100%sure']) expect(lines[0]).not.toContain(secret);
    },
    LIMIT_MS,
  );
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
])(
  'migrations wait, as servers do, for %s',
  async (_what, url, expected) => {
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
  },
  LIMIT_MS,
);

test(
  'migrations on a standby end with one line',
  async () => {
    const url = databases.postgresUrl({ user: 'reader', password: SECRET, database: 'bare' });
    expect(await databases.run(MIGRATE, { DATABASE_URL: url })).toEqual([
      1,
      [expect.stringMatching(/DATABASE_URL\W.*(is read-only|accepts no writes)/)],
    ]);
  },
  LIMIT_MS,
);

test.each([
  ['sslrootcert', 'sslmode=verify-full', 'sslrootcert'],
  ['sslmode=require, which checks the certificate, too', 'sslmode=require', 'sslrootcert'],
  ['NODE_EXTRA_CA_CERTS', 'sslmode=verify-full', 'NODE_EXTRA_CA_CERTS'],
  ['sslmode=no-verify', 'sslmode=no-verify', ''],
])(
  'Postgres is reached by TLS with %s',
  async (_what, mode, ca) => {
    const file = databases.authority.ca;
    const query = ca === 'sslrootcert' ? `${mode}&sslrootcert=${file}` : mode;
    const settings: Record<string, string> = { DATABASE_URL: databases.postgresUrl({ query }) };
    if (ca === 'NODE_EXTRA_CA_CERTS') settings.NODE_EXTRA_CA_CERTS = file;
    expect(await databases.run(MIGRATE, settings)).toEqual([0, ['database: up to date']]);
  },
  LIMIT_MS,
);

const finalRedis: readonly [string, () => string, RegExp][] = [
  [
    'an unencoded / in the password',
    () => databases.redisUrl({ password: 'a/b' }),
    /^REDIS_URL: is not a valid address: percent-encode .*\/ as %2F/,
  ],
  [
    'a wrong password',
    () => databases.redisUrl({ password: SECRET }),
    /REDIS_URL\W.*refuses the (user or its password|login) \(WRONGPASS.*: correct/,
  ],
  [
    'no password',
    () => databases.redisUrl({ password: '' }),
    /REDIS_URL\W.*(asks for a password|refuses the login)/,
  ],
  [
    'a user without rights',
    () => databases.redisUrl({ user: 'poor', password: SECRET }),
    /REDIS_URL\W.*(NOPERM|right)/,
  ],
  [
    'a CA that is not known',
    () => databases.redisUrl({ tls: true }),
    /certificate of Redis is signed by an unknown CA \(\w+\): name the CA with NODE_EXTRA_CA_CERTS/,
  ],
  [
    'a certificate for another host',
    () => databases.redisUrl({ tls: true }).replace('127.0.0.1', 'localhost'),
    /certificate of Redis is not for localhost:\d+/,
  ],
  [
    'a name instead of a number',
    () => databases.redisUrl({ path: '/tollgate' }),
    /^REDIS_URL: has a path that is no database number: end the address with \/0/,
  ],
];

describe.each([SERVER, 'worker/main.js'])('%s prints one line about REDIS_URL', (script) => {
  test.each(script === SERVER ? finalRedis : common(finalRedis))(
    '%s',
    async (what, url, expected) => {
      const settings = {
        REDIS_URL: url(),
        // Known, so that the name in the certificate is the problem.
        ...(what.includes('another host') && { NODE_EXTRA_CA_CERTS: databases.authority.ca }),
      };
      const [code, lines] = await databases.run(script, settings);
      expect(lines.at(-1)).toMatch(expected);
      // The client of Redis has a line of its own about INFO.
      expect(lines).toHaveLength(what === 'a user without rights' ? 2 : 1);
      expect(code).toBe(1);
      for (const secret of [SECRET, databases.password]) expect(lines.join()).not.toContain(secret);
    },
    LIMIT_MS,
  );
});

test(
  'the audit says why it goes on without Redis',
  async () => {
    const [, lines] = await databases.run(BOOKS, { REDIS_URL: databases.redisUrl({ password: SECRET }) });
    expect(lines[0]).toMatch(/^REDIS_URL: Redis refuses the user or its password/);
    expect(lines.join('\n')).not.toContain(SECRET);
  },
  LIMIT_MS,
);

/** A message of the protocol of Postgres: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function protocolMessage(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

/** A server that admits every client as Postgres does, and answers every query with one row. */
async function fakePostgres(row: Readonly<Record<string, string>>): Promise<Server> {
  const text = 25;
  const ready = protocolMessage('Z', Buffer.from('I'));
  const columns = Object.keys(row).map((name) =>
    Buffer.concat([
      Buffer.from(`${name}\0`),
      int32(0),
      int16(0),
      int32(text),
      int16(-1),
      int32(-1),
      int16(0),
    ]),
  );
  const values = Object.values(row).map((value) => Buffer.concat([int32(value.length), Buffer.from(value)]));
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([protocolMessage('R', int32(0)), ready]));
      socket.on('data', () =>
        socket.write(
          Buffer.concat([
            protocolMessage('T', int16(columns.length), ...columns),
            protocolMessage('D', int16(values.length), ...values),
            protocolMessage('C', Buffer.from('SELECT 1\0')),
            ready,
          ]),
        ),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test(
  'migrations on an old release of Postgres end with one line',
  async () => {
    const old = await fakePostgres({ number: '140012', name: '14.12 (Debian 14.12-1)' });
    const url = `postgres://user@127.0.0.1:${(old.address() as AddressInfo).port}/db`;
    expect(await databases.run(MIGRATE, { DATABASE_URL: url })).toEqual([
      1,
      ['tollgate: DATABASE_URL: Postgres 14.12 (Debian 14.12-1) is too old: upgrade it to 15 or newer'],
    ]);
    old.close();
  },
  LIMIT_MS,
);

/** A server that answers every command of a client of Redis with the same text. */
async function fakeRedis(answer: string): Promise<Server> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const _ of chunk.toString().matchAll(/^\*\d+\r$/gm)) socket.write(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
const info = (text: string) => `$${text.length}\r\n${text}\r\n`;

test.each([
  [
    'an old release',
    info('redis_version:6.2.14\r\nredis_mode:standalone\r\n'),
    'Redis 6.2.14 is too old: upgrade it to 7 or newer, or use Valkey',
  ],
  [
    'a cluster',
    info('redis_version:7.4.0\r\nredis_mode:cluster\r\n'),
    'Redis runs as a cluster: use the address of a single primary',
  ],
  [
    'a sentinel',
    info('redis_version:7.4.0\r\nredis_mode:sentinel\r\n'),
    'Redis runs as a sentinel: use the address of a single primary',
  ],
  [
    'protected mode',
    '-DENIED Redis is running in protected mode\r\n',
    'Redis accepts connections from its own machine only (DENIED): set a password (requirepass) in Redis and in the address',
  ],
])(
  'a server does not start on %s',
  async (_what, answer, expected) => {
    const redis = await fakeRedis(answer);
    const url = `redis://127.0.0.1:${(redis.address() as AddressInfo).port}`;
    expect(await databases.run(SERVER, { REDIS_URL: url })).toEqual([
      1,
      [`tollgate: REDIS_URL: ${expected}`],
    ]);
    redis.close();
  },
  LIMIT_MS,
);

test.each([
  [
    'nothing that listens',
    () => 'redis://127.0.0.1:1',
    /nothing accepts connections at 127\.0\.0\.1:1 \(ECONNREFUSED\)/,
  ],
  [
    'an unknown host',
    () => 'redis://no-such-host.invalid',
    /the host of no-such-host\.invalid:6379 is unknown/,
  ],
  [
    'TLS to a port without',
    () => databases.redisUrl({ tls: true }).replace(String(databases.redisTlsPort), databases.redis.port),
    /does not answer the beginning of TLS: use redis:\/\/ for a port without TLS/,
  ],
  [
    'a TLS port without TLS',
    () => databases.redisUrl().replace(databases.redis.port, String(databases.redisTlsPort)),
    /closes the connection: use rediss:\/\/ for a TLS port/,
  ],
])(
  'a server starts without Redis and says why: %s',
  async (_what, url, expected) => {
    const program = databases.program(SERVER, { REDIS_URL: url() });
    program.start();
    await until(
      () => program.output.includes('starting without it'),
      () => program.output,
    );
    const [line] = program.output.split('\n');
    expect(line).toMatch(expected);
    expect(line).toMatch(/^tollgate: REDIS_URL: .*; starting without it$/);
    await program.end('SIGKILL');
  },
  LIMIT_MS,
);

test.each([
  [
    'a directory that cannot be written to',
    { TOLLGATE_DATA_DIR: '/dev/null/tollgate' },
    /^tollgate: TOLLGATE_DATA_DIR: \/dev\/null\/tollgate cannot be written to by uid \d+ \(E\w+\): give that user the right/,
  ],
  [
    'a foreign address',
    { HOST: '192.0.2.1', INITIAL_ROOT_PASSWORD: 'a long password' },
    /^tollgate: HOST: 192\.0\.2\.1 is no address of this machine: set HOST=0\.0\.0\.0/,
  ],
  [
    'a port that is used',
    { PORT: 'used' },
    /^tollgate: PORT: \d+ is used by another program on 127\.0\.0\.1: stop that program, or set PORT/,
  ],
])(
  'a server with %s prints one line',
  async (_what, settings: Record<string, string>, expected) => {
    const given = { ...settings, ...(settings.PORT && { PORT: databases.redis.port }) };
    const [code, lines] = await databases.run(SERVER, { LOG_LEVEL: 'error', ...given });
    // Lines of the log are JSON, on standard output.
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([expect.stringMatching(expected)]);
    expect(code).toBe(1);
  },
  LIMIT_MS,
);
