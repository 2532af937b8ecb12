import type { AddressInfo } from 'node:net';
import { until } from '../setup/until.js';
import { Databases } from './databases.js';
import { fakeRedis } from './fake-servers.js';

const SERVER = 'server/main.js';
const BOOKS = 'server/billing/ledger/ledger-audit.command.js';
/** A password that is in no other text. */
const SECRET = 'Zw9-hush';

let databases: Databases;

beforeAll(async () => {
  databases = await Databases.start();
  await databases.enableRedisTls();
  expect((await databases.run('server/database/migrate.js'))[0]).toBe(0);
  await databases.call('ACL', 'SETUSER', 'poor', 'on', `>${SECRET}`, '~*', '+ping');
});
afterAll(() => databases?.close());

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
    'the address of a cluster, where there is none',
    () =>
      databases
        .redisUrl({})
        .replace(/^redis/, 'redis+cluster')
        .replace(/\/\d*$/, ''),
    /REDIS_URL: Redis does not run as a cluster: use redis:\/\//,
  ],
  [
    'a name instead of a number',
    () => databases.redisUrl({ path: '/tollgate' }),
    /^REDIS_URL: has a path that is no database number: end the address with \/0/,
  ],
];

/** The worker uses the same code: one problem of the login. */
const common = finalRedis.filter(([what]) => what === 'a wrong password');

describe.each([SERVER, 'worker/main.js'])('%s prints one line about REDIS_URL', (script) => {
  test.each(script === SERVER ? finalRedis : common)('%s', async (what, url, expected) => {
    const settings = {
      REDIS_URL: url(),
      // Known, so that the name in the certificate is the problem.
      ...(what.includes('another host') && { NODE_EXTRA_CA_CERTS: databases.authority.ca }),
    };
    const [code, lines] = await databases.run(script, settings);
    expect(lines.at(-1)).toMatch(expected);
    expect(lines).toHaveLength(1);
    expect(code).toBe(1);
    for (const secret of [SECRET, databases.password]) expect(lines.join()).not.toContain(secret);
  });
});

test('the audit says why it goes on without Redis', async () => {
  const [, lines] = await databases.run(BOOKS, { REDIS_URL: databases.redisUrl({ password: SECRET }) });
  expect(lines[0]).toMatch(/^REDIS_URL: Redis refuses the user or its password/);
  expect(lines.join('\n')).not.toContain(SECRET);
});

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
    'Redis runs as a cluster: begin the address with redis+cluster:// (with TLS: rediss+cluster://), or use a single primary',
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
])('a server does not start on %s', async (_what, answer, expected) => {
  const redis = await fakeRedis(answer);
  const url = `redis://127.0.0.1:${(redis.address() as AddressInfo).port}`;
  expect(await databases.run(SERVER, { REDIS_URL: url })).toEqual([1, [`tollgate: REDIS_URL: ${expected}`]]);
  redis.close();
});

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
])('a server starts without Redis and says why: %s', async (_what, url, expected) => {
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
});

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
])('a server with %s prints one line', async (_what, settings: Record<string, string>, expected) => {
  const given = { ...settings, ...(settings.PORT && { PORT: databases.redis.port }) };
  const [code, lines] = await databases.run(SERVER, { LOG_LEVEL: 'error', ...given });
  // Lines of the log are JSON, on standard output.
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual([expect.stringMatching(expected)]);
  expect(code).toBe(1);
});
