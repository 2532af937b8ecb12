import { explainPostgres, postgresMessages } from './postgres-messages.js';
import { explainRedis, redisMessages } from './redis-messages.js';

/** An error of a driver, as it was seen. */
function seen(code: string, text: string): Error {
  return Object.assign(new Error(text), code === '' ? {} : { code });
}

const POSTGRES = 'postgres://user:hush@db.example:6543/app';
const postgresErrors: readonly [keyof typeof postgresMessages, string, string][] = [
  ['tlsRequired', '28000', 'no pg_hba.conf entry for host "10.0.0.1", user "u", database "d", no encryption'],
  [
    'tlsRequired',
    '28000',
    'pg_hba.conf rejects connection for host "::1", user "u", database "d", no encryption',
  ],
  ['tlsRequired', '08P01', 'SSL required'],
  ['noRule', '28000', 'no pg_hba.conf entry for host "10.0.0.1", user "u", database "d", SSL encryption'],
  ['password', '28P01', 'password authentication failed for user "u"'],
  ['password', '28000', 'role "u" does not exist'],
  ['password', '28000', 'role "u" is not permitted to log in'],
  ['password', '08P01', 'no such user: u'],
  ['password', '08P01', 'SASL authentication failed'],
  ['noPassword', '', 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'],
  ['database', '3D000', 'database "app" does not exist'],
  ['database', '08P01', 'no such database: app'],
  ['noTls', '', 'The server does not support SSL connections'],
  ['certificateName', 'ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames"],
  ['certificateDate', 'CERT_HAS_EXPIRED', 'certificate has expired'],
  ['certificate', 'SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain'],
  ['certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'],
  ['unknownHost', 'ENOTFOUND', 'getaddrinfo ENOTFOUND db.example'],
  ['refused', 'ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:5432'],
  ['silent', '', 'timeout expired'],
  ['silent', '', 'Connection terminated due to connection timeout'],
  ['silent', 'EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.1:5432'],
  ['starting', '57P03', 'the database system is starting up'],
  ['full', '53300', 'sorry, too many clients already'],
  ['rights', '42501', 'permission denied for schema public'],
  ['readOnly', '25006', 'cannot execute CREATE TABLE in a read-only transaction'],
  ['parameter', '08P01', 'unsupported startup parameter: options'],
  ['parameter', '42704', 'unrecognized configuration parameter "x"'],
  ['handshake', 'EPROTO', 'write EPROTO: SSL routines: wrong version number'],
  ['handshake', 'ERR_SSL_WRONG_VERSION_NUMBER', 'wrong version number'],
  ['closed', 'ECONNRESET', 'read ECONNRESET'],
  ['closed', '', 'Connection terminated unexpectedly'],
  ['transactionPool', '08P01', 'transaction blocks not allowed in statement pooling mode'],
];

const REDIS = 'redis://user:hush@cache.example/2';
const redisErrors: readonly [keyof typeof redisMessages, string, string][] = [
  ['password', '', 'WRONGPASS invalid username-password pair or user is disabled.'],
  ['password', '', 'ERR invalid password'],
  ['noPassword', '', 'NOAUTH Authentication required.'],
  ['rights', '', "NOPERM User u has no permissions to run the 'info' command"],
  ['protected', '', 'DENIED Redis is running in protected mode because protected mode is enabled'],
  ['certificateName', 'ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname/IP does not match'],
  ['certificateDate', 'CERT_HAS_EXPIRED', 'certificate has expired'],
  ['certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'],
  ['handshake', 'ERR_SSL_WRONG_VERSION_NUMBER', 'wrong version number'],
  [
    'handshake',
    'ECONNRESET',
    'Client network socket disconnected before secure TLS connection was established',
  ],
  ['unknownHost', 'EAI_AGAIN', 'getaddrinfo EAI_AGAIN cache.example'],
  ['refused', 'ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:6379'],
  ['loading', '', 'LOADING Redis is loading the dataset in memory'],
  ['full', '', 'ERR max number of clients reached'],
  ['silent', 'ETIMEDOUT', 'connect ETIMEDOUT'],
  ['silent', '', 'Command timed out'],
  ['closed', '', 'Connection is closed.'],
  ['closed', 'ECONNRESET', 'read ECONNRESET'],
];

/** The problem of a message without the values of the case, as a pattern. */
const patternOf = (problem: string) =>
  new RegExp(`^${problem.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.*')}: `);

test.each(postgresErrors)('an error of Postgres is explained as %s: %s %s', (name, code, text) => {
  const failure = explainPostgres(seen(code, text), POSTGRES);
  const message = postgresMessages[name];
  expect(failure?.line).toMatch(patternOf(message.problem));
  expect(failure?.passes).toBe('passes' in message);
  expect(failure?.line).not.toContain('hush');
});

test.each(redisErrors)('an error of Redis is explained as %s: %s %s', (name, code, text) => {
  const failure = explainRedis(seen(code, text), REDIS);
  const message = redisMessages[name];
  expect(failure?.line).toMatch(patternOf(message.problem));
  expect(failure?.passes).toBe('passes' in message);
  expect(failure?.line).not.toContain('hush');
});

test('a silent Redis with rediss:// may be a port without TLS', () => {
  expect(
    explainRedis(seen('ETIMEDOUT', 'connect ETIMEDOUT'), REDIS.replace('redis', 'rediss'))?.line,
  ).toMatch(/^cache\.example:6379 does not answer the beginning of TLS: use redis:\/\//);
});

test('the first of several addresses that were tried is explained', () => {
  const tried = new AggregateError([seen('ECONNREFUSED', 'connect ECONNREFUSED ::1:6543'), seen('', 'x')]);
  expect(explainPostgres(tried, POSTGRES)?.line).toMatch(/^nothing accepts connections at db\.example:6543/);
});

test('host and port are named, and errors of other kinds are not explained', () => {
  expect(explainPostgres(seen('ECONNREFUSED', 'refused'), POSTGRES)?.line).toMatch(/ at db\.example:6543 /);
  expect(explainPostgres(seen('ENOTFOUND', 'x'), 'postgres:///db?host=/run/pg')?.line).toContain(
    '/run/pg:5432',
  );
  expect(explainPostgres(seen('42P01', 'relation "x" does not exist'), POSTGRES)).toBeUndefined();
  expect(explainPostgres(new TypeError('x is not a function'), POSTGRES)).toBeUndefined();
  expect(explainRedis(new TypeError('x is not a function'), REDIS)).toBeUndefined();
});

test('every message is tried here or with a real server', () => {
  const tried = (errors: readonly (readonly [string, ...unknown[]])[]) =>
    new Set(errors.map(([name]) => name));
  const rest = (messages: object, errors: readonly (readonly [string, ...unknown[]])[]) =>
    Object.keys(messages).filter((name) => !tried(errors).has(name));
  // By test/deployment: servers say version and mode.
  expect(rest(postgresMessages, postgresErrors)).toEqual(['version']);
  expect(rest(redisMessages, redisErrors)).toEqual([
    'silentTls',
    'version',
    'mode',
    'clusterMode',
    'noCluster',
  ]);
});
